import ExperimentsCore

extension ClientTemplate {
    /// Explains an installation's value of a parameter: the conditions with a value of the parameter, in their order of
    /// precedence, each with its parts, and the default. Empty for a name that the template does not have.
    public func explanation(of key: String, for instance: AppInstance) -> [ExplanationLine] {
        guard let position = index[key], let parameter = template.parameter(key) else { return [] }
        let decided = evaluate(for: instance)[key]
        var lines: [ExplanationLine] = []
        if let description = parameter.description, !description.isEmpty {
            lines.append(ExplanationLine(description))
        }
        for (condition, value) in parameters[position].conditional {
            let name = template.conditions[condition].name
            lines += explanation(of: condition, value, isChosen: decided?.condition == name, instance)
        }
        let isDefault = decided?.condition == nil
        let text = parameter.defaultValue.map(\.summary) ?? "none; the app uses its default"
        lines.append(ExplanationLine("otherwise: \(text)", isDefault ? .chosen : .passed))
        return lines
    }

    private func explanation(
        of index: Int, _ value: TemplateValue, isChosen: Bool, _ instance: AppInstance
    ) -> [ExplanationLine] {
        let condition = template.conditions[index]
        let head = "condition \(condition.name): \(value.summary)"
        guard let prepared = conditions[index] else {
            let path = DocumentPath()["conditions"][index]
            let problem = problems.first { $0.path == path || $0.path == path["expression"] }
            return [
                ExplanationLine(head, .failed),
                ExplanationLine(problem?.message ?? "cannot be read", .note, depth: 1),
            ]
        }
        let holds = prepared.holds(for: instance)
        var lines = [ExplanationLine(head, isChosen ? .chosen : holds ? .passed : .failed)]
        if holds, !isChosen, value.rollout != nil {
            lines.append(ExplanationLine("not in the rollout; \(Self.localAssignment)", .note, depth: 1))
        } else if value.rollout != nil {
            lines.append(ExplanationLine("a rollout; \(Self.localAssignment)", .note, depth: 1))
        } else if holds, case .other = value {
            lines.append(ExplanationLine("decided by Google, so skipped here", .note, depth: 1))
        }
        return lines + prepared.parts.map { Self.line(for: $0, instance) }
    }

    private static func line(for part: PreparedCondition.Part, _ instance: AppInstance) -> ExplanationLine {
        let holds = part.holds(for: instance)
        var text = part.atom.description
        switch part.atom {
        case .constant: break
        case .percent(let seed, _):
            if let id = instance.installationID, !id.isEmpty {
                let percentile = Percentile.microPercentile(of: id, seed: seed ?? "")
                text += " (local assignment, not Google's: \(share(percentile))%)"
            } else {
                text += " (local assignment needs \(ConditionElement.installationID.name))"
            }
        case .element(let element, _):
            if element == .dateTime {
                text += " (it is \(RFC3339.text(of: instance.now)))"
            } else if element == .firstOpenTimestamp {
                text += instance.firstOpenedAt.map { " (it is \(RFC3339.text(of: $0)))" } ?? " (not known)"
            } else if let own = instance.memberships(element) {
                text += " (it is \(own.map { Quotation.of($0) }.joined(separator: ", ")))"
            } else {
                text += " (not known)"
            }
        }
        return ExplanationLine(text, holds ? .passed : .failed, depth: 1)
    }

    /// Returns a percentage with two decimals, not rounded.
    private static func share(_ micro: Int) -> String {
        let hundredths = micro / 10_000
        let decimals = String(hundredths % 100)
        return "\(hundredths / 100)." + (decimals.utf8.count == 1 ? "0" : "") + decimals
    }

    /// Returns how percentages divide the installations that meet the other parts of conditions: the percentages of
    /// conditions and of rollouts, and the variants of experiments, whose shares only Google knows.
    ///
    /// - Parameters:
    ///   - subjects: the parameters, rollouts and experiments to include.
    ///   - users: the number of installations to simulate.
    package func splits(of subjects: Set<String>, users: Int) -> [ExperimentSplit] {
        parameters.flatMap { parameter -> [ExperimentSplit] in
            let isWanted = subjects.contains(parameter.key)
            let experiments = parameter.conditional.compactMap { TemplateExperiment($0.value) }
                .filter { isWanted || subjects.contains($0.id) }
            if !experiments.isEmpty { return experiments.map { $0.split(of: parameter) } }
            let rollout = parameter.conditional.lazy.compactMap { $0.value.rollout?.id }.first
            guard isWanted || rollout.map(subjects.contains) == true else { return [] }
            return PercentSplit(parameter, conditions)?.split(named: rollout, users: users).map { [$0] } ?? []
        }
    }
}

extension TemplateRemoteConfigKeeper: SplitKeeper {
    package func splits(of subjects: Set<String>, users: Int) -> [ExperimentSplit] {
        evaluatedTemplate?.splits(of: subjects, users: users) ?? []
    }

    package var dividesAsPublished: Bool { draft == nil }
}

/// The variants of an experiment as a template names them.
private struct TemplateExperiment {
    let id: String
    private let variants: [(id: String, value: String?, isUnchanged: Bool)]

    init?(_ value: TemplateValue) {
        guard case .other(let object) = value, let experiment = object["experimentValue"]?.object,
            let id = experiment["experimentId"]?.string
        else { return nil }
        self.id = id
        variants = (experiment["variantValue"]?.array ?? []).compactMap(\.object).compactMap { variant in
            guard let id = variant["variantId"]?.string else { return nil }
            return (id, variant["value"]?.string, variant["noChange"] == .bool(true))
        }
    }

    func split(of parameter: ClientTemplate.Parameter) -> ExperimentSplit {
        var usual: String?
        if case .text(let text) = parameter.defaultValue { usual = text }
        return ExperimentSplit(
            experiment: id, key: parameter.key,
            arms: variants.map { .init(name: $0.id, value: $0.isUnchanged ? usual : $0.value) })
    }
}
