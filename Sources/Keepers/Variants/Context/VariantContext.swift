import ExperimentsCore

/// What is known of the user, session or device that a flag is read for: names and JSON values.
///
/// ```swift
/// let context: VariantContext = ["user_id": 42, "country": "NO"]
/// ```
public struct VariantContext: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// What is known, by name.
    public var values: [String: JSONValue]

    /// A context of names and values.
    public init(_ values: [String: JSONValue] = [:]) {
        self.values = values
    }

    /// A context of the members of a JSON object.
    public init(_ object: JSONObject) {
        values = [:]
        for member in object.members { values[member.name] = member.value }
    }

    /// A context of names and values; of two with one name, the last stays.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        values = Dictionary(elements) { _, last in last }
    }

    /// Nothing is known.
    public static let empty = VariantContext()

    /// What is known under `name`.
    public subscript(name: String) -> JSONValue? {
        get { values[name] }
        set { values[name] = newValue }
    }
}
