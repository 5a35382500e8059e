import ExperimentsCore

/// What a server template comes to for one context.
public struct ServerEvaluation: Sendable {
    private let template: ServerTemplate
    private let results: [Bool]
    private let values: [ConfigValue]
    private let defaults: [String: String]
    /// Patterns that could not be used; the conditions that needed them were taken to be false. The SDKs for Python and
    /// Node fail altogether there, those for Go and Java go on like this.
    public let problems: [TemplateProblem]

    init(
        template: ServerTemplate, results: [Bool], values: [ConfigValue], defaults: [String: String],
        problems: [TemplateProblem]
    ) {
        (self.template, self.results, self.values) = (template, results, values)
        (self.defaults, self.problems) = (defaults, problems)
    }

    /// The value of `key`: of the template, else the app's own, else the static one.
    public subscript(key: String) -> ConfigValue {
        if let index = template.index[key] { return values[index] }
        return defaults[key].map { ConfigValue(text: $0, source: .default) } ?? .none
    }

    /// Every parameter with its value, in the template's order, and then the app's own values that the template says
    /// nothing of, in alphabetical order.
    public var parameters: [(key: String, value: ConfigValue)] {
        let others = defaults.keys.filter { template.index[$0] == nil }.sorted()
        return zip(template.parameters, values).map { ($0.key, $1) } + others.map { ($0, self[$0]) }
    }

    /// Whether the condition called `name` holds; nil where there is none.
    public func holds(_ name: String) -> Bool? {
        template.conditionNames.firstIndex { ByteText.isEqual($0, name) }.map { results[$0] }
    }

    /// Every condition, and whether it holds, in the order that decides.
    public var conditions: [(name: String, holds: Bool)] {
        Array(zip(template.conditionNames, results)).map { ($0, $1) }
    }

    /// The texts of an app's own values, which are written in code as numbers, booleans or texts. `null` is left out.
    public static func texts(ofDefaults object: JSONObject) -> [String: String] {
        var texts: [String: String] = [:]
        for member in object.members {
            if case .number(let lexeme) = member.value {
                texts[member.name] = SignalNumber.text(of: lexeme)
            } else {
                texts[member.name] = member.value.valueText
            }
        }
        return texts
    }
}
