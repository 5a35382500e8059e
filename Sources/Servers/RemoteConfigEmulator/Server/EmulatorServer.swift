import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation

/// The reason why an emulator cannot listen.
public typealias EmulatorServerProblem = ListeningProblem

/// Serves an emulator on a port of this machine. It listens on the loopback address by default. On any other address,
/// the emulator must require a token.
public final class EmulatorServer: Sendable {
    /// The emulator that answers the requests.
    public let emulator: Emulator
    private let host: ListeningHost
    private let port: UInt16
    private let server: HTTPServer

    /// Creates a server that does not listen yet. With port 0, the system chooses a free one.
    ///
    /// - Parameters:
    ///   - emulator: the emulator that answers.
    ///   - host: the address of this machine to listen on.
    ///   - port: the port to listen on; 0 for any free one.
    ///   - certificate: the certificate of the server for TLS; nil for plain HTTP.
    public init(
        _ emulator: Emulator, host: ListeningHost = .loopback, port: UInt16 = 0,
        certificate: ServerCertificate? = nil
    ) {
        self.emulator = emulator
        self.host = host
        self.port = port
        server = HTTPServer(
            EmulatorResponder(emulator, host), host: host, port: port, certificate: certificate)
    }

    /// The URL of the server, for example `http://127.0.0.1:43210`; nil while it does not listen.
    public var url: URL? {
        get async { await server.url }
    }

    /// Starts to listen.
    ///
    /// - Returns: the URL. Pass it to `FirebaseEndpoints.emulator(at:)`.
    /// - Throws: `EmulatorServerProblem` if the port is not available.
    @discardableResult
    public func start() async throws -> URL {
        guard host.isLoopback || emulator.configuration.token != nil else {
            throw EmulatorServerProblem(
                host: host, port: port, message: "it is reachable from the network, so a token is required")
        }
        return try await server.start()
    }

    /// Stops listening, waits up to `patience` for current answers, and closes the remaining connections.
    public func stop(patience: Duration = .zero) async {
        await server.stop(patience: patience)
    }
}

/// Answers the requests on a port with an emulator.
struct EmulatorResponder: HTTPResponder {
    private let emulator: Emulator
    private let webPages: WebPageRule

    /// Creates a responder. If other machines reach the host, a request may use any address as its host.
    init(_ emulator: Emulator, _ host: ListeningHost) {
        self.emulator = emulator
        var rule = emulator.configuration.webPages
        if !host.isLoopback { rule.acceptsAddresses = true }
        webPages = rule
    }

    let singleFields: Set<String> = ["x-goog-api-key"]

    func bodyLimit(for path: String) -> Int { EmulatorRequest.bodyLimit(for: path) }

    func respond(to request: ServedRequest) async -> ServedResponse {
        if let message = QueryNames.only().ambiguity(in: request.ambiguous) {
            return response(to: .malformed(message))
        }
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

extension RealtimeStream: PieceStream {}

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
    /// Creates the answer to a request that was refused before it reached the emulator.
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
