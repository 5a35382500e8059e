import ExperimentsCore

/// A value of a flag that a typed read of its base value would refuse.
struct TypeChange {
    /// What changes, for example `is a boolean by default, and text here`.
    let words: String

    /// The change from a base value to another; nil where a typed read takes both.
    init?(from base: JSONValue, to value: JSONValue) {
        // A base value of null promises nothing.
        guard base != .null, Self.kind(base) != Self.kind(value) else { return nil }
        // A read as a decimal number takes a whole one, too.
        if case .number = base, base.int == nil, case .number = value { return nil }
        words = "is \(Self.kind(base)) by default, and \(Self.kind(value)) here"
    }

    private static func kind(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "a boolean"
        case .number: value.int == nil ? "a decimal number" : "a whole number"
        case .string: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
