import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import OpenFeatureRemote

@Suite("Requests for evaluations", .inTurn)
struct EvaluationRequestTests {
    func request(
        _ context: [String: JSONValue] = [:], etag: String? = nil, announced: AnnouncedChange? = nil,
        takesTextOnly: Bool = false, url: String = "http://127.0.0.1:8016"
    ) throws -> TransportRequest {
        try EvaluationRequest(
            server: server(url, takesTextOnly: takesTextOnly), context: SourcePersona(fields: context),
            etag: etag,
            announced: announced
        ).transportRequest()
    }

    func body(_ request: TransportRequest) -> String {
        String(decoding: request.body ?? [], as: UTF8.self)
    }

    @Test("all flags are asked for, with the token and as JSON")
    func head() throws {
        let request = try request()
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "http://127.0.0.1:8016/ofrep/v1/evaluate/flags")
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["accept"] == "application/json")
        #expect(request.headers["authorization"] == "Bearer \(KeeperUnderTest.secret)")
        #expect(request.headers["if-none-match"] == nil)
    }

    @Test("the server's address may have a path and end with a slash")
    func base() throws {
        let url = try request(url: "https://flags.example/team/").url
        #expect(url.absoluteString == "https://flags.example/team/ofrep/v1/evaluate/flags")
    }

    @Test("the context always names someone, as a text")
    func targetingKey() throws {
        #expect(try body(request()) == #"{"context":{"targetingKey":"experiments"}}"#)
        #expect(try body(request(["targetingKey": 7])) == #"{"context":{"targetingKey":"7"}}"#)
    }

    @Test("the context keeps its types, and its order does not change")
    func context() throws {
        let context: [String: JSONValue] = ["z": 1, "targetingKey": "u", "a": ["b": true], "n": .null]
        #expect(
            try body(request(context)) == #"{"context":{"targetingKey":"u","a":{"b":true},"n":null,"z":1}}"#)
    }

    @Test("a server that takes texts only gets texts, and nothing for null")
    func texts() throws {
        let context: [String: JSONValue] = ["z": 1, "a": ["b": true], "n": .null, "t": false]
        #expect(
            try body(request(context, takesTextOnly: true))
                == #"{"context":{"targetingKey":"experiments","a":"{\"b\":true}","t":"false","z":"1"}}"#)
    }

    @Test("a tag that cannot stand in a header is not sent")
    func etag() throws {
        #expect(try request(etag: "\"a b\"").headers["if-none-match"] == "\"a b\"")
        #expect(try request(etag: "\"a\r\nX-Y: z\"").headers["if-none-match"] == nil)
    }

    @Test("what was announced is sent back, encoded")
    func announced() throws {
        let change = try #require(
            AnnouncedChange(
                data: #"{"type": "refetchEvaluation", "etag": "\"a&b\"", "lastModified": 1771622898}"#))
        #expect(
            try request(announced: change).url.query
                == "flagConfigEtag=%22a%26b%22&flagConfigLastModified=1771622898")
        #expect(try request(announced: .missed).url.query == nil)
    }

    @Test(
        "events of other types, and invalid JSON, announce nothing",
        arguments: ["", "{", "7", "{}", #"{"type": "error"}"#, #"{"type": 3}"#, #"["refetchEvaluation"]"#])
    func otherEvents(data: String) {
        #expect(AnnouncedChange(data: data) == nil)
    }

    @Test("announcements add up: the later members count, and nothing unheard is forgotten")
    func joined() {
        let first = AnnouncedChange(mayHaveMissed: true, etag: "1", lastModified: "a")
        #expect(
            first.joined(with: AnnouncedChange(etag: "2"))
                == AnnouncedChange(mayHaveMissed: true, etag: "2", lastModified: "a"))
    }
}
