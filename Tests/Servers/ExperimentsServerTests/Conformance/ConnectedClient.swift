import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport

/// A client of one request for each connection, which sends its bytes as they are.
enum ConnectedClient {
    static func answer(
        _ port: UInt16, _ method: String, _ target: String, _ headers: HeaderFields, _ body: [UInt8]
    ) async throws -> ClientAnswer {
        let connection = try await RawConnection(port: port)
        var (head, headers) = ("\(method) \(target) HTTP/1.1\r\n", headers)
        if headers["host"] == nil { headers["host"] = "localhost" }
        headers["connection"] = "close"
        headers["content-length"] = "\(body.count)"
        for (name, value) in headers.fields { head += "\(name): \(value)\r\n" }
        try await connection.send(Array((head + "\r\n").utf8) + body)
        var answer = answer(ofHead: try await connection.read(until: "\r\n\r\n"))
        answer.body = Array(try await connection.readToEnd().utf8)
        await connection.close()
        return answer
    }

    static func listen(_ port: UInt16, _ path: String) async throws -> (
        head: ClientAnswer, events: any ServerEvents
    ) {
        let connection = try await RawConnection(port: port)
        try await connection.send(
            "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
        let head = answer(ofHead: try await connection.read(until: "\r\n\r\n"))
        return (head, ConnectedEvents(connection: connection))
    }

    private static func answer(ofHead head: String) -> ClientAnswer {
        let lines = head.components(separatedBy: "\r\n")
        var headers = HeaderFields()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[String(line[..<colon])] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return ClientAnswer(status: status, headers: headers, body: [])
    }
}

/// The events that come over a connection. Chunks are read over: their sizes begin no line of an event.
private struct ConnectedEvents: ServerEvents {
    let connection: RawConnection

    func next() async throws -> JSONValue? {
        while true {
            if let data = try EventText.data(of: try await connection.read(until: "\n\n")) { return data }
        }
    }
}
