import ExperimentsCore

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
