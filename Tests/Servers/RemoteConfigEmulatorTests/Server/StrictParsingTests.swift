import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("What two readers could understand in two ways", .inTurn, .timeLimit(.minutes(60)))
struct StrictParsingTests {
    static let post = "POST \(ConnectionTests.path) HTTP/1.1\r\nHost: localhost\r\n"
    static let chunked = post + "Transfer-Encoding: chunked\r\n\r\n"

    func expectRefusal(_ text: String) async throws {
        try await ConnectionTests().running { emulator, port in
            let answer = try await ConnectionTests().answer(to: Array(text.utf8), port)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(emulator.newestRequests(10).isEmpty)
        }
    }

    @Test(
        "is refused in a first line",
        arguments: [
            "GET /\u{0} HTTP/1.1", "G(T / HTTP/1.1", "GET / HTTP/1.1 ", "GET x?y=://a/ HTTP/1.1",
            "GET / http/1.1",
            "GET / HTTP/1.1\rX: y", "GET /\u{E9} HTTP/1.1", "GET / HTTP/1.1\nX: y", "BREW / HTTP/1.1",
        ])
    func firstLine(text: String) async throws {
        try await expectRefusal(text + "\r\nHost: localhost\r\n\r\n")
    }

    @Test(
        "is refused in a header",
        arguments: [
            "Transfer-Encoding: identity, chunked",
            "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked, identity",
            "Transfer-Encoding:\u{B}chunked", "Transfer-Encoding:", "Transfer-Encoding : chunked",
            "X: a\u{0}b",
            "X: a\rb", "X: a\u{7F}b", "X: \u{1B}", "X\u{0}: a", "X(: a", "Ü: a", ": a",
            "Host: localhost\r\nHost: localhost", "Content-Length: +1", "Content-Length: 1, 1",
            "Content-Length: 0x1",
            "Content-Length: 0\r\nContent-Length: 0", "X: a\r\n b", "X: a\nY: b",
        ])
    func header(text: String) async throws {
        try await expectRefusal(Self.post + text + "\r\n\r\n0\r\n\r\n")
    }

    @Test(
        "is refused in a body of chunks",
        arguments: [
            "+5\r\nabcde\r\n", "0x5\r\nabcde\r\n", " 5\r\nabcde\r\n", "5 x\r\nabcde\r\n", "\r\n",
            "5\nabcde\r\n",
            "5\r\nabcde\n", "5_0\r\n", "5;a=\u{0}\r\nabcde\r\n", "5;\r\nabcde\r\n", "5 ;x\r\nabcde\r\n",
            "0\r\nno trailer\r\n", "0\r\nx: \u{0}\r\n", "٥\r\nabcde\r\n", "5\r\nabcdef\r\n",
            "FFFFFFFFFFFFFFFFF\r\nabcde\r\n",
        ])
    func chunks(text: String) async throws {
        try await expectRefusal(Self.chunked + text + "0\r\n\r\n")
    }

    @Test("is refused where an old client sends chunks")
    func oldChunks() async throws {
        try await expectRefusal("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    }

    @Test("and what all of them understand equally is read")
    func read() async throws {
        try await ConnectionTests().running { _, port in
            let size = String(ConnectionTests.body.utf8.count, radix: 16)
            let bodies = [
                Self.post
                    + "Transfer-Encoding: Chunked\r\n\r\n0\(size);a=\"b\";c\r\n\(ConnectionTests.body)\r\n0\r\n\r\n",
                Self.chunked + "\(size.uppercased());x\r\n\(ConnectionTests.body)\r\n000\r\nA: b\r\n\r\n",
                Self.post + "Content-Length: \(ConnectionTests.body.utf8.count)\r\nX: \tü \r\nX: b\r\n\r\n"
                    + ConnectionTests.body,
                "POST http://LOCALHOST:1\(ConnectionTests.path) HTTP/1.1\r\nHost: evil.example\r\nContent-Length: "
                    + "\(ConnectionTests.body.utf8.count)\r\n\r\n" + ConnectionTests.body,
            ]
            for text in bodies {
                let connection = try await RawConnection(port: port)
                try await connection.send(text)
                let head = try await connection.read(until: "\r\n\r\n")
                #expect(head.hasPrefix("HTTP/1.1 200"), "\(head)")
                await connection.close()
            }
        }
    }

    @Test("extensions of chunks and trailers have an end")
    func ornaments() async throws {
        try await ConnectionTests().running { _, port in
            let extended = String(
                repeating: "1;" + String(repeating: "x", count: 3000) + "\r\na\r\n", count: 60)
            let trailer = "0\r\n" + String(repeating: "x: y\r\n", count: 5000)
            for text in [extended, trailer] {
                let answer = try await ConnectionTests().answer(to: Array((Self.chunked + text).utf8), port)
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
                #expect(answer.contains("exceed the limit"))
            }
        }
    }
}
