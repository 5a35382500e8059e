import FlyingSocks

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// A pool whose sockets send at once.
///
/// A response leaves in two writes, header and body. Without this, the system holds the second back until the client
/// has confirmed the first, which clients put off for up to 40 ms. Connections inherit the setting from the socket that
/// listens, and that one waits here before it accepts anything.
struct PromptSocketPool: AsyncSocketPool {
    private let base: any AsyncSocketPool

    init(_ base: any AsyncSocketPool) {
        self.base = base
    }

    func prepare() async throws {
        try await base.prepare()
    }

    func run() async throws {
        try await base.run()
    }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        // Where it cannot be set, responses are slower and no less right.
        try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
        try await base.suspendSocket(socket, untilReadyFor: events)
    }
}
