import ExperimentsCore

/// A set of changes to flags, in force for those contexts that meet its conditions.
public struct Variant: Sendable, Hashable {
    /// The name by which it is reported and forced.
    public let id: String
    /// What it is for, in words.
    public let summary: String?
    /// How several conditions combine; nil where there are fewer than two.
    public let conditionOperator: Operator?
    /// What a context must meet. Without any, the variant is always active.
    public let conditions: [Condition]
    /// What it changes. Of two mods of one flag, the first counts.
    public let mods: [Mod]

    /// A variant. What is wrong with it is told when it is registered.
    public init(
        id: String, summary: String? = nil, conditionOperator: Operator? = nil, conditions: [Condition] = [],
        mods: [Mod]
    ) {
        self.id = id
        self.summary = summary
        self.conditionOperator = conditionOperator
        self.conditions = conditions
        self.mods = mods
    }
}

extension Variant {
    /// How several conditions combine.
    public enum Operator: String, Sendable, Hashable, CaseIterable {
        /// All must be met; the first that is not ends the evaluation.
        case and = "AND"
        /// One must be met; the first that is ends the evaluation.
        case or = "OR"
    }

    /// One thing that a context must meet.
    public struct Condition: Sendable, Hashable {
        /// The name of a condition type, in capitals.
        public let type: String
        /// What the type is given to decide by.
        public let arguments: ConditionArguments

        /// A condition; the type's name is taken in capitals.
        public init(type: String, _ arguments: ConditionArguments = .none) {
            self.type = type.uppercased()
            self.arguments = arguments
        }
    }

    /// The value that a flag takes while the variant is active.
    public struct Mod: Sendable, Hashable {
        /// The flag's name.
        public let flag: String
        /// The value, of any kind.
        public let value: JSONValue

        /// A change of a flag.
        public init(flag: String, value: JSONValue) {
            self.flag = flag
            self.value = value
        }
    }
}
