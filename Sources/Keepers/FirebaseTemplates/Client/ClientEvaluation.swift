import ExperimentsCore

/// The values of a client template for one installation.
public struct ClientEvaluation: Sendable {
    /// The result for one parameter.
    public struct Outcome: Sendable, Hashable {
        /// The key of the parameter.
        public let key: String
        /// The text that is sent; nil if the key is left out, so that the app uses its own default.
        public let text: String?
        /// Whether the template explicitly tells the app to use its default.
        public let usesInAppDefault: Bool
        /// The name of the condition that decided; nil for the parameter's default.
        public let condition: String?
    }

    private let template: ClientTemplate
    private let results: [Bool]
    private let values: [ClientValue]

    init(template: ClientTemplate, results: [Bool], values: [ClientValue]) {
        (self.template, self.results, self.values) = (template, results, values)
    }

    /// The results for all parameters, in the template's order, with groups last.
    public var outcomes: [Outcome] {
        zip(template.parameters, values).map { outcome($0.key, $1) }
    }

    /// The result for `key`; nil if the template has no such parameter.
    public subscript(key: String) -> Outcome? {
        template.index[key].map { outcome(key, values[$0]) }
    }

    /// All conditions, and whether they are met, in their order of precedence.
    public var conditions: [(name: String, holds: Bool)] {
        zip(template.template.conditions, results).map { ($0.name, $1) }
    }

    private func outcome(_ key: String, _ value: ClientValue) -> Outcome {
        var text: String?
        var usesInAppDefault = false
        switch value.value {
        case .text(let value): text = value
        case .inAppDefault: usesInAppDefault = true
        case .other, nil: break
        }
        return Outcome(
            key: key, text: text, usesInAppDefault: usesInAppDefault,
            condition: value.condition.map { template.template.conditions[$0].name })
    }
}

extension ClientTemplate {
    /// Evaluates every condition once, and every parameter.
    ///
    /// The value of a rollout is given to the installations whose local percentile, seeded by the rollout's ID, is
    /// within its percentage. Personalized values, and values of experiments, are skipped, because only Google can
    /// choose them.
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

/// The basis of a parameter's value for an installation.
package struct ClientGrounds: Sendable, Hashable {
    /// Whether the parameter has values under conditions.
    package var isConditional = false
    /// Whether a condition decided it.
    package var isDecided = false
    /// Whether the condition that decided it is for a share of all installations.
    package var isPercentage = false
    /// Whether the parameter might have another value because of a percentage, and the installation's ID is not known.
    package var lacksInstallationID = false
}

extension ClientTemplate {
    /// What every parameter's value rests on, by its key.
    func grounds(for instance: AppInstance) -> [String: ClientGrounds] {
        let evaluation = evaluate(for: instance)
        let pairs = parameters.map { parameter in
            (parameter.key, grounds(of: parameter, decidedBy: evaluation[parameter.key]?.condition, for: instance))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private func grounds(
        of parameter: Parameter, decidedBy decided: String?, for instance: AppInstance
    ) -> ClientGrounds {
        let isNobody = instance.installationID?.isEmpty ?? true
        var grounds = ClientGrounds(isConditional: !parameter.conditional.isEmpty, isDecided: decided != nil)
        for (number, value) in parameter.conditional {
            let isDeciding = template.conditions[number].name == decided
            if isDeciding {
                grounds.isPercentage = value.rollout != nil || conditions[number]?.isPercentage ?? false
            }
            if isNobody, let condition = conditions[number], value.rollout != nil || condition.isPercentage {
                let others = condition.parts.filter { !$0.isPercentage }
                if others.allSatisfy({ $0.holds(for: instance) }) { grounds.lacksInstallationID = true }
            }
            if isDeciding { break }
        }
        return grounds
    }
}

extension PreparedCondition {
    fileprivate var isPercentage: Bool { parts.contains(where: \.isPercentage) }
}

extension PreparedCondition.Part {
    fileprivate var isPercentage: Bool { if case .percent = atom { true } else { false } }
}
