import ExperimentsCore

/// What a condition gives its type to decide by: `value`, `values`, or neither.
public struct ConditionArguments: Sendable, Hashable {
    /// The two shapes and their absence.
    public enum Form: Sendable, Hashable {
        /// Neither `value` nor `values`.
        case none
        /// One value.
        case value(JSONValue)
        /// A list of values.
        case values([JSONValue])
    }

    /// The value or values.
    public let form: Form
    /// The name of the cookie that an identifier comes from, which `USER_ID_MOD` may be given.
    public let cookieType: String?

    /// Arguments.
    public init(_ form: Form, cookieType: String? = nil) {
        self.form = form
        self.cookieType = cookieType
    }

    /// No arguments.
    public static let none = ConditionArguments(.none)

    /// One value.
    public static func value(_ value: JSONValue) -> ConditionArguments { ConditionArguments(.value(value)) }

    /// A list of values.
    public static func values(_ values: [JSONValue]) -> ConditionArguments { ConditionArguments(.values(values)) }

    /// The value, or the values as an array, or null: the single argument that the original gives a generator.
    public var json: JSONValue {
        switch form {
        case .none: .null
        case .value(let value): value
        case .values(let values): .array(values)
        }
    }
}
