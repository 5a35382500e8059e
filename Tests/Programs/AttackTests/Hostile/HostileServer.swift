import ExperimentsLocks
import Foundation
import TestSupport

/// A server whose answers are the attacker's. It takes each connection on a thread of its own, and closes it after one
/// answer.
final class HostileServer: Sendable {
    /// Writes an answer to a request whose first line this is.
    typealias Answer = @Sendable (_ line: String, HostileConnection) -> Void

    private let listener: LoopbackSocket
    private let tally: HostileTally

    /// Starts to serve.
    init(_ answer: @escaping Answer) throws {
        let (listener, tally) = (try LoopbackSocket(), HostileTally())
        (self.listener, self.tally) = (listener, tally)
        Thread.detachNewThread {
            while let socket = listener.accept() {
                Thread.detachNewThread {
                    let head = String(decoding: socket.receive(until: "\r\n\r\n"), as: UTF8.self)
                    guard !head.isEmpty else { return }
                    tally.requests.withLock { $0 += 1 }
                    answer(
                        String(head.prefix { $0 != "\r\n" }), HostileConnection(socket: socket, tally: tally))
                }
            }
        }
    }

    deinit {
        tally.isOver.withLock { $0 = true }
        listener.shutDown()
    }

    /// Where it is.
    var url: String { "http://127.0.0.1:\(listener.port)" }

    /// How many requests have come.
    var requests: Int { tally.requests.withLock { $0 } }
}

/// What a server and its connections share.
final class HostileTally: Sendable {
    let requests = Mutex(0)
    let isOver = Mutex(false)
}

/// A client that waits for its answer.
struct HostileConnection: Sendable {
    let socket: LoopbackSocket
    let tally: HostileTally

    /// Answers as a server should.
    func answer(_ body: String, status: String = "200 OK", headers: String = "") {
        socket.send(
            "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nConnection: close\r\n\(headers)"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// Sends the same again and again, until nobody takes it, or `limit` bytes are through.
    func repeatForever(_ piece: [UInt8], limit: Int = 1 << 30) {
        let block = Array(repeatElement(piece, count: max(1, 32_768 / max(1, piece.count))).joined())
        var sent = 0
        while sent < limit, !tally.isOver.withLock({ $0 }), socket.send(block) { sent += block.count }
    }

    /// Sends the same text again and again.
    func repeatForever(_ text: String) { repeatForever(Array(text.utf8)) }
}
