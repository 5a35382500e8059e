import ExperimentsCore

/// The values of a server template in one context.
public struct ServerEvaluation: Sendable {
    let template: ServerTemplate
    let results: [Bool]
    let values: [ConfigValue]
    let defaults: [String: String]
    /// The patterns that could not be used. The conditions with them count as not met. The SDKs for Python and Node
    /// fail in this case, those for Go and Java continue like this.
    public let problems: [TemplateProblem]

    /// The value of `key`: that of the template, otherwise the app's own, otherwise the empty one.
    public subscript(key: String) -> ConfigValue {
        if let index = template.index[key] { return values[index] }
        return defaults[key].map { ConfigValue(text: $0, source: .default) } ?? .none
    }

    /// All parameters with their values, in the template's order, followed by the app's own values that the template
    /// does not have, in alphabetical order.
    public var parameters: [(key: String, value: ConfigValue)] {
        let others = defaults.keys.filter { template.index[$0] == nil }.sorted()
        return zip(template.parameters, values).map { ($0.key, $1) } + others.map { ($0, self[$0]) }
    }

    /// Returns whether the condition called `name` is met; nil if there is none.
    public func holds(_ name: String) -> Bool? {
        template.conditionNames.firstIndex { ByteText.isEqual($0, name) }.map { results[$0] }
    }

    /// All conditions, and whether they are met, in their order of precedence.
    public var conditions: [(name: String, holds: Bool)] {
        Array(zip(template.conditionNames, results)).map { ($0, $1) }
    }

    /// Returns the strings of an app's own values, which code gives as numbers, booleans or strings. `null` is left
    /// out.
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
    ///   - context: the user that the template is evaluated for.
    ///   - defaults: the app's own values, as text; see ``ServerEvaluation/texts(ofDefaults:)``.
    public func evaluate(for context: EvaluationContext, defaults: [String: String] = [:]) -> ServerEvaluation
    {
        var evaluator = Evaluator(seeds: seeds, context: context)
        var results = Array(repeating: false, count: conditionNames.count)
        // If two conditions have the same name, the last result counts.
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
            template: self, results: results, values: values, defaults: defaults, problems: evaluator.problems
        )
    }

    private struct Evaluator {
        let seeds: [String]
        let context: EvaluationContext
        let id: String?
        /// The percentile of the ID for each seed, if it was needed.
        var percentiles: [Int?]
        var problems: [TemplateProblem] = []

        init(seeds: [String], context: EvaluationContext) {
            self.seeds = seeds
            self.context = context
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
            case .percent(let range, let seed):
                guard let id else { return false }
                let known = percentiles[seed]
                let percentile = known ?? Percentile.microPercentile(of: id, seed: seeds[seed])
                percentiles[seed] = percentile
                return range.contains(percentile)
            case .signal(let condition):
                switch condition.verdict(in: context) {
                case .holds(let holds): return holds
                case .stuck(let target, let message):
                    let path = condition.path["targetCustomSignalValues"][target]
                    problems.append(
                        TemplateProblem(
                            path: path, message, rule: .expression,
                            advice: "the condition was treated as false"))
                    return false
                }
            }
        }
    }
}
