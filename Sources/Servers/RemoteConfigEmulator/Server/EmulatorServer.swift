import FlyingSocks
import Foundation

/// An emulator on a port of this machine. It listens on the loopback address, unless it is told another one and the
/// emulator asks for a token.
public actor EmulatorServer {
    /// What answers the requests.
    public nonisolated let emulator: Emulator
    private let host: ListeningHost
    private let port: UInt16
    private let reserve: DescriptorReserve
    private var running: (task: Task<Void, Never>, url: URL)?
    private var starting: Task<URL, any Error>?

    /// A server that is not listening yet. Port 0 lets the system choose a free one.
    ///
    /// - Parameter host: the address of this machine to listen on.
    public init(_ emulator: Emulator, host: ListeningHost = .loopback, port: UInt16 = 0) {
        self.init(emulator, host: host, port: port, DescriptorReserve())
    }

    init(_ emulator: Emulator, host: ListeningHost = .loopback, port: UInt16 = 0, _ reserve: DescriptorReserve) {
        self.emulator = emulator
        self.host = host
        self.port = port
        self.reserve = reserve
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
        do {
            let acceptor = try ConnectionAcceptor(host, port: port, reserve)
            try await acceptor.prepare()
            guard let url = URL(string: "http://\(host.authority):\(try acceptor.port)") else {
                throw SocketError.unsupportedAddress
            }
            let rule = webPages
            let task = Task.detached { [emulator, reserve] in
                await acceptor.run {
                    await ServedConnection($0, emulator, rule).run()
                } refuse: {
                    emulator.noteRefusedConnection(limit: reserve.limit)
                    await ServedConnection($0, emulator, rule).refuse()
                }
            }
            running = (task, url)
            return url
        } catch {
            throw EmulatorServerProblem(host: host, port: port, error)
        }
    }

    /// Who listens on an address that others reach is called by it, whatever it is on the way.
    private var webPages: WebPageRule {
        var rule = emulator.configuration.webPages
        if !host.isLoopback { rule.acceptsAddresses = true }
        return rule
    }

    /// Stops listening and breaks open connections.
    public func stop() async {
        guard let task = running?.task else { return }
        running = nil
        task.cancel()
        await task.value
    }
}
