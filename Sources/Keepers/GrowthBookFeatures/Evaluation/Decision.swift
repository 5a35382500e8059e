/// Where the value of a feature comes from.
public enum FeatureSource: String, Sendable, Hashable {
    /// The payload has no such feature, so the value is null.
    case unknownFeature
    /// No rule applied, so the value is the feature's default.
    case defaultValue
    /// A rule gave its value, to all users or to a share of them.
    case force
    /// An experiment assigned a variation, whose value is used.
    case experiment
    /// The context forces the value.
    case override
    /// A feature that this one requires does not have the required value, so the value is null.
    case prerequisite
    /// Features require each other in a circle, so the value is null.
    case cyclicPrerequisite
}

/// The result of an evaluation without texts. It is small, so that a million of them need little memory.
struct Decision {
    /// Where a value comes from.
    var source: FeatureSource
    /// The place of the rule that decided; -1 for none.
    var rule = -1
    /// The result of the experiment, if one decided.
    var outcome: Outcome?

    init(_ source: FeatureSource, rule: Int = -1, outcome: Outcome? = nil) {
        (self.source, self.rule, self.outcome) = (source, rule, outcome)
    }

    /// The result of an experiment.
    struct Outcome {
        /// The place of the variation; 0 for those who are not in.
        var variation: Int
        var isIn: Bool
        var isHashUsed: Bool
        /// The bucket of those who are in by it.
        var bucket: Double?
        var isSticky: Bool
        /// The place of the attribute that was looked at.
        var attribute: Int
        /// The place of the context of a bandit; -1 for none.
        var leaf = -1
    }
}
