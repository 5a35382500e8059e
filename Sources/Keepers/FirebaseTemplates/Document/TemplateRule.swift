/// The rules that the service checks before it accepts a template, and a few additional ones.
public enum TemplateRule: String, Sendable, Hashable, CaseIterable {
    /// Members have the types of the API.
    case shape
    /// The API declares every member.
    case unknownMember = "unknown-member"
    /// There is a parameter.
    case empty
    /// A key is `[A-Za-z_][A-Za-z0-9_]*`, not too long, and not a name that JavaScript objects already have.
    case parameterKey = "parameter-key"
    /// A key occurs once in the whole template and is not the name of a group.
    case duplicateKey = "duplicate-key"
    /// A static value is a JSON string, even for numbers and booleans.
    case valueIsText = "value-is-text"
    /// A value has exactly one of the kinds.
    case valueKind = "value-kind"
    /// A value has the type of its parameter.
    case valueType = "value-type"
    /// `useInAppDefault` is true if it is written.
    case inAppDefault = "in-app-default"
    /// Rollouts, personalized values and experiments are only in `conditionalValues`.
    case defaultValueKind = "default-value-kind"
    /// A conditional value refers to a condition of the template.
    case unknownCondition = "unknown-condition"
    /// Conditional values are written in the order of the conditions. Their order has no meaning.
    case conditionOrder = "condition-order"
    /// A condition's name consists of allowed characters, and is not too long.
    case conditionName = "condition-name"
    /// A condition's name occurs once.
    case duplicateCondition = "duplicate-condition"
    /// A condition's expression is valid.
    case expression
    /// The operating systems, countries and languages of a condition exist.
    case unknownValue = "unknown-value"
    /// A condition's color is one of those in the console.
    case tagColor = "tag-color"
    /// The percentage of a rollout or an experiment is within its limits.
    case percentage
    /// A group's name is not too long.
    case groupName = "group-name"
    /// In templates for servers, groups contain no parameters.
    case serverGroup = "server-group"
    /// A description is not too long.
    case description
    /// There are not more parameters than the service accepts.
    case parameterCount = "parameter-count"
    /// There are not more conditions than the service accepts.
    case conditionCount = "condition-count"
    /// There are not more groups than the service accepts.
    case groupCount = "group-count"
    /// The values are not too long in total.
    case totalSize = "total-size"
    /// The values of experiments and rollouts are not removed, and those of experiments not changed.
    case runningExperiment = "running-experiment"
    /// A condition is used by a parameter.
    case unusedCondition = "unused-condition"
}
