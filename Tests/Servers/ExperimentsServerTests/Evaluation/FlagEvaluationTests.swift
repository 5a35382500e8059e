import ExperimentsCore
import ExperimentsHTTPServing
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("Reports on a flag", .inTurn)
struct FlagEvaluationTests {
    @Test(
        "is the value that an app would get, by its type, with why",
        arguments: [
            (
                "on",
                #"{"key":"on","value":true,"reason":"STATIC","variant":"true","metadata":{"status":"ok"}}"#
            ),
            (
                "word",
                #"{"key":"word","value":"hi","reason":"STATIC","variant":"source","metadata":{"status":"ok"}}"#
            ),
            (
                "pick",
                #"{"key":"pick","value":"b","reason":"STATIC","variant":"b","metadata":{"status":"ok"}}"#
            ),
            (
                "group",
                #"{"key":"group","value":"b","reason":"STATIC","variant":"b_baseline","metadata":{"status":"ok"}}"#
            ),
            (
                "whole",
                #"{"key":"whole","value":-7,"reason":"STATIC","variant":"source","metadata":{"status":"ok"}}"#
            ),
            (
                "rate",
                #"{"key":"rate","value":7.0,"reason":"STATIC","variant":"source","metadata":{"status":"ok"}}"#
            ),
            (
                "tree",
                #"{"key":"tree","value":{"b":1.50,"a":[1e2]},"reason":"STATIC","variant":"source","metadata":{"status":"ok"}}"#
            ),
            (
                "nothing",
                #"{"key":"nothing","reason":"DEFAULT","variant":"source","metadata":{"status":"ok"}}"#
            ),
            (
                "wrong_too",
                #"{"key":"wrong_too","value":3,"reason":"DEFAULT","variant":"default","metadata":{"status":"incorrect"}}"#
            ),
            (
                "absent",
                #"{"key":"absent","reason":"DEFAULT","variant":"default","metadata":{"status":"missing"}}"#
            ),
            (
                "absent_too",
                #"{"key":"absent_too","value":"here","reason":"DEFAULT","variant":"default","metadata":{"status":"missing"}}"#
            ),
            ("own", #"{"key":"own","reason":"DEFAULT","variant":"default","metadata":{"status":"default"}}"#),
            (
                "set",
                #"{"key":"set","value":30,"reason":"STATIC","variant":"override","metadata":{"status":"override"}}"#
            ),
            (
                "set_wrong",
                #"{"key":"set_wrong","value":2,"reason":"DEFAULT","variant":"default","metadata":{"status":"incorrect"}}"#
            ),
        ])
    func values(key: String, text: String) async throws {
        let evaluation = try await ServedFixture.shop().source.answers.evaluation(of: key)
        #expect(evaluation.json.compactText == text)
        #expect(evaluation.httpStatus == 200)
    }

    @Test("is a number of the key's type, however the source writes it")
    func spellingsOfNumbers() async throws {
        let project = """
            source: {kind: file, path: values.yaml}
            keys:
              - {name: whole, type: int, default: 1}
              - {name: hexadecimal, type: int, default: 1}
              - {name: rate, type: double, default: 1}
            """
        let values = "whole: 7.0\nhexadecimal: 0x1F\nrate: .5"
        let fixture = try await ServedFixture(["experiments.yaml": project, "values.yaml": values])
        for (key, value) in [("whole", "7"), ("hexadecimal", "31"), ("rate", "0.5")] {
            let evaluation = fixture.source.answers.evaluation(of: key).json
            #expect(
                evaluation["value"] == .number(value) && evaluation["reason"] == "STATIC", "\(evaluation)")
        }
    }

    @Test("is why there is none, in the words and codes of OpenFeature")
    func failures() async throws {
        let source = try await ServedFixture.shop().source
        let wrong = source.answers.evaluation(of: "wrong")
        #expect(wrong.httpStatus == 400)
        #expect(wrong.json["errorCode"] == "PARSE_ERROR")
        #expect(wrong.json["errorDetails"]?.string?.contains(#"found "four""#) == true)
        #expect(wrong.json["metadata"] == ["status": "incorrect"])
        for name in ["ghost", "loose", "", "on ", "../x"] {
            let unknown = source.answers.evaluation(of: name)
            #expect(unknown.httpStatus == 404)
            #expect(unknown.json["key"]?.string == name)
            #expect(unknown.json["errorCode"] == "FLAG_NOT_FOUND")
            #expect(unknown.json["metadata"] == [:])
        }
    }

    @Test("before the first fetch is that no one knows")
    func notFetched() async throws {
        let source = try await ServedFixture.shop(fetches: false).source
        let unknown = source.answers.evaluation(of: "on")
        #expect(unknown.httpStatus == 500)
        #expect(unknown.json["errorCode"] == "GENERAL")
        #expect(unknown.json["key"] == "on")
        #expect(source.answers.evaluation(of: "set").json["value"] == 30)
        let all = await EvaluationAnswer(streamURI: nil).flags(
            body: [], noneMatch: "*", configTag: nil, source)
        #expect(all.status == 500)
    }

    @Test(
        "is reported of names that is not declared only where that is asked for, with a type that the text suggests"
    )
    func undeclared() async throws {
        let source = try await ServedFixture.shop(servesUndeclared: true).source
        #expect(source.answers.evaluation(of: "loose").json["value"] == "twelve")
        #expect(source.answers.evaluation(of: "ghost").httpStatus == 404)
        let names = try JSONValue(parsing: source.answers.array).array?.compactMap { $0["key"]?.string }
        #expect(names?.last == "loose")
        #expect(names?.count == 16)
    }

    @Test("of every number is a number of JSON that keeps its type")
    func numbers() throws {
        var generator = SeededGenerator(seed: 15)
        for _ in 0..<2000 {
            let double = Double(bitPattern: generator.next())
            if double.isFinite {
                let value = try #require(FlagValue("\(double)", ValueSchema(kind: .double))?.json)
                #expect(value.compactText.contains { ".e".contains($0) })
                #expect(try JSONValue(parsing: value.compactText).double == double)
            }
            let int = Int(bitPattern: UInt(generator.next()))
            #expect(FlagValue("\(int)", ValueSchema(kind: .int))?.json == .number("\(int)"))
        }
        #expect(FlagValue("-0", ValueSchema(kind: .int))?.json == 0)
        #expect(FlagValue("1e16", ValueSchema(kind: .double))?.json == .number("1e+16"))
    }

    @Test("says the same reasons that the source's decisions are")
    func reasons() async throws {
        let row = try #require(try await ServedFixture.shop().source.report.rows.first)
        let expected: [(ContextDecision, String)] = [
            (.everybody, "STATIC"), (.condition, "TARGETING_MATCH"), (.percentage, "SPLIT"),
            (.otherwise, "DEFAULT"),
        ]
        for (decision, reason) in expected {
            #expect(FlagEvaluation(row, decision).json["reason"]?.string == reason)
        }
        let missing = FlagEvaluation(row, .unassigned(by: "user_id"))
        #expect(missing.httpStatus == 400)
        #expect(missing.json["errorCode"] == "TARGETING_KEY_MISSING")
    }
}
