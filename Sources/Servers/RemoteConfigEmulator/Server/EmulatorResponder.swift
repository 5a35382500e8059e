import ExperimentsTransport
import HTTPServing

/// Lets an emulator answer what comes in on a port.
struct EmulatorResponder: HTTPResponder {
    private let emulator: Emulator
    private let webPages: WebPageRule

    /// Who listens on an address that others reach is called by it, whatever it is on the way.
    init(_ emulator: Emulator, _ host: ListeningHost) {
        self.emulator = emulator
        var rule = emulator.configuration.webPages
        if !host.isLoopback { rule.acceptsAddresses = true }
        webPages = rule
    }

    let singleFields: Set<String> = ["x-goog-api-key"]

    func bodyLimit(for path: String) -> Int { BodyLimit.bytes(for: path) }

    func respond(to request: ServedRequest) async -> ServedResponse {
        let response = await emulator.respond(
            to: EmulatorRequest(
                method: request.method, path: request.path, query: request.query, headers: request.headers,
                body: request.body),
            under: webPages)
        return ServedResponse(response)
    }

    func response(to refusal: RequestRefusal) -> ServedResponse {
        var response = EmulatorResponse.error(EmulatorError(refusal))
        if case .tooManyConnections(let limit) = refusal {
            emulator.noteRefusedConnection(limit: limit)
            response.headers["retry-after"] = "1"
        }
        return ServedResponse(response)
    }
}

extension ServedResponse {
    fileprivate init(_ response: EmulatorResponse) {
        var stream: Stream? = response.stream
        if let events = response.events { stream = events }
        self.init(
            status: response.status, headers: response.headers, body: response.body, stream: stream,
            delivery: response.delivery)
    }
}

extension EmulatorError {
    /// The words for what the server does not let through.
    fileprivate init(_ refusal: RequestRefusal) {
        let name =
            switch refusal {
            case .tooManyConnections: "UNAVAILABLE"
            case .tooSlow: "DEADLINE_EXCEEDED"
            case .malformed, .headTooLarge, .bodyTooLarge: "INVALID_ARGUMENT"
            }
        self.init(status: refusal.status, name: name, message: refusal.message)
    }
}
