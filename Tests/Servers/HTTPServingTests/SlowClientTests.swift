import NIOCore
import TestSupport
import Testing

@testable import ExperimentsHTTPServing

@Suite("Clients that take their time", .inTurn)
struct SlowClientTests {
    private func isTooSlow(_ exchange: EmbeddedExchange) -> Bool {
        if case .refused(.tooSlow)? = exchange.arrivals.last { true } else { false }
    }

    @Test("a connection on which nothing comes is left without a word after 20 seconds")
    func silent() throws {
        let exchange = try EmbeddedExchange()
        exchange.advance(by: .seconds(19))
        #expect(exchange.departures == 0)
        exchange.advance(by: .seconds(1))
        #expect(exchange.departures == 1)
        #expect(exchange.arrivals.isEmpty)
        exchange.finish()
    }

    @Test("a head that comes byte by byte is refused 20 seconds after its first")
    func slowHead() throws {
        let exchange = try EmbeddedExchange()
        exchange.advance(by: .seconds(15))
        for byte in "GET / HTTP/1.1\r\nX: ".utf8 {
            exchange.receive([byte])
            exchange.advance(by: .seconds(1))
            if exchange.arrivals.isEmpty { continue }
            Issue.record("refused early")
            break
        }
        exchange.receive("y".utf8)
        exchange.advance(by: .seconds(1))
        #expect(isTooSlow(exchange))
        exchange.receive("\r\n\r\n".utf8)
        #expect(exchange.arrivals.count == 1)
        exchange.finish()
    }

    @Test("a body has 20 seconds, and one more for each 500 bytes", arguments: [(100, false), (130, true)])
    func body(bytesPerSecond: Int, arrives: Bool) throws {
        let exchange = try EmbeddedExchange()
        exchange.receive("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000\r\n\r\n".utf8)
        var rest = 3000
        while rest > 0, exchange.arrivals.isEmpty {
            exchange.receive([UInt8](repeating: 0x20, count: min(bytesPerSecond, rest)))
            rest -= bytesPerSecond
            exchange.advance(by: .seconds(1))
        }
        #expect(exchange.requests.count == (arrives ? 1 : 0))
        #expect(isTooSlow(exchange) == !arrives)
        exchange.finish()
    }

    @Test("extensions of chunks do not count as progress of a body")
    func ornaments() throws {
        let exchange = try EmbeddedExchange()
        exchange.receive("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5;a=".utf8)
        for _ in 0..<20 {
            #expect(exchange.arrivals.isEmpty)
            exchange.receive([UInt8](repeating: UInt8(ascii: "b"), count: 1000))
            exchange.advance(by: .seconds(1))
        }
        #expect(isTooSlow(exchange))
        exchange.finish()
    }

    @Test("nothing is expected of a client that waits for its answer, and two minutes later another request")
    func waiting() throws {
        let exchange = try EmbeddedExchange()
        for _ in 0..<2 {
            exchange.receive("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
            exchange.advance(by: .hours(1))
            try exchange.answer()
            exchange.advance(by: .seconds(119))
        }
        #expect(exchange.departures == 0)
        exchange.advance(by: .seconds(1))
        #expect(exchange.departures == 1)
        #expect(exchange.requests.count == 2)
        #expect(exchange.arrivals.count == 2)
        exchange.finish()
    }

    @Test("a request that was begun before the answer to another has its time from the answer on")
    func ahead() throws {
        let exchange = try EmbeddedExchange()
        exchange.receive("GET /1 HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        exchange.receive("GET /2 HT".utf8)
        exchange.advance(by: .hours(1))
        try exchange.answer()
        exchange.advance(by: .seconds(19))
        #expect(exchange.arrivals.count == 1)
        exchange.advance(by: .seconds(1))
        #expect(isTooSlow(exchange))
        exchange.finish()
    }

    @Test("a client that reads nothing of an answer for a minute is disconnected")
    func unread() throws {
        let exchange = try EmbeddedExchange()
        try exchange.addFirst(FullLine())
        exchange.receive("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        exchange.beginAnswer()
        exchange.advance(by: .seconds(59))
        #expect(exchange.isOpen)
        exchange.advance(by: .seconds(1))
        #expect(!exchange.isOpen)
    }

    @Test("who reads a little now and then keeps the connection")
    func slowReader() throws {
        let (exchange, line) = (try EmbeddedExchange(), FullLine())
        try exchange.addFirst(line)
        exchange.receive("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        exchange.beginAnswer(bytes: 400_000)
        for _ in 0..<6 {
            exchange.advance(by: .seconds(50))
            #expect(exchange.isOpen)
            line.takeOne()
        }
        exchange.finish()
    }

    @Test("the answer to a slow request says how fast it must be")
    func words() {
        #expect(RequestRefusal.tooSlow.status == 408)
        #expect(
            RequestRefusal.tooSlow.message
                == "The request arrives too slowly: its head has 20 seconds, its body has 20 and one more for each 500 bytes."
        )
    }
}

/// A line whose other end takes nothing unless a test says so.
private final class FullLine: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    private var waiting: [EventLoopPromise<Void>] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if let promise { waiting.append(promise) }
    }

    func takeOne() { waiting.removeFirst().succeed() }

    func handlerRemoved(context: ChannelHandlerContext) {
        for promise in waiting { promise.fail(ChannelError.ioOnClosedChannel) }
        waiting = []
    }
}
