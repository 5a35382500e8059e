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
        /// The experiments, rollouts and personalizations in which the installation takes part with the parameter.
        public let assignments: [StudyAssignment]
    }

    let template: ClientTemplate
    let results: [Bool]
    let values: [ClientValue]

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
            condition: value.condition.map { template.template.conditions[$0].name },
            assignments: value.assignments)
    }
}

extension ClientTemplate {
    /// Evaluates every condition once, and every parameter.
    ///
    /// The value of a rollout applies to the installations whose local percentile, seeded by the rollout's ID, is
    /// within its percentage; the same number of others are its control group. Personalized values are skipped, because
    /// only Google can choose them. Values of experiments are also skipped, unless `variants` contains weights for
    /// them.
    ///
    /// - Parameters:
    ///   - instance: the installation whose values are evaluated.
    ///   - variants: the weights of the variants of an experiment, which determine the variant of the installation; nil
    ///     to skip experiments.
    public func evaluate(
        for instance: AppInstance, variants: ((StudyReference) -> [Double])? = nil
    ) -> ClientEvaluation {
        let results = conditions.map { $0?.holds(for: instance) ?? false }
        let values = parameters.map { parameter in
            var assignments: [StudyAssignment] = []
            for (condition, value) in parameter.conditional where results[condition] {
                switch value {
                case .text, .inAppDefault:
                    return ClientValue(value: value, condition: condition, assignments: assignments)
                case .other:
                    guard let assignment = StudyAssignment(value, instance, variants) else { continue }
                    assignments.append(assignment)
                    if let text = assignment.text {
                        return ClientValue(value: .text(text), condition: condition, assignments: assignments)
                    }
                }
            }
            return ClientValue(value: parameter.defaultValue, condition: nil, assignments: assignments)
        }
        return ClientEvaluation(template: self, results: results, values: values)
    }
}

/// How an installation takes part in an experiment, a rollout or a personalization.
public struct StudyAssignment: Sendable, Hashable {
    /// The experiment, rollout or personalization that decides the value.
    public enum Origin: Sendable, Hashable {
        /// An experiment or a rollout.
        case study(StudyReference)
        /// A personalization, by its ID. Only Google can choose its value, so the installation is of the baseline.
        case personalization(String)
    }

    /// The experiment, rollout or personalization that decides the value.
    public let origin: Origin
    /// The ID of the variant: `0` for the control group.
    public let variant: String
    /// The text that it determines; nil if it does not change the value.
    let text: String?

    /// Creates the assignment to the study of a value; nil if the installation takes no part.
    init?(_ value: TemplateValue, _ instance: AppInstance, _ variants: ((StudyReference) -> [Double])?) {
        guard case .other(let object) = value else { return nil }
        if let id = object["personalizationValue"]?.object?["personalizationId"]?.string {
            (origin, variant, text) = (.personalization(id), "0", nil)
            return
        }
        guard let study = value.study, let id = instance.installationID, !id.isEmpty else { return nil }
        let share =
            Double(Percentile.microPercentile(of: id, seed: study.id)) * 100 / Double(Percentile.whole)
        let percent = value.studyPercent ?? 0
        origin = .study(study)
        if study.kind == .rollout {
            guard share <= 2 * percent else { return nil }
            let isEnabled = share <= percent
            (variant, text) = isEnabled ? ("1", value.rollout?.value) : ("0", nil)
            return
        }
        let texts = value.studyTexts
        let names = texts.keys.sorted {
            $0.utf8.count == $1.utf8.count ? $0 < $1 : $0.utf8.count < $1.utf8.count
        }
        guard let variants, share <= percent, !names.isEmpty else { return nil }
        let given = variants(study)
        let weights = given.count == names.count && given.contains { $0 > 0 } ? given : names.map { _ in 1 }
        // Independent of the share that takes part, so that no one's variant changes when the share grows.
        let place =
            Double(Percentile.microPercentile(of: id, seed: study.id + ".variant")) / Double(Percentile.whole)
        var rest = place * weights.reduce(0, +)
        let index = weights.firstIndex { weight in
            rest -= weight
            return rest < 0
        }
        variant = names[index ?? names.count - 1]
        text = texts[variant].flatMap(\.self)
    }
}

/// A parameter's value, and the condition that decided it.
struct ClientValue: Sendable {
    let value: TemplateValue?
    let condition: Int?
    let assignments: [StudyAssignment]
}

extension ClientTemplate {
    /// Returns how conditions decide on every parameter, by its key.
    func decisions(for instance: AppInstance) -> ExactDictionary<ContextDecision> {
        let evaluation = evaluate(for: instance)
        let pairs = parameters.map { parameter in
            (parameter.key, decision(on: parameter, by: evaluation[parameter.key]?.condition, for: instance))
        }
        return ExactDictionary(pairs) { first, _ in first }
    }

    private func decision(on parameter: Parameter, by decided: String?, for instance: AppInstance)
        -> ContextDecision
    {
        let isNobody = instance.installationID?.isEmpty ?? true
        var (isPercentage, needsID) = (false, false)
        for (number, value) in parameter.conditional {
            let isDeciding = template.conditions[number].name == decided
            if isDeciding { isPercentage = value.rollout != nil || conditions[number]?.isPercentage ?? false }
            if isNobody, let condition = conditions[number], value.rollout != nil || condition.isPercentage {
                let others = condition.parts.filter { $0.percentage == nil }
                if others.allSatisfy({ $0.holds(for: instance) }) { needsID = true }
            }
            if isDeciding { break }
        }
        return ContextDecision(
            isConditional: !parameter.conditional.isEmpty, isDecided: decided != nil,
            isPercentage: isPercentage,
            missing: needsID ? AppInstance.installationNames[0] : nil)
    }
}
