import Foundation
import HTTPServing

/// Why an emulator cannot listen.
public typealias EmulatorServerProblem = ListeningProblem

/// An emulator on a port of this machine. It listens on the loopback address, unless it is told another one and the
/// emulator asks for a token.
public final class EmulatorServer: Sendable {
    /// What answers the requests.
    public let emulator: Emulator
    private let host: ListeningHost
    private let port: UInt16
    private let server: HTTPServer

    /// A server that is not listening yet. Port 0 lets the system choose a free one.
    ///
    /// - Parameter host: the address of this machine to listen on.
    public init(_ emulator: Emulator, host: ListeningHost = .loopback, port: UInt16 = 0) {
        self.emulator = emulator
        self.host = host
        self.port = port
        server = HTTPServer(EmulatorResponder(emulator, host), host: host, port: port)
    }

    /// Where the server listens, for example `http://127.0.0.1:43210`; nil while it does not.
    public var url: URL? {
        get async { await server.url }
    }

    /// Starts to listen.
    ///
    /// - Returns: where. Give it to `FirebaseEndpoints.emulator(at:)`.
    /// - Throws: `EmulatorServerProblem` when the port cannot be had.
    @discardableResult
    public func start() async throws -> URL {
        guard host.isLoopback || emulator.configuration.token != nil else {
            throw EmulatorServerProblem(
                host: host, port: port, message: "others could reach it; give the emulator a token to ask for")
        }
        return try await server.start()
    }

    /// Stops listening and breaks open connections.
    public func stop() async {
        await server.stop()
    }
}
