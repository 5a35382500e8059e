import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsServer

/// Holds a recorded conversation with a server.
final class ServerConversation {
    private let fixture: ServedFixture
    private let send: (String, String, HeaderFields, [UInt8]) async throws -> ClientAnswer
    private let listen: (String) async throws -> (head: ClientAnswer, events: any ServerEvents)
    private var saved: [String: String] = [:]

    init(
        _ fixture: ServedFixture,
        send: @escaping (String, String, HeaderFields, [UInt8]) async throws -> ClientAnswer,
        listen: @escaping (String) async throws -> (head: ClientAnswer, events: any ServerEvents)
    ) {
        (self.fixture, self.send, self.listen) = (fixture, send, listen)
    }

    func hold(_ steps: [JSONValue]) async throws {
        for step in steps {
            try write(step["write"])
            if let request = step["request"] {
                try await ask(request, step["expect"] ?? [:], within: step["withinMs"]?.int)
            }
            if let stream = step["stream"] { try await hear(stream) }
        }
    }

    private func write(_ files: JSONValue?) throws {
        for member in files?.object?.members ?? [] {
            try fixture.replace(member.name, with: member.value.string ?? member.value.compactText)
        }
    }

    private func ask(_ request: JSONValue, _ expected: JSONValue, within milliseconds: Int?) async throws {
        let expectation = ServerExpectation(json: filled(expected))
        var answer = try await answer(to: request)
        if let milliseconds {
            // More patience than recorded costs time only where something is wrong.
            try await eventually("the answer", within: max(.seconds(60), .milliseconds(milliseconds))) {
                answer = try await self.answer(to: request)
                return expectation.faults(of: answer).isEmpty
            }
        }
        #expect(
            expectation.faults(of: answer) == [],
            "\(String(decoding: answer.body.prefix(500), as: UTF8.self))")
        for member in expected["save"]?.object?.members ?? [] {
            saved[member.name] =
                member.value == "$stream"
                ? Self.streamPath(answer) : answer.headers[member.value.string ?? ""]
        }
    }

    private func answer(to request: JSONValue) async throws -> ClientAnswer {
        let request = filled(request)
        var headers: HeaderFields = ["content-type": "application/json", "host": "127.0.0.1"]
        for member in request["headers"]?.object?.members ?? [] { headers[member.name] = member.value.string }
        var body: [UInt8] = []
        if let raw = request["raw"]?.string { body = Array(raw.utf8) }
        if let json = request["body"] { body = json.compactBytes }
        if let count = request["bytes"]?.int {
            body = Array(("{\"context\":{\"pad\":\"" + String(repeating: "x", count: count) + "\"}}").utf8)
        }
        return try await send(
            request["method"]?.string ?? "GET", request["path"]?.string ?? "/", headers, body)
    }

    private func hear(_ stream: JSONValue) async throws {
        let stream = filled(stream)
        let (head, events) = try await listen(stream["path"]?.string ?? "")
        #expect(head.status == 200)
        #expect(
            ServerExpectation(json: ["status": 200, "headers": stream["headers"] ?? [:]]).faults(of: head)
                == [])
        try write(stream["then"]?["write"])
        for expected in stream["events"]?.array ?? [] {
            var isAfter = expected["afterWrite"] != true
            while true {
                let data = try await events.next()
                // What is said at once is not what the writing caused.
                if !isAfter {
                    isAfter = true
                    continue
                }
                #expect(ServerExpectation.matches(expected["data"] ?? [:], data))
                break
            }
        }
    }

    /// The text of a step with what was saved in its place.
    private func filled(_ json: JSONValue) -> JSONValue {
        switch json {
        case .string(let text):
            return .string(saved.reduce(text) { $0.replacing("${\($1.key)}", with: $1.value) })
        case .array(let elements): return .array(elements.map(filled))
        case .object(let object):
            return .object(
                JSONObject(distinct: object.members.map { .init(name: $0.name, value: filled($0.value)) }))
        default: return json
        }
    }

    private static func streamPath(_ answer: ClientAnswer) -> String? {
        answer.json?["eventStreams"]?.array?.first?["endpoint"]?["requestUri"]?.string
    }
}

/// The events of a stream, one after the other.
protocol ServerEvents {
    func next() async throws -> JSONValue?
}
