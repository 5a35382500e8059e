import ExperimentsCore

/// The user, session or device for which a flag is read: names and JSON values.
///
/// ```swift
/// let context: VariantContext = ["user_id": 42, "country": "NO"]
/// ```
public struct VariantContext: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The values, by name.
    public var values: [String: JSONValue]

    /// Creates a context from names and values.
    public init(_ values: [String: JSONValue] = [:]) {
        self.values = values
    }

    /// Creates a context from the members of a JSON object.
    public init(_ object: JSONObject) {
        values = [:]
        for member in object.members { values[member.name] = member.value }
    }

    /// Creates a context from names and values. Of two with the same name, the last one counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        values = Dictionary(elements) { _, last in last }
    }

    /// The context without values.
    public static let empty = VariantContext()

    /// The value called `name`; nil if there is none.
    public subscript(name: String) -> JSONValue? {
        get { values[exactly: name] }
        set { values[name] = newValue }
    }
}

extension JSONValue {
    /// The remainder of a number divided by 100, with the sign of the number; NaN for any other value.
    var remainder: Double {
        guard case .number(let lexeme) = self else { return .nan }
        if let integer = Int64(lexeme) { return Double(integer % 100) }
        guard let number = Double(lexeme), number.isFinite else { return .nan }
        return number.truncatingRemainder(dividingBy: 100)
    }

    /// The text that identifies a user: a string itself, or the decimal digits of a whole number; nil for any other
    /// value.
    var unit: String? {
        switch self {
        case .string(let text): return text
        case .number(let lexeme):
            if let integer = Int64(lexeme) { return String(integer) }
            guard let number = Double(lexeme), number == number.rounded(.towardZero), abs(number) <= 0x1p53
            else {
                return nil
            }
            return String(Int64(number))
        default: return nil
        }
    }
}
