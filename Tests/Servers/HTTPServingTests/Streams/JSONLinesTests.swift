import ExperimentsHTTPServing
import ExperimentsSupport
import ExperimentsTransport
import TestSupport
import Testing

@Suite("JSON on several lines", .inTurn)
struct JSONLinesTests {
    private func lines(_ text: String, length: Int) -> [String] {
        ServerSentEvent.lines(of: Array(text.utf8), length: length).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test("long lines are broken after commas outside of texts")
    func cuts() {
        #expect(lines(#"{"a":1,"b":2}"#, length: 40) == [#"{"a":1,"b":2}"#])
        #expect(lines(#"{"a":1,"b":2,"c":3}"#, length: 8) == [#"{"a":1,"#, #""b":2,"#, #""c":3}"#])
        #expect(lines(#"["a,b,c","\",d,","e"]"#, length: 10) == [#"["a,b,c","#, #""\",d,","#, #""e"]"#])
        #expect(lines(#"["a\\","b"]"#, length: 6) == [#"["a\\","#, #""b"]"#])
    }

    @Test("has a line of its own for a text that is too long")
    func longTexts() {
        #expect(lines(#"[1,"aaaaaaaaaaaa",2]"#, length: 6) == ["[1,", #""aaaaaaaaaaaa","#, "2]"])
        #expect(lines(#""aaaaaaaaaaaa""#, length: 6) == [#""aaaaaaaaaaaa""#])
    }

    @Test("of an event is the same document to who reads it, on lines that fit into clients' buffers")
    func events() throws {
        let features = (0..<20_000).map {
            JSONObject.Member(name: "feature, \($0)", value: ["defaultValue": "a,\"b"])
        }
        let document = JSONValue.object(JSONObject(distinct: features))
        let bytes = ServerSentEvent(id: "1", name: "features", data: document).bytes
        #expect(bytes.split(separator: 10).allSatisfy { $0.count <= ServerSentEvent.usualLineLength + 10 })
        var parser = EventStreamParser(limit: 8 << 20)
        guard case .event(let event)? = parser.read(bytes).last else {
            Issue.record("no event")
            return
        }
        #expect(event.type == "features" && event.id == "1")
        #expect(try JSONValue(parsing: event.data) == document)
    }
}
