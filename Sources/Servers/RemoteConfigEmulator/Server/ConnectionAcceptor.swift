import FlyingSocks
import Foundation

/// A socket that listens, and the connections that come in on it.
struct ConnectionAcceptor: Sendable {
    private let socket: AsyncSocket
    private let pool: any AsyncSocketPool
    private let reserve: DescriptorReserve

    /// How many sockets are told ready at a time.
    private static let eventLimit = 256

    /// Takes the port.
    init(_ host: ListeningHost, port: UInt16, _ reserve: DescriptorReserve) throws {
        self.reserve = reserve
        let address = try host.address(port: port)
        let pool: any AsyncSocketPool = SocketPool.make(maxEvents: Self.eventLimit)
        let socket = try Socket(domain: Int32(type(of: address).family))
        do {
            try socket.setValue(true, for: .localAddressReuse)
            #if canImport(Darwin)
            try socket.setValue(true, for: .noSIGPIPE)
            #endif
            try socket.bind(to: address)
            try socket.listen()
            self.socket = try Self.wrapped(socket, pool)
            self.pool = pool
        } catch {
            try? socket.close()
            throw error
        }
    }

    private static func wrapped(_ socket: Socket, _ pool: some AsyncSocketPool) throws -> AsyncSocket {
        try AsyncSocket(socket: socket, pool: pool)
    }

    /// The port that was taken.
    var port: UInt16 {
        get throws {
            switch try socket.socket.sockname() {
            case .ip4(_, let port), .ip6(_, let port): port
            case .unix: throw SocketError.unsupportedAddress
            }
        }
    }

    /// To be called once, before `run`.
    func prepare() async throws {
        try await pool.prepare()
    }

    /// Gives each connection to `serve`, in a task of its own, and closes it afterwards, until the calling task is
    /// cancelled; then all are over. Those that there are no descriptors for are given to `refuse`.
    func run(
        _ serve: @escaping @Sendable (AsyncSocket) async -> Void,
        refuse: @escaping @Sendable (AsyncSocket) async -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await pool.run() }
            group.addTask { await acceptAll(serve, refuse) }
            // Neither ends by itself; when one has, the other is of no use.
            await group.next()
            group.cancelAll()
        }
        try? socket.close()
    }

    private func acceptAll(
        _ serve: @escaping @Sendable (AsyncSocket) async -> Void,
        _ refuse: @escaping @Sendable (AsyncSocket) async -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    let connection = try await socket.accept()
                    PromptSending.enable(on: connection.socket)
                    let verdict = reserve.verdict(connection.socket.file.rawValue)
                    if verdict == .drop {
                        // At once, because a task that is still to run would let a burst use up the last descriptors.
                        // Nothing waits for this connection, so the pool need not be asked.
                        try? connection.close()
                        continue
                    }
                    group.addTask {
                        if verdict == .serve { await serve(connection) } else { await refuse(connection) }
                        await close(connection)
                    }
                } catch {
                    guard Self.isPassing(error) else { break }
                    // Too many are open, or a client left while it waited: others may have better luck in a moment.
                    try? await Task.sleep(for: .milliseconds(20))
                }
            }
            group.cancelAll()
        }
    }

    /// Closes a connection that nobody waits for any more.
    ///
    /// The pool wakes who waits for a socket before it has stopped watching it. A socket that is closed in between leaves
    /// a note behind that the pool watches its number already, and the next connection, which gets that number, would
    /// never hear of anything. To wait for nothing, and give it up, takes a turn of the pool after that moment.
    private func close(_ connection: AsyncSocket) async {
        let turn = Task { try? await pool.suspendSocket(connection.socket, untilReadyFor: []) }
        turn.cancel()
        await turn.value
        try? connection.close()
    }

    private static func isPassing(_ error: any Error) -> Bool {
        guard case SocketError.failed(_, let code, _) = error else { return false }
        return [EMFILE, ENFILE, ENOBUFS, ENOMEM, ECONNABORTED, EINTR, EPROTO, EPERM].contains(code)
    }
}
