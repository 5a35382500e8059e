/// A compiled server template of 500 conditions and 3,000 parameters: percentages, versions, texts and patterns, each
/// parameter with two conditional values.
struct SampleServerTemplate {
    static let conditions = 500
    static let parameters = 3000
    static let context =
        #"{"randomizationId": "user-1234567", "tier": "gold", "app_version": "2.10.1", "age": 42}"#

    /// The JSON text.
    let text: String

    init() {
        let conditions = (0..<Self.conditions).map { number in
            #"{"name": "condition_\#(number)", "condition": {"orCondition": {"conditions": [{"andCondition": {"#
                + #""conditions": [\#(Self.atoms(number))]}}]}}}"#
        }
        let parameters = (0..<Self.parameters).map { number in
            let first = number % Self.conditions
            let second = (number * 7 + 3) % Self.conditions
            let other = second == first ? "" : #", "condition_\#(second)": {"value": "second \#(number)"}"#
            return #"""
                "parameter_\#(number)": {"defaultValue": {"value": "default \#(number)"},
                 "conditionalValues": {"condition_\#(first)": {"value": "first \#(number)"}\#(other)}}
                """#
        }
        text = #"""
            {"conditions": [\#(conditions.joined(separator: ",\n"))],
             "parameters": {\#(parameters.joined(separator: ",\n"))}}
            """#
    }

    private static func atoms(_ number: Int) -> String {
        let percent = #"""
            {"percent": {"percentOperator": "BETWEEN", "seed": "seed\#(number)", "microPercentRange":
             {"microPercentLowerBound": 0, "microPercentUpperBound": 50000000}}}
            """#
        let (name, key, target) = [
            ("STRING_EXACTLY_MATCHES", "tier", "gold"),
            ("SEMANTIC_VERSION_GREATER_EQUAL", "app_version", "2.9"),
            ("NUMERIC_GREATER_THAN", "age", "18"), ("STRING_CONTAINS_REGEX", "tier", "^g.*d$"),
        ][number % 4]
        return #"""
            {"customSignal": {"customSignalOperator": "\#(name)", "customSignalKey": "\#(key)",
             "targetCustomSignalValues": ["\#(target)"]}}, \#(percent)
            """#
    }
}
