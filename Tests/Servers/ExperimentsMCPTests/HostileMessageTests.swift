import ExperimentsSupport
import TestSupport
import Testing

@testable import ExperimentsMCP

@Suite("Hostile messages", .inTurn)
struct HostileMessageTests {
    /// Messages of every kind, with every kind of identifier, before and after the handshake.
    private static func message(_ random: inout SplitMix64) -> String {
        func one(_ texts: [String]) -> String { texts[Int(random.next() % UInt64(texts.count))] }
        let meta = """
            "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", \
            "io.modelcontextprotocol/clientCapabilities": {}}
            """
        let id = one([
            "1", "2", "-0", "1.0", "1e400", "123456789012345678901234567890", "\"a\"", "\"\"", "null", "true",
            "[]",
            "{}",
            "\"\\u0000\"",
        ])
        let method = one([
            "initialize", "ping", "tools/list", "tools/call", "resources/read", "resources/subscribe",
            "subscriptions/listen", "prompts/get", "completion/complete", "notifications/cancelled",
            "server/discover",
            "tools/destroy", "",
        ])
        let params = one([
            "{}", "[]", "null", "{\(meta)}", "{\"protocolVersion\": \"2025-03-26\"}",
            "{\"protocolVersion\": 7}",
            "{\"name\": \"undo_override\", \"arguments\": {}, \(meta)}",
            "{\"name\": \"set_override\", \"arguments\": {\"key\": 1}, \(meta)}",
            "{\"name\": \"publish_draft\", \"arguments\": {\"digest\": \"guessed\"}, \(meta)}",
            "{\"requestId\": 1}", "{\"requestId\": {}}", "{\"uri\": \"experiments://keys/%00\", \(meta)}",
            "{\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": \"1999-01-01\"}}",
            String(repeating: "[", count: 1_000),
        ])
        let whole = one([
            "{\"jsonrpc\": \"2.0\", \"id\": \(id), \"method\": \"\(method)\", \"params\": \(params)}",
            "{\"jsonrpc\": \"2.0\", \"method\": \"\(method)\", \"params\": \(params)}",
            "{\"jsonrpc\": \"2.0\", \"id\": \(id), \"result\": {}}", "{\"id\": \(id)}",
        ])
        return one([whole, whole, "[\(whole), \(whole)]", "[]", "[1]"])
    }

    /// Changes some bytes of a message.
    private static func damaged(_ text: String, _ random: inout SplitMix64) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<random.next() % 4 where !bytes.isEmpty {
            let place = Int(random.next() % UInt64(bytes.count))
            switch random.next() % 3 {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.remove(at: place)
            default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
            }
        }
        return bytes
    }

    @Test(
        "10,000 of them end in answers of the protocol, at most one for each request",
        arguments: [1, 2, 3, 4])
    func answers(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var client = ServedAssistant(Set(Permission.allCases))
        for number in 0..<2_500 {
            let bytes = Self.damaged(Self.message(&random), &random)
            let actions = client.server.receive(.whole(bytes), at: Double(number))
            var answers = 0
            for case .send(let message) in actions {
                #expect(message.at("jsonrpc")?.string == "2.0")
                guard message.at("method") == nil else { continue }
                answers += 1
                #expect((message.at("result") == nil) != (message.at("error") == nil))
            }
            let starts = actions.count { if case .start = $0 { true } else { false } }
            let requests = (try? JSONValue(parsing: bytes))?.array?.count ?? 1
            #expect(answers + starts <= max(1, requests), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test("What was answered, cancelled or asked twice is done at most once")
    func once() {
        var client = ServedAssistant([.overrides])
        for _ in 0..<100 { client.call("undo_override", id: 1) }
        #expect(client.started.count == 1)
        client.send(
            "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": 1}}")
        #expect(client.end("{}").isEmpty)
        #expect(client.started.count == 1)
    }
}
