import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsHTTPServing

@Suite("Requests as they arrive", .inTurn, .timeLimit(.minutes(60)))
struct RequestFuzzTests {
    /// Gives bytes to a connection in pieces of random lengths, and ends it.
    private func send(_ bytes: [UInt8], to exchange: EmbeddedExchange, _ random: inout SeededGenerator) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(1 + random.below(random.below(2) == 0 ? 3 : 4096))
            rest = rest.dropFirst(piece.count)
            exchange.receive(piece)
        }
        exchange.endSending()
    }

    /// A body in chunks, as some client could write it.
    private func chunks(_ body: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = body[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(1 + random.below(700))
            rest = rest.dropFirst(chunk.count)
            let size = String(chunk.count, radix: 16, uppercase: random.below(2) == 0)
            let zeros = String(repeating: "0", count: random.below(4))
            let ornament = ["", ";a", ";a=b", ";q=\"1\";r"][random.below(4)]
            bytes += Array("\(zeros)\(size)\(ornament)\r\n".utf8) + chunk + [0x0D, 0x0A]
        }
        return bytes + Array(["0\r\n\r\n", "00;x\r\nA: b\r\n\r\n"][random.below(2)].utf8)
    }

    @Test("are the same however they are cut into pieces and chunks, one after the other")
    func pieces() throws {
        for round in 0..<UInt64(FuzzEffort.rounds(usually: 200)) {
            var random = SeededGenerator(seed: FuzzEffort.seed &+ round)
            var sent: [[UInt8]] = []
            var bytes: [UInt8] = []
            for number in 0..<(1 + random.below(4)) {
                let body = (0..<random.below(3000)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                sent.append(body)
                let isChunked = random.below(2) == 0
                let length = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(body.count)"
                bytes += Array("PUT /\(number) HTTP/1.1\r\nHost: localhost\r\n\(length)\r\n\r\n".utf8)
                bytes += isChunked ? chunks(body, &random) : body
            }
            let exchange = try EmbeddedExchange()
            send(bytes, to: exchange, &random)
            #expect(exchange.requests.map(\.path) == sent.indices.map { "/\($0)" }, "round \(round)")
            #expect(exchange.requests.map(\.body) == sent, "round \(round)")
            #expect(exchange.arrivals.count == sent.count, "round \(round)")
            #expect(exchange.departures == 1, "round \(round)")
            exchange.finish()
        }
    }

    @Test("that are damaged are read or refused, and none is read that hides another")
    func damaged() throws {
        let words = [
            "POST / HTTP/1.1\r\nHost: localhost\r\n", "GET http://a/b?c=d HTTP/1.0\r\n",
            "Content-Length: 5\r\n",
            "Content-Length: 6\r\n",
            "Transfer-Encoding: chunked\r\n", "transfer-encoding: identity\r\n", "Host: a\r\n", "\r\n", "\n",
            "\r", ":",
            "hello", "5\r\n", "5;x\r\n", "+5\r\n", "0\r\n\r\n", "\u{0}", " ", "\t", ",", "ü", "X: y\r\n",
            "FFFFFFFFFFFFFFF\r\n",
        ]
        for round in 0..<UInt64(FuzzEffort.rounds(usually: 3000)) {
            var random = SeededGenerator(seed: FuzzEffort.seed &+ round)
            var bytes = (0..<(1 + random.below(12))).flatMap { _ in
                Array(words[random.below(words.count)].utf8)
            }
            for _ in 0..<random.below(3) {
                bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: random.below(bytes.count))
            }
            let exchange = try EmbeddedExchange()
            send(bytes, to: exchange, &random)
            for request in exchange.requests {
                let hasLength = request.headers["content-length"] != nil
                #expect(!hasLength || request.headers["transfer-encoding"] == nil, "round \(round)")
                for (_, value) in request.headers.fields {
                    #expect(
                        value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }, "round \(round)")
                }
                #expect(request.body.count <= 3000, "round \(round)")
            }
            for arrival in exchange.arrivals.dropLast() {
                if case .refused = arrival {
                    Issue.record("something came after a refusal in round \(round)")
                }
            }
            exchange.finish()
        }
    }
}
