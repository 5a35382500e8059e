import ExperimentsCore

/// What a client template comes to for one installation.
public struct ClientEvaluation: Sendable {
    /// One parameter's outcome.
    public struct Outcome: Sendable, Hashable {
        /// The key.
        public let key: String
        /// The text that is sent; nil for a key that is left out, so that the app uses its own default.
        public let text: String?
        /// Whether the template says to use the app's default, rather than saying nothing.
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

    /// Every parameter's outcome, in the template's order, groups last.
    public var outcomes: [Outcome] {
        zip(template.parameters, values).map { outcome($0.key, $1) }
    }

    /// The outcome for `key`; nil where the template has no such parameter.
    public subscript(key: String) -> Outcome? {
        template.index[key].map { outcome(key, values[$0]) }
    }

    /// Every condition, and whether it holds, in the order that decides.
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
