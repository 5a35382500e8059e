import ExperimentsCore

extension FeatureResult {
    /// How the rules decided on the value, for an OpenFeature provider.
    ///
    /// A user who cannot be assigned for want of an attribute gets what the rules after the experiment give, as in
    /// GrowthBook's SDKs.
    package var contextDecision: ContextDecision {
        switch source {
        case .unknownFeature, .override: .everybody
        case .prerequisite, .cyclicPrerequisite: .otherwise
        case .defaultValue: ruleCount == 0 ? .everybody : .otherwise
        case .experiment: experimentResult?.isHashUsed == true ? .percentage : .condition
        case .force:
            if isShared {
                .percentage
            } else if isConditional {
                .condition
            } else {
                // A rule for everybody. If it is not the first, the earlier ones are for others.
                ruleIndex == 0 ? .everybody : .otherwise
            }
        }
    }
}
