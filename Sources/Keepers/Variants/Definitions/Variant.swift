import ExperimentsCore

/// A set of changes to flags, which is active for contexts that meet its conditions.
public struct Variant: Sendable, Hashable {
    /// The ID with which it is reported and forced.
    public let id: String
    /// The purpose of the variant, in words.
    public let summary: String?
    /// How several conditions are combined; nil if there are fewer than two.
    public let conditionOperator: Operator?
    /// The conditions. A variant without conditions is always active.
    public let conditions: [Condition]
    /// The changes. Of two changes of one flag, the first counts.
    public let mods: [Mod]

    /// Creates a variant. Mistakes in it are reported when it is registered.
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

    /// Whether one of several conditions is enough.
    var isDisjunction: Bool { conditionOperator == .or }

    /// How several conditions combine.
    public enum Operator: String, Sendable, Hashable, CaseIterable {
        /// All must be met. The first one that is not met ends the evaluation.
        case and = "AND"
        /// At least one condition must be met. Evaluation ends with the first that is.
        case or = "OR"
    }

    /// A condition that a context must meet.
    public struct Condition: Sendable, Hashable {
        /// The name of a condition type, in capitals.
        public let type: String
        /// The arguments that the type uses.
        public let arguments: ConditionArguments

        /// Creates a condition. The type's name is converted to capitals.
        public init(type: String, _ arguments: ConditionArguments = .none) {
            self.type = type.uppercased()
            self.arguments = arguments
        }
    }

    /// The value that a flag has while the variant is active.
    public struct Mod: Sendable, Hashable {
        /// The name of the flag whose value the variant changes.
        public let flag: String
        /// The value, of any kind.
        public let value: JSONValue

        /// Creates a change of a flag.
        public init(flag: String, value: JSONValue) {
            self.flag = flag
            self.value = value
        }
    }
}

/// A flag: a name, and the value that it has if no variant changes it.
public struct FlagDefinition: Sendable, Hashable {
    /// The name by which code reads the flag.
    public let name: String
    /// The value without any variant, which may be any JSON value.
    public let baseValue: JSONValue
    /// The purpose of the flag, in words.
    public let summary: String?

    /// Creates a flag.
    public init(_ name: String, baseValue: JSONValue, summary: String? = nil) {
        self.name = name
        self.baseValue = baseValue
        self.summary = summary
    }
}

/// The arguments of a condition: `value`, `values`, or neither.
public struct ConditionArguments: Sendable, Hashable {
    /// The form of the arguments.
    public enum Form: Sendable, Hashable {
        /// Neither `value` nor `values`.
        case none
        /// A single value, such as a number or a string.
        case value(JSONValue)
        /// A list of values.
        case values([JSONValue])
    }

    /// The form, with the value or values.
    public let form: Form
    /// The name of the cookie that contains the identifier, which `USER_ID_MOD` may have.
    public let cookieType: String?

    /// Creates arguments.
    public init(_ form: Form, cookieType: String? = nil) {
        self.form = form
        self.cookieType = cookieType
    }

    /// Arguments of a condition that needs none.
    public static let none = ConditionArguments(.none)

    /// Creates arguments with a single value.
    public static func value(_ value: JSONValue) -> ConditionArguments { ConditionArguments(.value(value)) }

    /// A list of values.
    public static func values(_ values: [JSONValue]) -> ConditionArguments {
        ConditionArguments(.values(values))
    }

    /// The value, the values as an array, or null: the single argument that a generator gets in the original.
    public var json: JSONValue {
        switch form {
        case .none: .null
        case .value(let value): value
        case .values(let values): .array(values)
        }
    }
}
