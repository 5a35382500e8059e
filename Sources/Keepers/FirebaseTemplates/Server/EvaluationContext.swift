import ExperimentsCore

/// The values that a server knows about the user for whom it evaluates a template: the randomization ID, and custom
/// signals by name.
public struct EvaluationContext: Sendable, Hashable {
    /// The value by which percentages are assigned. It is a custom signal, too.
    public static let randomizationIDName = "randomizationId"
    /// The names that the SDKs for Python and Go give it.
    private static let randomizationIDAliases = ["randomization_id", "randomizationID"]

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

    /// The context with `randomizationId` in place of the name that the SDKs for Python and Go have for it.
    public var withCanonicalNames: EvaluationContext {
        guard values[Self.randomizationIDName] == nil,
            let alias = Self.randomizationIDAliases.first(where: { values[$0] != nil })
        else { return self }
        var context = self
        context.values[Self.randomizationIDName] = context.values.removeValue(forKey: alias)
        return context
    }

    /// Whether percentages can be assigned.
    public var hasRandomizationID: Bool { randomizationID != nil }

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
