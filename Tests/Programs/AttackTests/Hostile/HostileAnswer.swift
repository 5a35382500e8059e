import Foundation
import TestSupport

/// What a hostile server gives instead of an answer.
enum HostileAnswer: CaseIterable {
    case gzipBomb, endlessBody, endlessChunks, endlessBlanks, endlessHeaders, endlessHeader, endlessContinue
    case hugeChunk, negativeLength, shortBody, longBody, twoLengths, reset, nothing, garbage
    case deepJSON, hugeNumbers, notUTF8, controlCharacters, redirects, retryAtOnce, retryNever

    private static let good = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nETag: e\r\n"

    func send(_ connection: HostileConnection, _ random: inout SeededGenerator) {
        let socket = connection.socket
        let good = Self.good
        switch self {
        case .gzipBomb:
            let (start, more) = GzipBomb.parts
            socket.send(good + "Content-Encoding: gzip\r\nConnection: close\r\n\r\n")
            socket.send(start)
            connection.repeatForever(more, limit: 30 << 20)
        case .endlessBody:
            socket.send(good + "Connection: close\r\n\r\n{\"a\":\"")
            connection.repeatForever("x")
        case .endlessChunks:
            socket.send(good + "Transfer-Encoding: chunked\r\n\r\n")
            connection.repeatForever("8\r\n[{\"a\":1,\r\n")
        case .endlessBlanks:
            socket.send(good + "Connection: close\r\n\r\n")
            connection.repeatForever(" \n")
        case .endlessHeaders:
            socket.send(good)
            connection.repeatForever("X-\(random.below(100)): y\r\n")
        case .endlessHeader:
            socket.send(good + "X: ")
            connection.repeatForever("y")
        case .endlessContinue: connection.repeatForever("HTTP/1.1 100 Continue\r\n\r\n")
        case .hugeChunk: socket.send(good + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}")
        case .negativeLength: socket.send(good + "Content-Length: -\(1 + random.below(10))\r\n\r\n{}")
        case .shortBody: socket.send(good + "Content-Length: \(3 + random.below(1 << 40))\r\n\r\n{}")
        case .longBody: socket.send(good + "Content-Length: 2\r\n\r\n{}{\"a\": 1}HTTP/1.1 200 OK\r\n\r\n")
        case .twoLengths: socket.send(good + "Content-Length: 2\r\nContent-Length: 9\r\n\r\n{}")
        case .reset:
            socket.resetsWhenClosed()
            socket.send(String((good + "Content-Length: 9\r\n\r\n{\"a\": 1").prefix(random.below(90))))
        case .nothing: break
        case .garbage: socket.send((0..<1 + random.below(5_000)).map { _ in UInt8(random.below(256)) })
        case .deepJSON: connection.answer(String(repeating: "[", count: 100_000 + random.below(100_000)))
        case .hugeNumbers:
            connection.answer(
                #"{"state": "UPDATE", "templateVersion": \#(String(repeating: "9", count: 5_000)), "a": 1e\#(Int64.max)}"#
            )
        case .notUTF8:
            socket.send(good + "Content-Length: 9\r\n\r\n")
            socket.send(Array("{\"a\":\"".utf8) + [0xFF, 0xC0] + Array("\"}".utf8))
        case .controlCharacters:
            let text = random.one(of: HostileText.all).unicodeScalars.map {
                "\\u" + String(0x1_0000 + $0.value, radix: 16).dropFirst()
            }
            let status = random.one(of: ["200 OK", "400 \u{1b}]2;x\u{7}", "403 Forbidden", "503 \u{202e}"])
            connection.answer(
                #"{"error": {"message": "\#(text.joined())", "status": "\#(text.joined())"}, "state": "\#(text.joined())"}"#,
                status: status)
        case .redirects:
            connection.answer("", status: "302 Found", headers: "Location: /\(random.below(1 << 40))\r\n")
        case .retryAtOnce:
            let status = random.one(of: [
                "429 Too Many Requests", "503 Service Unavailable", "500 Oh", "401 No",
            ])
            connection.answer("{}", status: status, headers: "Retry-After: 0\r\n")
        case .retryNever:
            let after = random.one(of: [
                "-1", "99999999999999999999", "1e400", "Thu, 01 Jan 9999 00:00:00 GMT", "\u{1b}[2J",
            ])
            connection.answer("{}", status: "429 Too Many Requests", headers: "Retry-After: \(after)\r\n")
        }
    }
}
