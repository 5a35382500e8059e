import RemoteConfigEmulator
import Testing

@Suite("What two readers could understand in two ways", .timeLimit(.minutes(1)))
struct StrictParsingTests {
    static let post = "POST \(ConnectionTests.path) HTTP/1.1\r\n"
    static let chunked = post + "Transfer-Encoding: chunked\r\n\r\n"

    @Test(
        "is refused",
        arguments: [
            post + "Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n",
            post + "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            post + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
            post + "Transfer-Encoding:\u{B}chunked\r\n\r\n0\r\n\r\n", post + "Transfer-Encoding:\r\n\r\n",
            post + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            chunked + "+5\r\nabcde\r\n0\r\n\r\n", chunked + "0x5\r\nabcde\r\n0\r\n\r\n",
            chunked + " 5\r\nabcde\r\n0\r\n\r\n", chunked + "5 x\r\nabcde\r\n0\r\n\r\n", chunked + "\r\n",
            chunked + "5\nabcde\r\n0\r\n\r\n", chunked + "5\r\nabcde\n0\r\n\r\n", chunked + "5_0\r\n",
            chunked + "5;a=\u{0}\r\nabcde\r\n0\r\n\r\n", chunked + "00000000000000005\r\nabcde\r\n0\r\n\r\n",
            chunked + "0\r\nno trailer\r\n\r\n", chunked + "0\r\nx: \u{0}\r\n\r\n", chunked + "٥\r\nabcde\r\n",
            post + "X: a\u{0}b\r\n\r\n", post + "X: a\rb\r\n\r\n", post + "X: a\u{7F}b\r\n\r\n",
            post + "X: \u{1B}\r\n\r\n",
            post + "X\u{0}: a\r\n\r\n", post + "X(: a\r\n\r\n", post + "Ü: a\r\n\r\n", post + ": a\r\n\r\n",
            post + "Host: localhost\r\nHost: localhost\r\n\r\n", post + "Content-Length: +1\r\n\r\nx",
            post + "Content-Length: 1, 1\r\n\r\nx", "GET /\u{0} HTTP/1.1\r\n\r\n", "G(T / HTTP/1.1\r\n\r\n",
            "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1 \r\n\r\n", "GET x?y=://a/ HTTP/1.1\r\n\r\n",
        ])
    func refused(text: String) async throws {
        try await ConnectionTests().running { emulator, port in
            let answer = try await ConnectionTests().answer(to: Array(text.utf8), port)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(emulator.newestRequests(10).isEmpty)
        }
    }

    @Test("and what they understand alike is read")
    func read() async throws {
        try await ConnectionTests().running { _, port in
            let size = String(ConnectionTests.body.utf8.count, radix: 16)
            let bodies = [
                Self.post
                    + "Transfer-Encoding: Chunked\r\n\r\n0\(size);a=\"b\" ; c\r\n\(ConnectionTests.body)\r\n0\r\n\r\n",
                Self.chunked + "\(size.uppercased()) ;x\r\n\(ConnectionTests.body)\r\n000\r\nA: b\r\n\r\n",
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
            let extended = String(repeating: "1;" + String(repeating: "x", count: 3000) + "\r\na\r\n", count: 10)
            let trailer = "0\r\n" + String(repeating: "x: y\r\n", count: 5000)
            for text in [extended, trailer] {
                let answer = try await ConnectionTests().answer(to: Array((Self.chunked + text).utf8), port)
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
                #expect(answer.contains("exceed the limit"))
            }
        }
    }
}
