import ExperimentsLocks
import Foundation

/// A TCP socket of this machine whose bytes belong to the test, for what no HTTP client or server would send.
///
/// Its calls wait, for a limited time. It is closed when the test lets go of it.
public final class LoopbackSocket: Sendable {
    private let descriptor: Int32

    /// A system call that failed.
    public struct Problem: Error, CustomStringConvertible {
        let call: String
        let code: Int32

        public var description: String { "\(call): \(String(cString: strerror(code)))" }
    }

    /// Connects to a port.
    ///
    /// - Parameter patience: how many seconds to wait in each call for the other side.
    public init(connectingTo port: UInt16, patience: Double = 60) throws {
        descriptor = try Self.open(patience)
        guard Self.withAddress(port, { connect(descriptor, $0, $1) }) == 0 else {
            throw Problem(call: "connect", code: errno)
        }
    }

    /// Listens on a port, by default on one that the system chooses.
    public init(port: UInt16 = 0) throws {
        descriptor = try Self.open(nil)
        guard Self.withAddress(port, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 128) == 0 else {
            throw Problem(call: "listen", code: errno)
        }
    }

    /// The number of ports that were given out, from one at random on, so that no two runs of tests try the same.
    private static let given = Mutex(Int.random(in: 0..<20_000))

    /// Returns a port that nothing listens on now, each once. The system gives those above 32767 to whoever connects, so
    /// another test could take one of them before it is used.
    public static func freePort() throws -> UInt16 {
        for _ in 0..<1000 {
            let number = given.withLock { given in
                given += 1
                return given
            }
            if let socket = try? LoopbackSocket(port: UInt16(10_000 + number % 20_000)) { return socket.port }
        }
        return try LoopbackSocket().port
    }

    private init(taking descriptor: Int32, patience: Double) {
        self.descriptor = descriptor
        Self.limit(descriptor, patience)
    }

    deinit { close(descriptor) }

    /// Its own port.
    public var port: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Waits for somebody to connect; nil once this socket is shut down.
    public func accept(patience: Double = 60) -> LoopbackSocket? {
        while true {
            let accepted = Foundation.accept(descriptor, nil, nil)
            if accepted >= 0 { return LoopbackSocket(taking: accepted, patience: patience) }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    /// Sends all bytes; false where the other side does not take them.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Foundation.send(
                    descriptor, buffer.baseAddress.map { $0 + sent }, bytes.count - sent, Self.noSignal)
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Sends a text; false where the other side does not take it.
    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// What has arrived, once something has; empty at the end, or where nothing arrives in time.
    public func receive(atMost limit: Int = 65_536) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = recv(descriptor, &buffer, limit, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    /// What arrives until it holds `end`, the other side closes, or nothing more arrives in time.
    public func receive(until end: String, atMost limit: Int = 1 << 20) -> [UInt8] {
        var received: [UInt8] = []
        while received.count < limit, received.firstRange(of: Array(end.utf8)) == nil {
            let more = receive()
            if more.isEmpty { break }
            received += more
        }
        return received
    }

    /// Which of some sockets have something to read or were closed by the other side, once one has or is, or after a while.
    ///
    /// - Parameter limit: how many milliseconds to wait at most.
    /// - Returns: their indices.
    public static func ready(_ sockets: [LoopbackSocket], within limit: Int32) -> [Int] {
        var waiting = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        guard poll(&waiting, nfds_t(waiting.count), limit) > 0 else { return [] }
        return waiting.indices.filter { waiting[$0].revents != 0 }
    }

    /// Sends no more; the other side may go on.
    public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends all waiting on it.
    public func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Lets closing it tell the other side of a failure, and not of an end.
    public func resetsWhenClosed() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    private static func open(_ patience: Double?) throws -> Int32 {
        #if os(Linux)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Problem(call: "socket", code: errno) }
        if let patience { limit(descriptor, patience) }
        return descriptor
    }

    private static func limit(_ descriptor: Int32, _ seconds: Double) {
        var time = timeval()
        time.tv_sec = .init(seconds)
        time.tv_usec = .init((seconds - seconds.rounded(.down)) * 1e6)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    private static func withAddress(
        _ port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    #if os(Linux)
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
    private static let noSignal: Int32 = 0
    #endif
}
