/// The rules that the service checks before it takes a template, and a few that only help.
public enum TemplateRule: String, Sendable, Hashable, CaseIterable {
    /// Members are of the kind that the API has.
    case shape
    /// A key is `[A-Za-z_][A-Za-z0-9_]*`, not too long, and not a name that JavaScript objects already have.
    case parameterKey = "parameter-key"
    /// A key occurs once in the whole template and is not the name of a group.
    case duplicateKey = "duplicate-key"
    /// A static value is a JSON string, also for numbers and booleans.
    case valueIsText = "value-is-text"
    /// A value is exactly one of its kinds.
    case valueKind = "value-kind"
    /// A value is what its parameter's type says.
    case valueType = "value-type"
    /// `useInAppDefault` is true where it is written.
    case inAppDefault = "in-app-default"
    /// Rollouts, personalized values and experiments stand under `conditionalValues` only.
    case defaultValueKind = "default-value-kind"
    /// A conditional value names a condition of the template.
    case unknownCondition = "unknown-condition"
    /// Conditional values are written in the order of the conditions.
    case conditionOrder = "condition-order"
    /// A condition's name is made of the letters allowed and not too long.
    case conditionName = "condition-name"
    /// A condition's name occurs once.
    case duplicateCondition = "duplicate-condition"
    /// A condition's expression can be read.
    case expression
    /// A condition's colour is one of those that the console has.
    case tagColor = "tag-color"
    /// A rollout's or an experiment's percentage is within its bounds.
    case percentage
    /// A group's name is not too long.
    case groupName = "group-name"
    /// A description is not too long.
    case description
    /// There are no more parameters than the service takes.
    case parameterCount = "parameter-count"
    /// There are no more conditions than the service takes.
    case conditionCount = "condition-count"
    /// There are no more groups than the service takes.
    case groupCount = "group-count"
    /// All values together are not too long.
    case totalSize = "total-size"
    /// What an experiment uses stays as it is while the experiment runs.
    case runningExperiment = "running-experiment"
    /// A condition that no parameter has a value for does nothing.
    case unusedCondition = "unused-condition"
}
