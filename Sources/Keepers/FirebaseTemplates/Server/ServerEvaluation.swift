import ExperimentsCore

/// The values that a server template gives in one context.
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

extension ServerTemplate {
    /// Evaluates every condition once, and every parameter.
    ///
    /// - Parameters:
    ///   - context: whom the template is evaluated for.
    ///   - defaults: the app's own values, as text; see ``ServerEvaluation/texts(ofDefaults:)``.
    public func evaluate(
        for context: EvaluationContext, defaults: [String: String] = [:]
    ) -> ServerEvaluation {
        var evaluator = Evaluator(seeds: seeds, context: context)
        var results = Array(repeating: false, count: conditionNames.count)
        // Of two conditions with one name, the last result stays.
        for (name, condition) in conditions { results[name] = evaluator.holds(condition) }
        let values = parameters.map { parameter -> ConfigValue in
            let held = parameter.conditional.first { results[$0.condition] }
            if let value = held.map(\.result) ?? parameter.fallback { return value }
            let condition = held.map { conditionNames[$0.condition] }
            guard let text = defaults[parameter.key] else {
                return ConfigValue(text: "", source: .static, condition: condition)
            }
            return ConfigValue(text: text, source: .default, condition: condition)
        }
        return ServerEvaluation(
            template: self, results: results, values: values, defaults: defaults, problems: evaluator.problems)
    }

    private struct Evaluator {
        let seeds: [String]
        let context: EvaluationContext
        let id: String?
        /// The percentile of the id for each seed, once it was needed.
        var percentiles: [Int?]
        var problems: [TemplateProblem] = []

        init(seeds: [String], context: EvaluationContext) {
            (self.seeds, self.context) = (seeds, context)
            id = context.randomizationID
            percentiles = Array(repeating: nil, count: seeds.count)
        }

        mutating func holds(_ condition: ServerCondition) -> Bool {
            switch condition {
            case .constant(let value): return value
            case .any(let conditions):
                for condition in conditions where holds(condition) { return true }
                return false
            case .all(let conditions):
                for condition in conditions where !holds(condition) { return false }
                return true
            case .percent(let condition):
                guard let id else { return false }
                let known = percentiles[condition.seed]
                let percentile = known ?? Percentile.microPercentile(of: id, seed: seeds[condition.seed])
                percentiles[condition.seed] = percentile
                return condition.holds(for: percentile)
            case .signal(let condition):
                switch condition.verdict(in: context) {
                case .holds(let holds): return holds
                case .stuck(let target, let message):
                    let path = condition.path["targetCustomSignalValues"][target]
                    problems.append(
                        TemplateProblem(
                            path: path, message, rule: .expression, advice: "the condition was taken to be false"))
                    return false
                }
            }
        }
    }
}
