import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@Suite("Server templates", .inTurn)
struct ServerTemplateTests {
    private func evaluate(
        _ condition: String, _ context: EvaluationContext = EvaluationContext()
    ) throws -> ServerEvaluation {
        let text = #"""
            {"conditions": [{"name": "c", "condition": \#(condition)}],
             "parameters": {"p": {"defaultValue": {"value": "off"}, "conditionalValues": {"c": {"value": "on"}}}}}
            """#
        return try ServerTemplate(parsing: Array(text.utf8)).evaluate(for: context)
    }

    private func signal(_ name: String, _ targets: String, _ value: JSONValue?) throws -> Bool? {
        let condition = #"""
            {"customSignal": {"customSignalOperator": "\#(name)", "customSignalKey": "k",
                              "targetCustomSignalValues": [\#(targets)]}}
            """#
        return try evaluate(condition, EvaluationContext(value.map { ["k": $0] } ?? [:])).holds("c")
    }

    @Test("if the SDKs differ, a signal that is there counts, also an empty one, 0 or false")
    func presence() throws {
        #expect(try signal("STRING_EXACTLY_MATCHES", #""""#, "") == true)
        #expect(try signal("STRING_DOES_NOT_CONTAIN", #""v""#, "") == true)
        #expect(try signal("NUMERIC_EQUAL", #""0""#, 0) == true)
        #expect(try signal("NUMERIC_EQUAL", #""0""#, false) == true)
        #expect(try signal("NUMERIC_NOT_EQUAL", #""1""#, .null) == false)
        #expect(try signal("NUMERIC_NOT_EQUAL", #""1""#, nil) == false)
    }

    @Test("numbers and booleans become text as in JSON")
    func texts() throws {
        for (lexeme, text) in [
            ("1.0", "1"), ("1e21", "1e+21"), ("1e-7", "1e-7"), ("0.00001", "0.00001"),
            ("0.000001", "0.000001"),
            ("2.5", "2.5"), ("1e20", "100000000000000000000"),
            ("12345678901234567890", "12345678901234567890"),
            ("-0", "0"), ("1.5e300", "1.5e+300"), ("-2.50", "-2.5"),
        ] {
            #expect(try signal("STRING_EXACTLY_MATCHES", "\"\(text)\"", .number(lexeme)) == true, "\(lexeme)")
        }
        #expect(try signal("STRING_EXACTLY_MATCHES", #""true""#, true) == true)
    }

    @Test("letters in one piece and in two are different, as everywhere else")
    func normalization() throws {
        #expect(try signal("STRING_EXACTLY_MATCHES", #""\u00e9""#, "e\u{301}") == false)
        #expect(try signal("STRING_CONTAINS", #""e""#, "e\u{301}") == true)
    }

    @Test("a version has at most five segments, of digits")
    func versions() throws {
        #expect(try signal("SEMANTIC_VERSION_EQUAL", #""1.2.3.4.5""#, "1.2.3.4.5") == true)
        #expect(try signal("SEMANTIC_VERSION_EQUAL", #""1.2.3.4.5.6""#, "1.2.3.4.5.6") == false)
        #expect(try signal("SEMANTIC_VERSION_NOT_EQUAL", #""1""#, "1.x") == false)
        #expect(try signal("SEMANTIC_VERSION_EQUAL", #""1.2""#, "1. 2") == true)
        #expect(try signal("SEMANTIC_VERSION_GREATER_THAN", #""1.5""#, "2.-1") == true)
        #expect(try signal("SEMANTIC_VERSION_NOT_EQUAL", #""2.5""#, "2.-1") == false)
    }

    @Test("a pattern that cannot be used makes its condition false and is reported with its place")
    func badPattern() throws {
        let condition = #"""
            {"customSignal": {"customSignalOperator": "STRING_CONTAINS_REGEX", "customSignalKey": "k",
                              "targetCustomSignalValues": ["x", "("]}}
            """#
        let stuck = try evaluate(condition, EvaluationContext(["k": "pro"]))
        #expect(stuck["p"].text == "off")
        #expect(
            stuck.problems.first?.path.description
                == "conditions[0].condition.customSignal.targetCustomSignalValues[1]")
        // A target before it that matches settles the matter, and so does a missing signal.
        #expect(try evaluate(condition, EvaluationContext(["k": "x"])).problems.isEmpty)
        #expect(try evaluate(condition).problems.isEmpty)
    }

    @Test("a value keeps the name of the condition that decided it")
    func condition() throws {
        let evaluation = try evaluate(#"{"true": {}}"#)
        #expect(evaluation["p"] == ConfigValue(text: "on", source: .remote, condition: "c"))
        #expect(try evaluate(#"{"false": {}}"#)["p"] == ConfigValue(text: "off", source: .remote))
        #expect(evaluation["q"] == .none)
    }

    @Test("of two conditions with one name, the last result stays at the first one's place")
    func duplicateNames() throws {
        let text = #"""
            {"conditions": [{"name": "a", "condition": {"true": {}}}, {"name": "b", "condition": {"true": {}}},
                            {"name": "a", "condition": {"false": {}}}],
             "parameters": {"p": {"conditionalValues": {"a": {"value": "A"}, "b": {"value": "B"}}}}}
            """#
        let evaluation = try ServerTemplate(parsing: Array(text.utf8)).evaluate(for: EvaluationContext())
        #expect(evaluation["p"].text == "B")
        #expect(evaluation.conditions.map(\.name) == ["a", "b"])
        #expect(evaluation.conditions.map(\.holds) == [false, true])
    }

    @Test("null is the same as nothing")
    func nulls() throws {
        let text = #"""
            {"conditions": [{"name": "c", "expression": null, "condition": {"true": null, "false": {}}}],
             "parameters": {"p": {"defaultValue": null, "conditionalValues": null, "description": null},
                            "q": {"defaultValue": {"value": "1", "useInAppDefault": null}}}, "parameterGroups": null}
            """#
        let evaluation = try ServerTemplate(parsing: Array(text.utf8)).evaluate(
            for: EvaluationContext(), defaults: ["p": "own"])
        #expect(evaluation["p"] == ConfigValue(text: "own", source: .default))
        #expect(evaluation["q"].text == "1")
        #expect(evaluation.holds("c") == false)
    }

    @Test("a condition that was not compiled is refused, as by the SDKs")
    func uncompiled() throws {
        let text = #"{"conditions": [{"name": "c", "expression": "true"}]}"#
        let error = try #require(throws: TemplateProblems.self) {
            try ServerTemplate(parsing: Array(text.utf8))
        }
        #expect(error.problems.map(\.path.description) == ["conditions[0]"])
    }

    @Test("a malformed tree is refused with every problem and its place")
    func malformed() throws {
        let text = #"""
            {"conditions": [
              {"name": "c", "condition": {"percent": {"percentOperator": "BETWEEN", "microPercent": "many"}}},
              {"name": "d", "condition": {"andCondition": {"conditions": [7]}}}]}
            """#
        let error = try #require(throws: TemplateProblems.self) {
            try ServerTemplate(parsing: Array(text.utf8))
        }
        #expect(
            error.problems.map(\.path.description) == [
                "conditions[0].condition.percent.microPercent",
                "conditions[1].condition.andCondition.conditions[0]",
            ])
        #expect(error.problems.map(\.line) == [2, 3])
    }

    @Test(
        "a condition that is never met, or has a pattern that SDKs do not agree on, is named",
        arguments: [
            (
                #"{"orConditon": {"conditions": []}}"#,
                "has none of orCondition, andCondition, true, false, percent, customSignal"
            ),
            (#"{}"#, "and is never met"),
            (#"{"percent": {"percentOperator": "BETWEEN", "microPercent": 5}}"#, "has no microPercentRange"),
            (
                #"{"customSignal": {"customSignalKey": "s", "customSignalOperator": "STRING_CONTAINS_REGEX", "targetCustomSignalValues": ["a", "\\Ax"]}}"#,
                "which SDKs read differently or not at all"
            ),
        ])
    func neverMet(_ condition: String, _ words: String) throws {
        let text =
            #"{"conditions": [{"name": "c", "condition": \#(condition)}], "parameters": {"k": {"defaultValue": {"value": "0"}, "conditionalValues": {"c": {"value": "1"}}}}}"#
        let problems = TemplateValidator(namespace: .server).read(Array(text.utf8)).problems
        #expect(problems.count == 1 && problems[0].message.contains(words), "\(problems)")
    }
}
