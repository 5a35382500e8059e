import ExperimentsLocks
import Foundation

/// What lies between two programs on this machine: hands on their bytes, lets them wait, or cuts them off, as a network
/// that is changed, or a phone that leaves the room, does.
///
/// It ends with whoever holds it.
public final class LossyProxy: Sendable {
    /// What becomes of bytes, and of who connects.
    public enum Manner: Sendable, Equatable {
        /// They are handed on.
        case passing
        /// They wait, and are handed on once they may pass again. Nobody is told.
        case stalling
        /// Every connection is broken, and so is each new one.
        case dropping
        /// The same for those whose first bytes hold this text. All others pass.
        case droppingFrom(String)
    }

    private struct State {
        var manner = Manner.passing
        var server: UInt16
        var connections: [Connection] = []
        var count = 0
    }

    /// Both sides of one connection.
    private final class Connection: Sendable {
        let near: LoopbackSocket
        let far: LoopbackSocket
        private let beginning = Mutex<[UInt8]?>(nil)

        init(near: LoopbackSocket, far: LoopbackSocket) { (self.near, self.far) = (near, far) }

        /// Keeps the first bytes that whoever connected sends.
        func note(_ bytes: [UInt8]) { beginning.withLock { if $0 == nil { $0 = bytes } } }

        func isBroken(by manner: Manner) -> Bool {
            switch manner {
            case .passing, .stalling: false
            case .dropping: true
            case .droppingFrom(let text): beginning.withLock { $0?.firstRange(of: Array(text.utf8)) != nil }
            }
        }

        func end() {
            near.shutDown()
            far.shutDown()
        }
    }

    /// The longest that nothing may pass on a connection, in seconds: longer than any test runs.
    private static let patience = 600.0

    private let listener: LoopbackSocket
    private let shared: Shared

    /// What the threads of the proxy look at, which do not keep it alive.
    private final class Shared: Sendable {
        let state: Mutex<State>
        let changed = NSCondition()

        init(_ server: UInt16) { state = Mutex(State(server: server)) }
    }

    /// A proxy before a server on this machine, through which everything passes.
    ///
    /// - Parameter server: the server's port.
    public init(to server: UInt16) throws {
        (listener, shared) = (try LoopbackSocket(), Shared(server))
        let (listener, shared) = (listener, shared)
        Thread.detachNewThread {
            while let near = listener.accept(patience: Self.patience) { Self.join(near, shared) }
        }
    }

    deinit {
        listener.shutDown()
        set(.dropping)
    }

    /// Where it listens.
    public var port: UInt16 { listener.port }

    /// How many connections it has taken since it began, those that it broke at once included.
    public var count: Int { shared.state.withLock(\.count) }

    /// Connects whoever comes from now on to another server, as a balancer does whose server is gone.
    public func point(to server: UInt16) { shared.state.withLock { $0.server = server } }

    /// Treats bytes so from now on; where they are dropped, all connections end.
    public func set(_ manner: Manner) {
        let broken = shared.state.withLock { state -> [Connection] in
            state.manner = manner
            let broken = state.connections.filter { $0.isBroken(by: manner) }
            state.connections.removeAll { $0.isBroken(by: manner) }
            return broken
        }
        for connection in broken { connection.end() }
        shared.changed.lock()
        shared.changed.broadcast()
        shared.changed.unlock()
    }

    private static func join(_ near: LoopbackSocket, _ shared: Shared) {
        let (isDropped, server) = shared.state.withLock { state in
            state.count += 1
            return (state.manner == .dropping, state.server)
        }
        guard !isDropped, let far = try? LoopbackSocket(connectingTo: server, patience: patience) else {
            near.resetsWhenClosed()
            return
        }
        let connection = Connection(near: near, far: far)
        let isLate = shared.state.withLock { state in
            state.connections.append(connection)
            return state.manner == .dropping
        }
        if isLate { connection.end() }
        for (source, target) in [(near, far), (far, near)] {
            Thread.detachNewThread { hand(on: source, to: target, connection, shared) }
        }
    }

    private static func hand(
        on source: LoopbackSocket, to target: LoopbackSocket, _ connection: Connection, _ shared: Shared
    ) {
        while true {
            let bytes = source.receive()
            if source === connection.near { connection.note(bytes) }
            guard !bytes.isEmpty, mayPass(connection, shared), target.send(bytes) else {
                return connection.end()
            }
        }
    }

    /// Waits until bytes may pass.
    ///
    /// - Returns: whether they are handed on at all.
    private static func mayPass(_ connection: Connection, _ shared: Shared) -> Bool {
        shared.changed.lock()
        defer { shared.changed.unlock() }
        while true {
            let manner = shared.state.withLock(\.manner)
            guard manner == .stalling else { return !connection.isBroken(by: manner) }
            shared.changed.wait()
        }
    }
}
