import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import OpenFeatureRemote

@Suite("Answers to an evaluation of all flags", .inTurn)
struct EvaluationAnswerTests {
    func read(_ body: String) throws -> EvaluationAnswer {
        try EvaluationAnswer(parsing: Array(body.utf8), from: server())
    }

    func entry(_ value: String) throws -> Snapshot.Entry? {
        try read(#"{"flags": [{"key": "a", "value": \#(value)}]}"#).entries["a"]
    }

    @Test("flagd's flags are read, with reasons, variants, a code default and what failed")
    func flagd() throws {
        let answer = try read(Answers.flagd)
        #expect(
            answer.entries == [
                "new-checkout": Snapshot.Entry(text: "true", supplier: "STATIC, variant on"),
                "discount": Snapshot.Entry(text: "1", supplier: "TARGETING_MATCH, variant small"),
                "layout": Snapshot.Entry(
                    text: #"{"sizes":[1,2.50],"name":"ü"}"#, supplier: "DEFAULT, variant wide"),
                "banner": Snapshot.Entry(text: nil, supplier: "DEFAULT"),
                "switched-off": Snapshot.Entry(text: nil, supplier: "DISABLED"),
            ])
        #expect(
            answer.notes == [SourceNote(title: "broken", text: "PARSE_ERROR: Error parsing flag `broken`")])
        #expect(answer.stream?.url.absoluteString == "http://127.0.0.1:8016/ofrep/v1/sse/shop")
        #expect(answer.stream?.longestSilence == .seconds(60))
    }

    @Test(
        "GO Feature Flag's null beside an error does not ask for the code default, and its empty error code is ignored"
    )
    func goFeatureFlag() throws {
        let answer = try read(Answers.goFeatureFlag)
        #expect(
            answer.entries == [
                "color": Snapshot.Entry(text: "blue", supplier: "TARGETING_MATCH_SPLIT, variant b"),
                "offline": Snapshot.Entry(text: nil, supplier: "DISABLED"),
                "list": Snapshot.Entry(text: #"[1,"two"]"#, supplier: "STATIC, variant default"),
            ])
        #expect(answer.notes == [SourceNote(title: "percent", text: "TARGETING_KEY_MISSING: no key")])
        #expect(answer.stream == nil)
    }

