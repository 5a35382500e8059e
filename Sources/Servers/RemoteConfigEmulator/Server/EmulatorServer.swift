import Foundation
import HTTPServing

/// The reason why an emulator cannot listen.
public typealias EmulatorServerProblem = ListeningProblem

/// Serves an emulator on a port of this machine. It listens on the loopback address, unless another one is given and
/// the emulator requires a token.
public final class EmulatorServer: Sendable {
    /// The emulator that answers the requests.
    public let emulator: Emulator
    private let host: ListeningHost
    private let port: UInt16
    private let server: HTTPServer

    /// Creates a server that does not listen yet. With port 0, the system chooses a free one.
    ///
    /// - Parameter host: the address of this machine to listen on.
    public init(_ emulator: Emulator, host: ListeningHost = .loopback, port: UInt16 = 0) {
        self.emulator = emulator
        self.host = host
        self.port = port
        server = HTTPServer(EmulatorResponder(emulator, host), host: host, port: port)
    }

    /// The URL of the server, for example `http://127.0.0.1:43210`; nil while it does not listen.
    public var url: URL? {
        get async { await server.url }
    }

    /// Starts to listen.
    ///
    /// - Returns: the URL. Give it to `FirebaseEndpoints.emulator(at:)`.
    /// - Throws: `EmulatorServerProblem` if the port is not available.
    @discardableResult
    public func start() async throws -> URL {
        guard host.isLoopback || emulator.configuration.token != nil else {
            throw EmulatorServerProblem(
                host: host, port: port, message: "others could reach it; give the emulator a token to ask for")
        }
        return try await server.start()
    }

    /// Stops listening, and closes open connections.
    public func stop() async {
        await server.stop()
    }
}
