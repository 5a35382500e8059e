import ExperimentsCore

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
