import ExperimentsCore

/// The values that a server knows about the user for whom it evaluates a template: the randomization ID, and custom
/// signals by name.
public struct EvaluationContext: Sendable, Hashable {
    /// The value by which percentages are assigned. It is a custom signal, too.
    public static let randomizationIDName = "randomizationId"

    /// The values, by name.
    public var values: [String: JSONValue]

    /// Creates a context from values.
    public init(_ values: [String: JSONValue] = [:]) {
        self.values = values
    }

    /// Creates a context from the members of an object.
    public init(_ object: JSONObject) {
        values = Dictionary(object.members.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
    }

    /// The id that percentages are assigned by; nil where it is absent, empty, `0` or `false`.
    var randomizationID: String? {
        switch values[Self.randomizationIDName] {
        case nil, .null, .bool(false): return nil
        case .number(let lexeme) where Double(lexeme) == 0: return nil
        case let value?:
            let text = Self.text(of: value)
            return text.isEmpty ? nil : text
        }
    }

    /// The text of the signal called `name`; nil where it is absent or null.
    func signal(_ name: String) -> (value: JSONValue, text: String)? {
        guard let value = values[name], value != .null else { return nil }
        return (value, Self.text(of: value))
    }

    private static func text(of value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let lexeme): SignalNumber.text(of: lexeme)
        case .string(let text): text
        case .array(let elements): elements.map(text(of:)).joined(separator: ",")
        case .object: value.compactText
        }
    }
}
