import ExperimentsCore
import FirebaseConfig
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("Connections to the emulator", .inTurn, .timeLimit(.minutes(60)))
struct ConnectionTests {
    static let path = "/v1/projects/demo-shop/namespaces/firebase:fetch?key=k"
    static let body = #"{"appId": "1:1:web:a", "appInstanceId": "fid", "appInstanceIdToken": "t"}"#

    func running(_ body: (Emulator, UInt16) async throws -> Void) async throws {
        let emulator = try demoEmulator()
        try await serving(emulator) { try await body(emulator, UInt16(try #require($0.port))) }
    }

    /// What the emulator says to these bytes until it closes the connection.
    func answer(to bytes: [UInt8], _ port: UInt16) async throws -> String {
        let connection = try await RawConnection(port: port)
        try await connection.send(bytes)
        let answer = try await connection.readToEnd()
        await connection.close()
        return answer
    }

    @Test("requests follow each other on one connection, also when they are sent immediately")
    func pipelined() async throws {
        try await running { emulator, port in
            let connection = try await RawConnection(port: port)
            for _ in 0..<3 { try await connection.post(Self.path, Self.body) }
            for _ in 0..<3 {
                let head = try await connection.read(until: "\r\n\r\n")
                #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(head.contains("connection: keep-alive"))
                #expect(try await connection.read(until: "}").hasSuffix(#""red"}"#))
                _ = try await connection.read(until: "}")
            }
            await connection.close()
        }
    }

    @Test("bodies may come in chunks, and in parts")
    func chunked() async throws {
        try await running { _, port in
            let connection = try await RawConnection(port: port)
            try await connection.send(
                "POST \(Self.path) HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunks = Self.body.utf8.map { "1;x=y\r\n" + String(UnicodeScalar($0)) + "\r\n" }
            for part in [chunks.prefix(20), chunks.dropFirst(20)] { try await connection.send(part.joined()) }
            try await connection.send("0\r\nTrailer: x\r\n\r\n")
            #expect(try await connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
            await connection.close()
        }
    }

    @Test("a client that asks first may continue")
    func expectContinue() async throws {
        try await running { _, port in
            let connection = try await RawConnection(port: port)
            try await connection.send(
                "POST \(Self.path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(Self.body.utf8.count)\r\nExpect: 100-continue\r\n\r\n"
            )
            #expect(try await connection.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            try await connection.send(Self.body)
            #expect(try await connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
            await connection.close()
        }
    }

    @Test("connections end where the client says so, and with HTTP/1.0")
    func close() async throws {
        try await running { _, port in
            for (version, header) in [("1.1", "Host: localhost\r\nConnection: close\r\n"), ("1.0", "")] {
                let request = "GET /v1/x HTTP/\(version)\r\n\(header)\r\n"
                let answer = try await answer(to: Array(request.utf8), port)
                #expect(answer.hasPrefix("HTTP/1.1 404"))
                #expect(answer.contains("connection: close"))
            }
        }
    }

    @Test(
        "an invalid request is refused in the service's format, and the next connection is served",
        arguments: [
            "nonsense\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/2\r\n\r\n",
            "GET x HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\n folded: x\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nbad name: x\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
            "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
            "GET /?a=%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ])
    func refused(text: String) async throws {
        try await running { _, port in
            let answer = try await answer(to: Array(text.utf8), port)
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(answer)")
            #expect(answer.contains(#""status": "INVALID_ARGUMENT""#))
            let next = try await RawConnection(port: port)
            try await next.post(Self.path, Self.body)
            #expect(try await next.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
            await next.close()
        }
    }

    @Test("a head that does not end, and bodies over the limit, are refused without being kept")
    func limits() async throws {
        try await running { _, port in
            let endless =
                "GET / HTTP/1.1\r\nHost: localhost\r\n" + String(repeating: "x: y\r\n", count: 20_000)
            let large = "POST \(Self.path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n"
            let chunk = String(repeating: "x", count: 1 << 17)
            let chunks =
                "POST \(Self.path) HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                + String(repeating: "20000\r\n\(chunk)\r\n", count: 9)
            for (text, status) in [(endless, 431), (large, 413), (chunks, 413)] {
                let answer = try await answer(to: Array(text.utf8), port)
                #expect(answer.hasPrefix("HTTP/1.1 \(status)"))
            }
        }
    }

    @Test("random bytes never bring it down")
    func random() async throws {
        try await running { _, port in
            var random = SeededGenerator(seed: 3)
            let words = [
                "POST ", Self.path, " HTTP/1.1\r\nHost: localhost\r\n", "Content-Length: 5\r\n", "\r\n", "\n",
                ":", "x",
                "\u{0}", "5\r\n",
                "transfer-encoding: chunked\r\n",
            ]
            for _ in 0..<100 {
                let text = (0..<Int.random(in: 1..<12, using: &random)).map { _ in
                    words.randomElement(using: &random) ?? ""
                }
                let connection = try await RawConnection(port: port)
                try await connection.send(text.joined())
                await connection.close()
            }
            let connection = try await RawConnection(port: port)
            try await connection.post(Self.path, Self.body)
            #expect(try await connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
            await connection.close()
        }
    }

    @Test("connections come and go by the thousand, and each is answered", .timeLimit(.minutes(60)))
    func comingAndGoing() async throws {
        try await running { _, port in
            for _ in 0..<40 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<25 {
                        group.addTask {
                            let connection = try await RawConnection(port: port)
                            try await connection.post(Self.path, Self.body)
                            let head = try await connection.read(until: "\r\n\r\n")
                            #expect(head.hasPrefix("HTTP/1.1 200 "))
                            await connection.close()
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test("a client that leaves takes its stream with it")
    func leaving() async throws {
        try await running { emulator, port in
            let connection = try await RawConnection(port: port)
            try await connection.post(
                "/v1/projects/demo-shop/namespaces/firebase:streamFetchInvalidations?key=k",
                #"{"appId": "a", "appInstanceId": "f", "lastKnownVersionNumber": "1"}"#)
            _ = try await connection.read(until: "[\r\n")
            #expect(try emulator.realtimeStreamCount(of: "demo-shop") == 1)
            await connection.close()
            try await eventually("the stream to end") {
                try emulator.realtimeStreamCount(of: "demo-shop") == 0
            }
        }
    }
}
