import NIOCore
import TestSupport
import Testing

@testable import ExperimentsHTTPServing

@Suite("Requests of a connection", .inTurn)
struct ExchangeTests {
    private func refusal(_ exchange: EmbeddedExchange) -> RequestRefusal? {
        if case .refused(let refusal)? = exchange.arrivals.last { refusal } else { nil }
    }

    @Test("nothing that comes after a refusal is taken")
    func deaf() throws {
        let exchange = try EmbeddedExchange()
        exchange.receive(
            "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        exchange.receive("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        #expect(exchange.arrivals.count == 1)
        #expect(refusal(exchange) == .malformed("The target must be a path."))
        exchange.finish()
    }

    @Test("a body over the limit is refused by its announcement, and else as soon as it is over")
    func bodyLimit() throws {
        let announced = try EmbeddedExchange()
        announced.receive("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3001\r\n\r\n".utf8)
        #expect(refusal(announced) == .bodyTooLarge(limit: 3000))
        let chunked = try EmbeddedExchange()
        chunked.receive(
            "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFF\r\n".utf8)
        chunked.receive([UInt8](repeating: 0x20, count: 3000))
        #expect(chunked.arrivals.isEmpty)
        chunked.receive([0x20])
        #expect(refusal(chunked) == .bodyTooLarge(limit: 3000))
        for exchange in [announced, chunked] { exchange.finish() }
    }

    @Test("an extension of a chunk has an end, and a head has one")
    func endless() throws {
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 50_000)
        let extended = try EmbeddedExchange()
        extended.receive("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5;".utf8)
        for _ in 0..<5 { extended.receive(line) }
        #expect(refusal(extended)?.message.contains("Extensions of chunks") == true)
        let head = try EmbeddedExchange()
        head.receive("GET / HTTP/1.1\r\nHost: localhost\r\nX: ".utf8)
        for _ in 0..<5 { head.receive(line) }
        #expect(refusal(head) == .headTooLarge(limit: 65_536))
        for exchange in [extended, head] { exchange.finish() }
    }

    @Test("small chunks with short extensions are accepted")
    func smallChunks() throws {
        let exchange = try EmbeddedExchange()
        exchange.receive("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        for _ in 0..<3000 { exchange.receive("1;abcd=e\r\nx\r\n".utf8) }
        exchange.receive("0\r\n\r\n".utf8)
        #expect(exchange.requests.map(\.body.count) == [3000])
        exchange.finish()
    }

    @Test("a request for another protocol is the last one that is taken of a connection, and is answered")
    func upgrade() throws {
        let exchange = try EmbeddedExchange()
        exchange.receive(
            "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\nab"
                .utf8
        )
        guard case .request(let request, let manner)? = exchange.arrivals.first else {
            Issue.record("no request: \(exchange.arrivals)")
            return
        }
        #expect(request.body == Array("ab".utf8))
        #expect(!manner.keepsAlive)
        exchange.finish()
    }

    @Test("the beginning of HTTP/2 is refused")
    func newer() throws {
        let exchange = try EmbeddedExchange()
        exchange.receive("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        #expect(refusal(exchange)?.status == 400)
        exchange.finish()
    }

    @Test(
        "other versions are refused, since their requests end otherwise",
        arguments: ["HTTP/0.9", "HTTP/2.0", "HTTP/1.2"])
    func versions(version: String) throws {
        let exchange = try EmbeddedExchange()
        exchange.receive("GET / \(version)\r\n\r\n".utf8)
        #expect(refusal(exchange)?.status == 400)
        #expect(exchange.requests.isEmpty)
        exchange.finish()
    }

    @Test("a request of HTTP/1.1 names its host, one of HTTP/1.0 need not")
    func host() throws {
        let without = try EmbeddedExchange()
        without.receive("GET / HTTP/1.1\r\n\r\n".utf8)
        #expect(refusal(without)?.status == 400 && without.requests.isEmpty)
        without.finish()
        let old = try EmbeddedExchange()
        old.receive("GET / HTTP/1.0\r\n\r\n".utf8)
        #expect(old.requests.map(\.path) == ["/"])
        old.finish()
    }

    // What RFC 9112 lets a recipient take (sections 3 and 7.1), and the decoder does: none of it moves the end of a request.
    @Test(
        "what is written loosely hides no other request",
        arguments: [
            "GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET / RTSP/1.0\r\nConnection: keep-alive\r\n\r\n",
            "\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n00002\r\nab\r\n000\r\n\r\n",
        ])
    func loose(text: String) throws {
        let exchange = try EmbeddedExchange()
        exchange.receive((text + "GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n").utf8)
        #expect(exchange.requests.map(\.path) == ["/", "/next"])
        exchange.finish()
    }

    @Test("no more is read of a client that asks and asks, until it has answers")
    func ahead() throws {
        /// Counts how often the handlers ask for more.
        final class Line: ChannelOutboundHandler {
            typealias OutboundIn = Any
            var reads = 0

            func read(context: ChannelHandlerContext) { reads += 1 }
        }
        let exchange = try EmbeddedExchange()
        let line = Line()
        try exchange.addFirst(line)
        for _ in 0..<8 { exchange.receive("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8) }
        let reads = line.reads
        exchange.read()
        #expect(line.reads == reads)
        try exchange.answer()
        #expect(line.reads == reads + 1)
        exchange.finish()
    }
}
