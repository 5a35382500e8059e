import ExperimentsCore

/// The arguments of a condition: `value`, `values`, or neither.
public struct ConditionArguments: Sendable, Hashable {
    /// The form of the arguments.
    public enum Form: Sendable, Hashable {
        /// Neither `value` nor `values`.
        case none
        /// A single value, such as a number or a text.
        case value(JSONValue)
        /// A list of values.
        case values([JSONValue])
    }

    /// The form, with the value or values.
    public let form: Form
    /// The name of the cookie from which an identifier comes, which `USER_ID_MOD` may have.
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
    public static func values(_ values: [JSONValue]) -> ConditionArguments { ConditionArguments(.values(values)) }

    /// The value, the values as an array, or null: the single argument that a generator gets in the original.
    public var json: JSONValue {
        switch form {
        case .none: .null
        case .value(let value): value
        case .values(let values): .array(values)
        }
    }
}
