import ExperimentsServer
import HTTPServing

/// A part that answers with the caller's name, at paths that begin with `/echo`.
struct EchoPart: ServedPart {
    let name = "echo"
    var door = Door(["GET", "POST"])
    var tokens: [String: String] = [:]
    var events: EventBroadcast?

    func door(at path: String) -> Door? { path.hasPrefix("/echo") ? door : nil }

    func caller(showing token: String) -> Caller? { tokens[token].map(Caller.app) }

    func answer(to visit: Visit) async -> ServedResponse {
        if let events { return .events(events.open { [Array("first\n".utf8)] }) }
        return ServedResponse(status: 200, body: Array("\(visit.caller)".utf8))
    }

    func beat() { events?.send(ServerSentEvent.heartbeat) }

    func close() { events?.close() }
}
