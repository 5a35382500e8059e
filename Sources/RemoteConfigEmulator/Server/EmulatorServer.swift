import FlyingFox
import FlyingSocks
import Foundation

/// An emulator on a port of this machine. It listens on the loopback address, unless it is told another one and the
/// emulator asks for a token.
public actor EmulatorServer {
    /// What answers the requests.
    public nonisolated let emulator: Emulator
    private let host: ListeningHost
    private let port: UInt16
    private var running: (server: HTTPServer, url: URL)?
    private var starting: Task<URL, any Error>?

    /// A server that is not listening yet. Port 0 lets the system choose a free one.
    ///
    /// - Parameter host: the address of this machine to listen on.
    public init(_ emulator: Emulator, host: ListeningHost = .loopback, port: UInt16 = 0) {
        self.emulator = emulator
        self.host = host
        self.port = port
    }

    /// Where the server listens, for example `http://127.0.0.1:43210`; nil while it does not.
    public var url: URL? { running?.url }

    /// Starts to listen.
    ///
    /// - Returns: where. Give it to `FirebaseEndpoints.emulator(at:)`.
    /// - Throws: `EmulatorServerProblem` when the port cannot be had.
    @discardableResult
    public func start() async throws -> URL {
        if let running { return running.url }
        if let starting { return try await starting.value }
        let task = Task { try await open() }
        starting = task
        defer { starting = nil }
        return try await task.value
    }

    private func open() async throws -> URL {
        guard host.isLoopback || emulator.configuration.token != nil else {
            throw EmulatorServerProblem(
                host: host, port: port, message: "others could reach it; give the emulator a token to ask for")
        }
        let server = HTTPServer(
            config: HTTPServer.Configuration(
                // The library would answer 500 when its time is up; waiting is the business of faults and clients.
                address: host.address(port: port), timeout: 86_400,
                pool: PromptSocketPool(HTTPServer.defaultPool()), logger: .disabled),
            handler: EmulatorHandler(emulator: emulator))
        do {
            try await listen(server)
        } catch {
            throw EmulatorServerProblem(host: host, port: port, error)
        }
        let actual: UInt16
        switch await server.listeningAddress {
        case .ip4(_, let port)?, .ip6(_, let port)?: actual = port
        default: throw EmulatorServerProblem(host: host, port: port, SocketError.disconnected)
        }
        guard let url = URL(string: "http://\(host.authority):\(actual)") else {
            throw EmulatorServerProblem(host: host, port: port, SocketError.disconnected)
        }
        running = (server, url)
        return url
    }

    /// Stops listening and breaks open connections.
    public func stop() async {
        guard let server = running?.server else { return }
        running = nil
        await server.stop(timeout: 0)
    }

    /// Returns when the server listens; throws when it cannot.
    private func listen(_ server: HTTPServer) async throws {
        let (progress, continuation) = AsyncThrowingStream.makeStream(of: Void.self)
        Task.detached {
            do {
                try await server.run()
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        Task.detached {
            try await server.waitUntilListening()
            continuation.yield()
        }
        for try await _ in progress { return }
        throw SocketError.disconnected
    }
}
