import ExperimentsCore

extension ClientTemplate {
    /// Evaluates every condition once, and every parameter.
    ///
    /// A rollout's value is given to the installations whose local percentile, seeded by the rollout's id, is within its
    /// percentage; a personalized value and one of an experiment, which only Google can choose, are passed over.
    public func evaluate(for instance: AppInstance) -> ClientEvaluation {
        let results = conditions.map { $0?.holds(for: instance) ?? false }
        let values = parameters.map { parameter in
            for (condition, value) in parameter.conditional where results[condition] {
                switch value {
                case .text, .inAppDefault: return ClientValue(value, condition: condition)
                case .other:
                    if let text = Self.rolledOut(value, to: instance) {
                        return ClientValue(.text(text), condition: condition)
                    }
                }
            }
            return ClientValue(parameter.defaultValue, condition: nil)
        }
        return ClientEvaluation(template: self, results: results, values: values)
    }

    private static func rolledOut(_ value: TemplateValue, to instance: AppInstance) -> String? {
        guard let rollout = value.rollout, let id = instance.installationID, !id.isEmpty else { return nil }
        let percentile = Percentile.microPercentile(of: id, seed: rollout.id)
        return Double(percentile) <= rollout.percent * Double(Percentile.whole) / 100 ? rollout.value : nil
    }
}

/// A parameter's value, and the condition that decided it.
struct ClientValue: Sendable {
    let value: TemplateValue?
    let condition: Int?

    init(_ value: TemplateValue?, condition: Int?) {
        self.value = value
        self.condition = condition
    }
}
