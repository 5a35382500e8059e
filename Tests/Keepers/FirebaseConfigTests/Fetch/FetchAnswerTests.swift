import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("Answers to a fetch", .inTurn)
struct FetchAnswerTests {
    let key = APIKey("secret-" + UUID().uuidString)

    func read(
        _ body: String, status: Int = 200, headers: HeaderFields = ["ETag": "etag-2"],
        knownEtag: String? = "etag-1"
    ) throws(FirebaseFetchError) -> FetchAnswer {
        try FetchAnswerReader(
            response: TransportResponse(status: status, headers: headers, body: Array(body.utf8)),
            knownEtag: knownEtag, now: Date(timeIntervalSince1970: 0), key: key
        ).read()
    }

    func error(_ body: String, status: Int = 200, knownEtag: String? = "etag-1") -> FirebaseFetchError? {
        #expect(throws: FirebaseFetchError.self) { try read(body, status: status, knownEtag: knownEtag) }
    }

    @Test("UPDATE brings the set, its version and its tag")
    func update() throws {
        let answer = try read(
            #"{"state": "UPDATE", "entries": {"a": "1", "b": ""}, "templateVersion": "42"}"#)
        #expect(
            answer
                == .update(FetchedConfig(entries: ["a": "1", "b": ""], templateVersion: 42, etag: "etag-2")))
    }

    @Test("an update without entries empties the set")
    func updateWithoutEntries() throws {
        #expect(try read(#"{"state": "UPDATE"}"#) == .update(FetchedConfig(etag: "etag-2")))
    }

    @Test("an answer without a tag clears the tag")
    func noTag() throws {
        let answer = try read(#"{"state": "UPDATE", "entries": {"a": "1"}}"#, headers: [:])
        #expect(answer == .update(FetchedConfig(entries: ["a": "1"])))
    }

    @Test("entries without a state count as an update, neither is an error")
    func absentState() throws {
        #expect(
            try read(#"{"entries": {"a": "1"}}"#)
                == .update(FetchedConfig(entries: ["a": "1"], etag: "etag-2")))
        #expect(error("{}")?.description.contains("neither \"state\" nor \"entries\"") == true)
    }

    @Test("NO_CHANGE and 304 both say unchanged")
    func unchanged() throws {
        #expect(try read(#"{"state": "NO_CHANGE"}"#) == .noChange(templateVersion: nil))
        #expect(try read("", status: 304) == .noChange(templateVersion: nil))
    }

    @Test("NO_CHANGE may bring the version that has the same values")
    func unchangedVersion() throws {
        #expect(try read(#"{"state": "NO_CHANGE", "templateVersion": "6"}"#) == .noChange(templateVersion: 6))
        #expect(
            error(#"{"state": "NO_CHANGE", "templateVersion": "six"}"#)?.description.contains(
                "templateVersion")
                == true)
    }

    @Test("unchanged is an error when there is nothing to be unchanged")
    func unchangedFromNothing() {
        #expect(error(#"{"state": "NO_CHANGE"}"#, knownEtag: nil) != nil)
        #expect(error("", status: 304, knownEtag: nil) != nil)
    }

    @Test("EMPTY_CONFIG and NO_TEMPLATE empty the set, whatever entries say")
    func empties() throws {
        let expected = FetchedConfig(templateVersion: 3, etag: "etag-2")
        let rest = #""templateVersion": 3, "entries": {"a": "1"}"#
        #expect(try read(#"{"state": "EMPTY_CONFIG", \#(rest)}"#) == .emptyConfig(expected))
        #expect(try read(#"{"state": "NO_TEMPLATE", \#(rest)}"#) == .noTemplate(expected))
    }

