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
        get { values[name] }
        set { values[name] = newValue }
    }
}
