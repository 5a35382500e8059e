import ExperimentsSupport
import Foundation

/// A TCP connection to this machine, for what no HTTP client would send, and to see what arrives piece by piece.
///
/// To be used by one task at a time. Its calls wait on threads of their own, so that a server in the same process is not
/// kept from answering.
public final class RawConnection {
    /// The other side has closed the connection, or says nothing more.
    public struct Closed: Error {}

    private let socket: LoopbackSocket
    private var received: [UInt8] = []

    /// Connects to a port.
    public init(port: UInt16) async throws {
        socket = try await OwnThread.run { try LoopbackSocket(connectingTo: port, patience: 60) }
    }

    /// Sends a text.
    public func send(_ text: String) async throws {
        try await send(Array(text.utf8))
    }

    /// Sends bytes. That the other side does not take them shows when its answer is read.
    public func send(_ bytes: [UInt8]) async throws {
        _ = await OwnThread.run { [socket] in socket.send(bytes) }
    }

    /// Sends a request with a body.
    public func post(_ target: String, _ body: String) async throws {
        try await send(
            "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// Sends no more; the other side may go on.
    public func endSending() { socket.endSending() }

    /// What has arrived since the last call up to and including `end`, once that has arrived.
    ///
    /// - Throws: `Closed` at the end, and `DeadlineExpired` where other things arrive for a minute.
    public func read(until end: String) async throws -> String {
        let deadline = ContinuousClock.now + .seconds(60)
        let words = "\"\(end)\" on the connection"
        let end = Array(end.utf8)
        while true {
            guard ContinuousClock.now < deadline else {
                throw DeadlineExpired(description: "waited a minute for \(words)")
            }
            if let range = received.firstRange(of: end) {
                defer { received.removeSubrange(..<range.upperBound) }
                return String(decoding: received[..<range.upperBound], as: UTF8.self)
            }
            let more = try await receive()
            guard !more.isEmpty else { throw Closed() }
            received += more
        }
    }

    /// What arrives until the other side closes the connection.
    public func readToEnd() async throws -> String {
        while true {
            let more = try await receive()
            guard !more.isEmpty else { return String(decoding: received, as: UTF8.self) }
            received += more
        }
    }

    /// Ends it, in both directions.
    public func close() async {
        socket.shutDown()
    }

    private func receive() async throws -> [UInt8] {
        await OwnThread.run { [socket] in socket.receive() }
    }
}