    @Test(
        "a state that says nothing is an error that names it",
        arguments: [
            (#"{"state": "INSTANCE_STATE_UNSPECIFIED"}"#, "INSTANCE_STATE_UNSPECIFIED"),
            (#"{"state": "LATER"}"#, "unknown \"state\": LATER"),
            (#"{"state": 3}"#, "\"state\" must be a string, found number"),
        ])
    func badStates(body: String, words: String) {
        #expect(error(body)?.description.contains(words) == true)
    }

    @Test("an error within a 200 is a refusal with its code")
    func errorInGoodStatus() {
        let body = #"{"error": {"code": 503, "status": "UNAVAILABLE", "message": "Try later"}}"#
        let refusal = ServerRefusal(
            service: .remoteConfig, status: 503, name: "UNAVAILABLE", message: "Try later",
            bytes: body.utf8.count)
        #expect(error(body) == .refused(refusal, nextAttempt: nil))
    }

    @Test("every status but 200 and 304 is a refusal with the service's words")
    func refusals() {
        for status in [201, 204, 301, 400, 401, 403, 404, 429, 500, 503] {
            let answer = error(
                #"{"error": {"code": 1, "message": "No: \#(status)", "status": "X"}}"#, status: status)
            #expect(answer?.httpStatus == status)
            #expect(answer?.description == "Remote Config returned \(status) X: No: \(status)")
        }
    }

    @Test("a refusal's text is cut to one safe line, and never holds the API key")
    func refusalText() {
        let message = "api_key:\(key.text)\\n\\u001b[31mred\\u202e " + String(repeating: "x", count: 5000)
        let text = error(#"{"error": {"message": "\#(message)"}}"#, status: 403)?.description ?? ""
        #expect(text.hasPrefix("Remote Config returned 403: api_key:(hidden) [31mred xxx"))
        #expect(!text.contains(key.text))
        #expect(text.count < 340)
    }

    @Test("entries that are not strings are all named, in order")
    func wrongEntries() {
        let body =
            #"{"state": "UPDATE", "entries": {"a": 1, "b": "fine", "c": {"x": 1}, "d": null, "e": true}}"#
        let expected = [
            InvalidEntry(key: "a", kind: "number"), InvalidEntry(key: "c", kind: "object"),
            InvalidEntry(key: "d", kind: "null"), InvalidEntry(key: "e", kind: "boolean"),
        ]
        #expect(error(body) == .invalidEntries(expected, bytes: body.utf8.count))
        #expect(
            error(body)?.description
                == "Remote Config sent values that are not strings: a (number), c (object), d (null), e (boolean)"
        )
    }

    @Test("a broken body is reported with its place")
    func brokenBody() {
        let text = error("{\n  \"state\": \"UPDATE\",\n  \"entries\": {\"a\": \"1\"")?.description ?? ""
        #expect(text.contains("not JSON"))
        #expect(text.contains("at line 3"))
        #expect(text.contains("of a response of 45 bytes"))
        #expect(error("<html>")?.description.contains("it is a web page") == true)
        #expect(error("[]")?.description.contains("expected a JSON object, found array") == true)
    }

    @Test("a name that occurs twice is an error: two readers could disagree")
    func duplicates() {
        let body = #"{"state": "UPDATE", "entries": {"a": "1", "a": "2"}}"#
        #expect(error(body)?.description.contains("\"a\" occurs twice") == true)
    }

    @Test(
        "members of the wrong kind are named",
        arguments: ["entries", "experimentDescriptions", "rolloutMetadata", "personalizationMetadata"])
    func wrongKinds(name: String) {
        #expect(
            error(#"{"state": "UPDATE", "\#(name)": 5}"#)?.description.contains("\"\(name)\" must be") == true
        )
    }

    @Test("experiments, rollouts and personalization are kept")
    func metadata() throws {
        let answer = try read(
            """
            {"state": "UPDATE", "entries": {"a": "1"}, "templateVersion": 9007199254740993,
             "experimentDescriptions": [
               {"experimentId": "_exp_1", "variantId": "2", "experimentStartTime": "2026-03-01T00:00:00.000Z",
                "triggerEvent": "", "timeToLiveMillis": "15552000000", "affectedParameterKeys": ["a"], "new": [1]},
               {"variantId": "2"}],
             "rolloutMetadata": [{"rolloutId": "r", "variantId": "v", "affectedParameterKeys": ["a"]}],
             "personalizationMetadata": {"a": {"personalizationId": "p", "armIndex": 1, "choiceId": "c",
               "group": "P13N"}}}
            """)
        guard case .update(let config) = answer else {
            Issue.record("expected an update, got \(answer)")
            return
        }
        #expect(config.templateVersion == 9_007_199_254_740_993)
        #expect(config.experiments.count == 1)
        #expect(config.experiments.first?.experimentID == "_exp_1")
        #expect(config.experiments.first?.variantID == "2")
        #expect(config.experiments.first?.startTime == Date(timeIntervalSince1970: 1_772_323_200))
        #expect(config.experiments.first?.triggerEvent == nil)
        #expect(config.experiments.first?.affectedParameterKeys == ["a"])
        #expect(config.experiments.first?.json["new"] == [1])
        #expect(
            config.rollouts == [
                RolloutAssignment(rolloutID: "r", variantID: "v", affectedParameterKeys: ["a"])
            ])
        #expect(
            config.personalization["a"]
                == PersonalizationAssignment(
                    personalizationID: "p", armIndex: 1, choiceID: "c", group: "P13N"))
    }
}
