import ExperimentsHTTPServing
import ExperimentsServer

/// A part that answers with the caller's name, at paths that begin with `/echo`.
struct EchoPart: ServedPart {
    let name = "echo"
    var rules = EndpointRules(["GET", "POST"])
    var tokens: [String: String] = [:]
    var events: EventBroadcast?

    func rules(at path: String) -> EndpointRules? { path.hasPrefix("/echo") ? rules : nil }

    func caller(showing token: String) -> Caller? { tokens[token].map(Caller.app) }

    func mayHoldToken(_ text: String) -> Bool { tokens.keys.contains { text.contains($0) } }

    func answer(to admitted: AdmittedRequest) async -> ServedResponse {
        if let events { return .events(events.open { [Array("first\n".utf8)] }) }
        return ServedResponse(status: 200, body: Array("\(admitted.caller)".utf8))
    }

    func beat() { events?.send(ServerSentEvent.heartbeat) }

    func close() { events?.close() }
}
