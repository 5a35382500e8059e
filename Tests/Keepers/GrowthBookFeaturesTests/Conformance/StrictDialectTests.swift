import ExperimentsCore
import GrowthBookFeatures
import TestSupport
import Testing

/// The strict dialect against the SDK for Python 4.0.0, which was asked the recorded conditions.
@Suite(
    "The strict dialect", .inTurn, .enabled(if: Conformance.isPresent, Comment(rawValue: Conformance.absence))
)
struct StrictDialectTests {
    /// The conditions of which the SDK for Python says the opposite of what is recorded.
    private static let opposite: Set = [
        "missing attribute with comparison operators",
        "comparing numbers and strings - v2",
        "literal 0 against false",
        "literal 0 against []",
        "literal 1 against true",
        "literal 10 against ' 10 '",
        "literal 'null' against missing",
        "literal '10' against ['10']",
        "literal true against 1.5",
        "literal true against ' 10 '",
        "literal true against 'false'",
        "literal true against []",
        "literal true against [10]",
        "literal true against [1,2]",
        "literal false against ''",
        "literal {} against 1",
        "literal {} against 1.5",
        "literal {} against '0'",
        "literal {} against ' 10 '",
        "literal {} against 'null'",
        "literal {} against [5]",
        "literal {} against {a,b}",
        "$lt 'abc' against {b,a}",
        "$lt true against ''",
        "$lt true against []",
        "$lt [5] against 1",
        "$lt [5] against '10'",
        "$lte 5 against missing",
        "$lte 5 against ''",
        "$lte 5 against [5]",
        "$lte '5' against true",
        "$lte null against null",
        "$gt true against '10'",
        "$gt true against ' 10 '",
        "$gt true against ['10']",
        "$gt null against [5]",
        "$gt [5] against 'false'",
        "$gte '5' against {}",
        "$gte true against [5]",
        "$gte null against 10",
        "$gte null against '0'",
        "$gte null against [5]",
        "$vne \"0\" against null",
        "$vne \"0\" against true",
        "$vlte \"1.0.0\" against undefined",
        "$vgte \"1\" against 1",
        "$vgte \"1.5\" against 1.5",
        "$size text",
        "$size true of one",
        "$elemMatch skips false",
        "$all coerces literals",
        "$alli number against text",
        "$regex against an array",
        "not an unknown operator passes",
    ]

    @Test("Conditions hold as the SDK for Python 4 says", arguments: RecordedCases.allCases)
    func conditions(file: RecordedCases) throws {
        for recorded in try file.section("evalCondition") {
            let name = recorded[0].string ?? ""
            let context: JSONValue = [
                "attributes": recorded[2],
                "features": ["f": ["rules": [["force": true, "condition": recorded[1]]]]],
                "savedGroups": recorded.count > 4 ? recorded[4] : .object(JSONObject()),
            ]
            let isOn = try evaluator(context, EvaluationOptions(dialect: .strict)).evaluate("f").isOn
            let expected = (recorded[3].bool == true) != Self.opposite.contains(name)
            #expect(isOn == expected, "\(name): \(recorded[1].compactText)")
        }
    }
}
