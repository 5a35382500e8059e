import ExperimentsSupport
import TestSupport
import Testing

@testable import ExperimentsMCP

@Suite("Messages of an assistant", .inTurn)
struct MessageTests {
    @Test(
        "A message that is not a valid request gets the error of the protocol",
        arguments: [
            ("{", -32700),
            ("[]", -32600),
            ("[{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}]", -32600),
            ("1", -32600),
            ("{}", -32600),
            ("{\"jsonrpc\": \"1.0\", \"id\": 1, \"method\": \"ping\"}", -32600),
            ("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": 5}", -32600),
            ("{\"jsonrpc\": \"2.0\", \"id\": null, \"method\": \"ping\"}", -32600),
            ("{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"ping\"}", -32600),
            ("{\"jsonrpc\": \"2.0\", \"id\": [], \"method\": \"ping\"}", -32600),
            ("{\"jsonrpc\": \"2.0\", \"id\": true, \"method\": \"ping\"}", -32600),
            ("{\"jsonrpc\": \"2.0\", \"id\": 1.5, \"method\": \"ping\"}", -32600),
            ("{\"jsonrpc\": \"2.0\", \"id\": 1e400, \"method\": \"ping\"}", -32600),
            ("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\", \"params\": []}", -32600),
            ("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\"}", -32602),
        ])
    func refused(line: String, code: Int) {
        var client = ServedAssistant()
        #expect(client.send(line).map { $0.at("error", "code")?.int } == [code])
    }

    @Test("An unknown method is an error")
    func unknownMethod() {
        var client = ServedAssistant()
        #expect(client.request("tools/destroy").first?.at("error", "code")?.int == -32601)
    }

    @Test("A revision that the server does not know is refused with the ones that it knows")
    func unknownRevision() {
        var client = ServedAssistant()
        let meta = "{\"io.modelcontextprotocol/protocolVersion\": \"2031-01-01\"}"
        let answer = client.send(
            "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\", \"params\": {\"_meta\": \(meta)}}")
        #expect(answer.first?.at("error", "code")?.int == -32022)
        #expect(answer.first?.at("error", "data", "supported", "0")?.string == "2026-07-28")
    }

    @Test(
        "The handshake agrees on the client's revision, or on the newest one with a handshake",
        arguments: [
            ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
            ("2026-07-28", "2025-11-25"), ("2024-11-05", "2025-11-25"),
        ])
    func handshake(asked: String, agreed: String) {
        var client = ServedAssistant()
        #expect(client.initialize(asked).first?.at("result", "protocolVersion")?.string == agreed)
        let tools = client.send("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\"}")
        #expect(tools.first?.at("result", "tools")?.array?.isEmpty == false)
    }

    @Test("Only the first revision takes several messages in an array")
    func batches() {
        let batch = "[{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}]"
        var first = ServedAssistant()
        first.initialize("2025-03-26")
        #expect(first.send(batch).first?.at("result") != nil)
        var later = ServedAssistant()
        later.initialize("2025-06-18")
        #expect(later.send(batch).first?.at("error", "code")?.int == -32600)
    }

    @Test("A client without a handshake learns about the server, and may not keep the answer")
    func discovery() {
        var client = ServedAssistant()
        let result = client.request("server/discover").first?.at("result")
        #expect(result?.at("supportedVersions", "0")?.string == "2026-07-28")
        #expect(result?.at("resultType")?.string == "complete")
        #expect(result?.at("ttlMs")?.int == 0)
        #expect(result?.at("_meta", "io.modelcontextprotocol/serverInfo", "name")?.string == "experiments")
    }

    @Test("A request with the id of one that still runs is refused, so that nothing is done twice")
    func repeatedID() {
        var client = ServedAssistant([.overrides])
        client.call("set_override", ["key": "a", "value": "1"], id: 7)
        let answer = client.call("set_override", ["key": "a", "value": "1"], id: 7)
        #expect(answer.first?.at("error", "code")?.int == -32600)
        #expect(client.started.count == 1)
    }

    @Test("Lines are found however the bytes are cut")
    func lines() {
        let text = Array("{\"a\":1}\n\r\n\n[2]\r\nx".utf8)
        for size in 1...text.count {
            var lines = MessageLines()
            var found: [MessageLines.Line] = []
            for start in stride(from: 0, to: text.count, by: size) {
                found += lines.take(text[start..<min(start + size, text.count)])
            }
            found += lines.finish()
            #expect(found.count == 3)
        }
    }

    @Test("A line that is too long is passed over, and the next one is read")
    func longLine() {
        var lines = MessageLines(limit: 10)
        let found = lines.take(Array(repeating: UInt8(ascii: "x"), count: 100) + Array("\n[1]\n".utf8))
        #expect(found == [.tooLong, .whole(Array("[1]".utf8))])
    }
}
