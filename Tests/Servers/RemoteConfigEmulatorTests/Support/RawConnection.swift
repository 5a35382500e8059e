import FlyingSocks
import Foundation

/// A TCP connection to this machine, for what no HTTP client would send, and to see what arrives piece by piece.
final class RawConnection {
    private let socket: AsyncSocket
    private var received: [UInt8] = []

    init(port: UInt16) async throws {
        socket = try await AsyncSocket.connected(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 20)
    }

    func send(_ text: String) async throws {
        try await socket.write(Data(text.utf8))
    }

    func send(_ bytes: [UInt8]) async throws {
        try await socket.write(Data(bytes))
    }

    func post(_ target: String, _ body: String) async throws {
        try await send(
            "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// What has arrived since the last call up to and including `end`, once that has arrived.
    func read(until end: String) async throws -> String {
        let end = Array(end.utf8)
        while true {
            if let range = received.firstRange(of: end) {
                defer { received.removeSubrange(..<range.upperBound) }
                return String(decoding: received[..<range.upperBound], as: UTF8.self)
            }
            let more = try await socket.read(atMost: 4096)
            guard !more.isEmpty else { throw SocketError.disconnected }
            received += more
        }
    }

    /// What arrives until the other side closes the connection.
    func readToEnd() async throws -> String {
        while true {
            do {
                received += try await socket.read(atMost: 4096)
            } catch SocketError.disconnected {
                return String(decoding: received, as: UTF8.self)
            }
        }
    }

    /// Closes it, after the pool of sockets has taken its turn: it stops watching a socket a moment after it has told of
    /// it, and would miss what happens to the next one of the same number.
    func close() async {
        let socket = socket.socket
        let turn = Task { try? await SocketPool<Poll>.client.suspendSocket(socket, untilReadyFor: []) }
        turn.cancel()
        await turn.value
        try? socket.close()
    }
}
