import ExperimentsSupport
import TestSupport
import Testing

@testable import ExperimentsMCP

@Suite("Calls of an assistant", .inTurn)
struct CallTests {
    @Test("At most 16 commands run at the same time, and the others wait for their turn")
    func limit() {
        var client = ServedAssistant()
        for id in 1...20 { client.call("list_keys", id: id) }
        #expect(client.started.count == 16)
        _ = client.end("{\"keys\": []}")
        #expect(client.started.count == 17)
    }

    @Test("Nothing is sent for a call that was cancelled")
    func cancelled() {
        var client = ServedAssistant()
        client.call("list_keys", id: 5)
        client.send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": 5}}")
        #expect(client.end("{\"keys\": []}").isEmpty)
    }

    @Test("A client that asks for progress gets growing numbers")
    func progress() {
        var client = ServedAssistant()
        client.request(
            "tools/call", JSONObject(present: ["name": "list_keys", "_meta": ["progressToken": "p"]]), at: 10)
        let told = [11.5, 11.6, 14].flatMap { client.server.tick(at: $0) }
        let numbers = told.compactMap { action -> Int? in
            guard case .send(let message) = action else { return nil }
            return message.at("params", "progress")?.int
        }
        #expect(numbers == [1, 4])
    }

    @Test("Publishing without a digest only shows the review")
    func review() {
        var client = ServedAssistant([.publish])
        client.call("publish_draft")
        #expect(client.started.last?.command.words.contains("draft") == true)
        let answer = client.end("{\"changes\": [\"a\"]}").first?.at("result", "structuredContent")
        #expect(answer?.at("published")?.bool == false)
        #expect(answer?.at("digest")?.string == "token-of-a-review")
        #expect(client.started.count == 1)
    }

    @Test("A confirmed review is published once")
    func confirmation() {
        var client = ServedAssistant([.publish])
        client.call("publish_draft")
        _ = client.end("{\"changes\": [\"a\"]}")
        client.call("publish_draft", ["digest": "token-of-a-review"])
        _ = client.end("{\"changes\": [\"a\"]}")
        #expect(client.started.last?.command.words.contains("publish") == true)
        let count = client.started.count
        client.call("publish_draft", ["digest": "token-of-a-review"], id: 2)
        let answer = client.end("{\"changes\": [\"a\"]}")
        #expect(answer.first?.at("result", "isError")?.bool == true)
        #expect(client.started.count == count + 1)
    }

    @Test(
        "A review of something else, or an old one, publishes nothing",
        arguments: [("{\"changes\": [\"b\"]}", 0.0), ("{\"changes\": [\"a\"]}", 901.0)])
    func staleReview(draft: String, later: Double) {
        var client = ServedAssistant([.publish])
        client.call("publish_draft")
        _ = client.end("{\"changes\": [\"a\"]}")
        client.call("publish_draft", ["digest": "token-of-a-review"], at: later)
        let answer = client.end(draft, at: later)
        #expect(answer.first?.at("result", "isError")?.bool == true)
        #expect(client.started.count == 2)
    }

    @Test("A client hears of changes of the keys that it subscribed to, and of no others")
    func subscription() {
        var client = ServedAssistant()
        client.initialize("2025-11-25")
        client.send(
            """
            {"jsonrpc": "2.0", "id": 3, "method": "resources/subscribe", "params": {"uri": "experiments://keys/a%20b"}}
            """)
        #expect(client.server.changed(keys: ["c"]).isEmpty)
        guard case .send(let message)? = client.server.changed(keys: ["a b", "c"]).first else {
            Issue.record("no notification")
            return
        }
        #expect(message.at("params", "uri")?.string == "experiments://keys/a%20b")
    }

    @Test("A subscription without a handshake is acknowledged, and ends when its request is cancelled")
    func listening() {
        var client = ServedAssistant()
        let wanted: JSONValue = ["resourceSubscriptions": ["experiments://keys/a"]]
        let answer = client.request("subscriptions/listen", JSONObject(present: ["notifications": wanted]), id: 9)
        #expect(answer.first?.at("method")?.string == "notifications/subscriptions/acknowledged")
        #expect(client.server.changed(keys: ["a"]).count == 1)
        client.send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": 9}}")
        #expect(client.server.changed(keys: ["a"]).isEmpty)
    }

    @Test(
        "An address that is no resource is refused",
        arguments: ["file:///etc/passwd", "experiments://keys/", "experiments://help/--config", "experiments://x"])
    func unknownResource(address: String) {
        var client = ServedAssistant()
        let answer = client.request("resources/read", JSONObject(present: ["uri": .string(address)]))
        #expect(answer.first?.at("error", "code")?.int == -32602)
        #expect(client.started.isEmpty)
    }
}
