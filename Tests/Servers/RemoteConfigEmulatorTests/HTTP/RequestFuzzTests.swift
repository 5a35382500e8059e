import ExperimentsTransport
import FlyingSocks
import TestSupport
import Testing

@testable import RemoteConfigEmulator

@Suite("Requests as they arrive", .timeLimit(.minutes(10)))
struct RequestFuzzTests {
    /// Bytes in pieces of random lengths.
    private final class Pieces {
        private var rest: ArraySlice<UInt8>
        private var random: SeededRandom

        init(_ bytes: [UInt8], _ random: SeededRandom) {
            (rest, self.random) = (bytes[...], random)
        }

        func next() throws -> [UInt8] {
            guard !rest.isEmpty else { throw SocketError.disconnected }
            let piece = rest.prefix(1 + random.below(random.below(2) == 0 ? 3 : 4096))
            rest = rest.dropFirst(piece.count)
            return Array(piece)
        }
    }

    /// A body in chunks, as some client could write it.
    private func chunks(_ body: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = body[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(1 + random.below(700))
            rest = rest.dropFirst(chunk.count)
            let size = String(chunk.count, radix: 16, uppercase: random.below(2) == 0)
            let zeros = String(repeating: "0", count: random.below(4))
            let ornament = ["", ";a", " ; a=b", ";q=\"1;2\""][random.below(4)]
            bytes += Array("\(zeros)\(size)\(ornament)\r\n".utf8) + chunk + [0x0D, 0x0A]
        }
        return bytes + Array(["0\r\n\r\n", "00;x\r\nA: b\r\n\r\n"][random.below(2)].utf8)
    }

    @Test("are the same however they are cut into pieces and chunks, one after the other")
    func pieces() async throws {
        for round in 0..<UInt64(FuzzEffort.rounds(usually: 200)) {
            var random = SeededRandom(seed: FuzzEffort.seed &+ round)
            var sent: [[UInt8]] = []
            var bytes: [UInt8] = []
            for number in 0..<(1 + random.below(4)) {
                let body = (0..<random.below(3000)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                sent.append(body)
                let isChunked = random.below(2) == 0
                let length = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(body.count)"
                bytes += Array("PUT /\(number) HTTP/1.1\r\n\(length)\r\n\r\n".utf8)
                bytes += isChunked ? chunks(body, &random) : body
            }
            let pieces = Pieces(bytes, random)
            let input = ConnectionInput { try pieces.next() }
            for (number, body) in sent.enumerated() {
                let head = try #require(try await input.head(), "round \(round)")
                #expect(head.path == "/\(number)", "round \(round)")
                #expect(try await input.body(of: head, limit: 3000) == body, "round \(round)")
            }
            #expect(try await input.head() == nil, "round \(round)")
        }
    }

    @Test("that are damaged are read or refused, and none is read that hides another")
    func damaged() async {
        let words = [
            "POST / HTTP/1.1\r\n", "GET http://a/b?c=d HTTP/1.0\r\n", "Content-Length: 5\r\n", "Content-Length: 6\r\n",
            "Transfer-Encoding: chunked\r\n", "transfer-encoding: identity\r\n", "Host: a\r\n", "\r\n", "\n", "\r", ":",
            "hello", "5\r\n", "5;x\r\n", "+5\r\n", "0\r\n\r\n", "\u{0}", " ", "\t", ",", "ü", "X: y\r\n",
            "FFFFFFFFFFFFFFF\r\n",
        ]
        for round in 0..<UInt64(FuzzEffort.rounds(usually: 3000)) {
            var random = SeededRandom(seed: FuzzEffort.seed &+ round)
            var bytes = (0..<(1 + random.below(12))).flatMap { _ in Array(words[random.below(words.count)].utf8) }
            for _ in 0..<random.below(3) {
                bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: random.below(bytes.count))
            }
            let pieces = Pieces(bytes, random)
            let input = ConnectionInput { try pieces.next() }
            while let head = try? await input.head() {
                let hasLength = head.headers["content-length"] != nil
                #expect(!hasLength || head.headers["transfer-encoding"] == nil, "round \(round)")
                for (_, value) in head.headers.fields {
                    #expect(value.utf8.allSatisfy(FieldLines.isPartOfText), "round \(round)")
                }
                guard let body = try? await input.body(of: head, limit: 64) else { break }
                #expect(body.count <= 64, "round \(round)")
            }
        }
    }
}