    @Test("Flipt's value is the variant's name, and its first stream of events is the one")
    func flipt() throws {
        let answer = try read(Answers.flipt)
        #expect(
            answer.entries["theme"] == Snapshot.Entry(text: "dark", supplier: "TARGETING_MATCH, variant dark")
        )
        #expect(answer.entries["beta"]?.text == "false")
        #expect(answer.stream?.url.query == "key=very-secret")
        #expect(answer.notes.isEmpty)
    }

    @Test(
        "a number keeps its digits",
        arguments: [
            "7", "7.0", "1e+16", "-0.0", "12345678901234567890", "0.1000000000000000055511151231257827",
            "5e-324",
        ])
    func digits(number: String) throws {
        #expect(try entry(number)?.text == number)
    }

    @Test("a text is not written as JSON, an empty one is a value")
    func texts() throws {
        #expect(try entry(#""a \"b\" \u00fc""#)?.text == #"a "b" ü"#)
        #expect(try entry(#""""#) == Snapshot.Entry(text: ""))
        #expect(try entry("null") == Snapshot.Entry(text: nil))
    }

    @Test("a flag without a key, or listed twice, costs only itself")
    func odd() throws {
        let answer = try read(
            #"{"flags": [7, {"value": 1}, {"key": 3}, {"key": "a", "value": 1}, {"key": "a", "value": 2}]}"#)
        #expect(answer.entries == ["a": Snapshot.Entry(text: "2")])
        #expect(answer.notes.allSatisfy { $0.title == SourceNote.problemTitle })
        #expect(
            answer.notes.map(\.text) == [
                "flag 1 has no key; it is ignored", "flag 2 has no key; it is ignored",
                "flag 3 has no key; it is ignored", "\"a\" is listed twice; the last one counts",
            ])
    }

    @Test("a flag whose value has a misspelled name is named")
    func misspeltValue() throws {
        let answer = try read(#"{"flags": [{"key": "a", "valeu": 1}, {"key": "b", "reason": "DEFAULT"}]}"#)
        #expect(answer.notes.map(\.text) == [#""a" has no value, but "valeu"; did you mean "value"?"#])
    }

    @Test(
        "a member of the wrong type is named, since it has no effect",
        arguments: [
            (#""metadata": 1"#, "metadata: expected an object, found"),
            (#""eventStreams": "x""#, "eventStreams: expected a list, found"),
            (#""eventStreams": [3]"#, "event stream 1: expected an object, found"),
            (#""eventStreams": [{"type": 4}]"#, "event stream 1: type: expected a string, found"),
            (
                #""eventStreams": [{"type": "none", "url": 4}]"#,
                "event stream 1: url: expected a string, found"
            ),
            (
                #""eventStreams": [{"type": "none", "endpoint": []}]"#,
                "event stream 1: endpoint: expected an object"
            ),
            (
                #""eventStreams": [{"type": "none", "inactivityDelaySec": 1.5}]"#,
                "event stream 1: inactivityDelaySec: expected an integer, found"
            ),
        ])
    func wrongMember(member: String, note: String) throws {
        let answer = try read(#"{"flags": [{"key": "a", "value": 1}], \#(member)}"#)
        #expect(answer.notes.count == 1)
        #expect(answer.notes.first?.text.hasPrefix(note) == true, "\(answer.notes)")
        #expect(answer.entries.keys.sorted() == ["a"])
    }

    @Test(
        "a member of a flag that has the wrong type is named, and the value counts",
        arguments: [
            (#""variant": 5"#, "variant: expected a string, found"),
            (#""reason": 7"#, "reason: expected a string, found"),
            (#""metadata": [1]"#, "metadata: expected an object, found"),
            (#""errorDetails": {}"#, "errorDetails: expected a string, found"),
        ])
    func wrongFlagMember(member: String, note: String) throws {
        let answer = try read(#"{"flags": [{"key": "a", "value": 1, \#(member)}]}"#)
        #expect(answer.notes.map(\.text).first?.hasPrefix("\"a\": \(note)") == true, "\(answer.notes)")
        #expect(answer.entries.keys.sorted() == ["a"])
    }

    @Test("a member that is null is as one that is not there")
    func nullMember() throws {
        let text =
            #"{"flags": [{"key": "a", "value": 1, "variant": null, "reason": null}], "eventStreams": null}"#
        #expect(try read(text).notes.isEmpty)
    }

    @Test("of a thousand failures, fifty are reported and the rest is counted")
    func many() throws {
        let flags = (0..<1000).map { #"{"key": "k\#($0)", "errorCode": "GENERAL"}"# }.joined(separator: ",")
        let answer = try read(#"{"flags": [\#(flags)]}"#)
        #expect(answer.notes.count == 51)
        #expect(answer.notes.last?.text == "950 more such flags")
    }

    @Test("what the server writes is cut and shown on one line, and never repeats the token")
    func hostileText() throws {
        let answer = try read(
            #"{"flags": [{"key": "a", "errorCode": "X\u001b[31m", "errorDetails": "\#(KeeperUnderTest.secret)\n"#
                + String(repeating: "x", count: 5000) + #""}]}"#)
        let note = try #require(answer.notes.first)
        #expect(note.text.count < 400)
        #expect(!note.text.contains("\n") && !note.text.contains("\u{1B}"))
        #expect(!note.text.contains(KeeperUnderTest.secret))
    }

    @Test("a token that stands where a text is cut is hidden whole")
    func cutSecret() throws {
        let details = String(repeating: "x", count: 290) + KeeperUnderTest.secret
        let answer = try read(#"{"flags": [{"key": "a", "errorCode": "X", "errorDetails": "\#(details)"}]}"#)
        let note = try #require(answer.notes.first)
        #expect(!note.text.contains(KeeperUnderTest.secret.prefix(4)), "\(note.text)")
    }

    @Test(
        "any other answer is refused with a reason",
        arguments: [
            ("", "not JSON"), ("{\"flags\": [", "not JSON"), ("[]", "expected a JSON object, found array"),
            ("{}", "expected a list called \"flags\""), (#"{"flags": {}}"#, "found object"),
            (#"{"errorCode": "GENERAL", "errorDetails": "no"}"#, "GENERAL: no, with the status of a success"),
        ])
    func refused(body: String, words: String) throws {
        let problem = #expect(throws: MessageError.self) { try read(body) }
        #expect(problem?.description.contains(words) == true, "\(String(describing: problem))")
    }
}
