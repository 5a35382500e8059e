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
        client.send(
            "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": 5}}")
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

    private static let draft = "{\"changes\": [\"a\"], \"digest\": \"digest-of-the-draft\"}"

    @Test("Publishing without a digest only shows the review")
    func review() {
        var client = ServedAssistant([.publish])
        client.call("publish_draft")
        #expect(client.started.last?.command.words.contains("draft") == true)
        let answer = client.end(Self.draft).first?.at("result", "structuredContent")
        #expect(answer?.at("published")?.bool == false)
        #expect(answer?.at("digest")?.string == "token-of-a-review")
        #expect(answer?.at("review", "changes", "0")?.string == "a")
        #expect(client.started.count == 1)
    }

    @Test("A review of nothing cannot be confirmed")
    func nothingToPublish() {
        var client = ServedAssistant([.publish])
        client.call("publish_draft")
        #expect(client.end("{\"changes\": []}").first?.at("result", "structuredContent", "digest") == nil)
        client.call("publish_draft", ["digest": "token-of-a-review"])
        #expect(client.started.count == 1)
    }

    @Test("A confirmed review is published once, and only if the draft is still the one that was shown")
    func confirmation() {
        var client = ServedAssistant([.publish])
        client.call("publish_draft")
        _ = client.end(Self.draft)
        client.call("publish_draft", ["digest": "token-of-a-review"])
        #expect(client.started.last?.command.words.contains("publish") == true)
        #expect(client.started.last?.command.words.contains("--expect=digest-of-the-draft") == true)
        _ = client.end("{\"published\": true}")
        let answer = client.call("publish_draft", ["digest": "token-of-a-review"], id: 2)
        #expect(answer.first?.at("result", "isError")?.bool == true)
        #expect(client.started.count == 2)
    }

    @Test(
        "A review of another call, or an old one, publishes nothing",
        arguments: [("other", 0.0), ("live", 901.0)])
    func staleReview(source: String, later: Double) {
        var client = ServedAssistant([.publish])
        client.call("publish_draft", ["source": "live"])
        _ = client.end(Self.draft)
        let arguments: JSONValue = ["source": .string(source), "digest": "token-of-a-review"]
        let answer = client.call("publish_draft", arguments, at: later)
        #expect(answer.first?.at("result", "isError")?.bool == true)
        #expect(client.started.count == 1)
    }

    @Test("A call that waits is made for the client that asked for it")
    func clients() {
        var client = ServedAssistant()
        for (id, name) in (1...17).map({ ($0, $0 == 17 ? "late" : "early") }) {
            let info: JSONValue = ["name": .string(name)]
            client.request(
                "tools/call",
                JSONObject(present: ["name": "list_keys", "_meta": [ProtocolField.client: info]]), id: id)
        }
        #expect(client.started.allSatisfy { $0.client == "early" })
        _ = client.end("{\"keys\": []}")
        #expect(client.started.last?.client == "late")
    }

    @Test("A long guide is read in pages, which together are the guide")
    func guides() throws {
        let text = "# Words\n\nAll words.\n" + (0..<3_000).map { "line \($0)\n" }.joined()
        var client = ServedAssistant(guides: [Guide(name: "Words", text: text)])
        let listed = client.request("resources/list").first?.at("result", "resources")?.array ?? []
        #expect(listed.contains { $0.at("uri")?.string == "experiments://guides/Words" })
        var found = ""
        var address = "experiments://guides/Words"
        while true {
            let answer = client.request("resources/read", JSONObject(present: ["uri": .string(address)]))
                .first
            let page = try #require(answer?.at("result", "contents", "0", "text")?.string)
            #expect(page.utf16.count <= ToolAnswer.limit)
            guard page.hasSuffix(")\n"), let cut = page.dropLast(2).cut(atLast: "(") else {
                found += page
                break
            }
            found += cut.before.dropLast()
            address = cut.after.split(separator: " ").last.map(String.init) ?? ""
        }
        #expect(found == text)
    }

    @Test(
        "A page that a text does not have is refused",
        arguments: ["guides/Words?page=2", "guides/Words?page=0", "guides/Other", "project?page=-1"])
    func unknownPage(path: String) {
        var client = ServedAssistant(guides: [Guide(name: "Words", text: "# Words\n")])
        let answer = client.request(
            "resources/read", JSONObject(present: ["uri": .string("experiments://" + path)]))
        #expect(answer.first?.at("error", "code")?.int == -32602)
    }

    @Test("A client that subscribes to the project file gets a message when it changes")
    func projectChange() {
        var client = ServedAssistant()
        client.initialize("2025-11-25")
        client.send(
            """
            {"jsonrpc": "2.0", "id": 3, "method": "resources/subscribe", "params": {"uri": "experiments://project"}}
            """)
        #expect(client.server.changed(keys: ["a"]).isEmpty)
        #expect(client.server.changed(keys: [], project: true).count == 1)
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
        let answer = client.request(
            "subscriptions/listen", JSONObject(present: ["notifications": wanted]), id: 9)
        #expect(answer.first?.at("method")?.string == "notifications/subscriptions/acknowledged")
        #expect(client.server.changed(keys: ["a"]).count == 1)
        client.send(
            "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": 9}}")
        #expect(client.server.changed(keys: ["a"]).isEmpty)
    }

    @Test(
        "An address that is no resource is refused",
        arguments: [
            "file:///etc/passwd", "experiments://keys/", "experiments://help/--config", "experiments://x",
        ])
    func unknownResource(address: String) {
        var client = ServedAssistant()
        let answer = client.request("resources/read", JSONObject(present: ["uri": .string(address)]))
        #expect(answer.first?.at("error", "code")?.int == -32602)
        #expect(client.started.isEmpty)
    }
}
