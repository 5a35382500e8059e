import ExperimentsCore

/// The condition whose value an installation gets.
package enum DecidingCondition: Sendable, Hashable {
    /// The value for this condition, which may be that of an experiment or a personalization.
    case condition(String)
    /// The default value, because no condition is met that has a value.
    case none
}

extension ClientTemplate {
    /// Returns which of a parameter's values an installation gets; nil if there is no such parameter.
    ///
    /// Other than for the evaluation, the variant of an experiment and the choice of a personalization do not have to be
    /// known.
    package func decidingCondition(of key: String, for instance: AppInstance) -> DecidingCondition? {
        guard let parameter = index[key].map({ parameters[$0] }) else { return nil }
        for (number, value) in parameter.conditional where conditions[number]?.holds(for: instance) ?? false {
            let decides: Bool
            switch value {
            case .text, .inAppDefault: decides = true
            case .other:
                decides =
                    switch value.study?.kind {
                    case nil: true
                    case .rollout?: StudyAssignment(value, instance, nil)?.text != nil
                    case .experiment?: StudyAssignment(value, instance) { _ in [] } != nil
                    }
            }
            if decides { return .condition(template.conditions[number].name) }
        }
        return DecidingCondition.none
    }
}
