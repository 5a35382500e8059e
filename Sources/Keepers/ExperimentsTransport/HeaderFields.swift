/// The header fields of an HTTP request or response. Names that differ in case only name the same field.
public struct HeaderFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var values: [String: String]

    /// No fields.
    public init() {
        values = [:]
    }

    /// Fields by name; of two names that differ in case only, the last stays.
    public init(dictionaryLiteral elements: (String, String)...) {
        values = [:]
        for (name, value) in elements { self[name] = value }
    }

    /// The value of the field called `name` in any case; nil if there is none. Setting nil removes the field.
    public subscript(name: String) -> String? {
        get { values[name.lowercased()] }
        set { values[name.lowercased()] = newValue }
    }

    /// Names in lower case with their values, in alphabetical order.
    public var fields: [(name: String, value: String)] {
        values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension HeaderFields: CustomStringConvertible, CustomReflectable {
    private static let secretNames: Set<String> = [
        "authorization", "x-goog-api-key", "x-goog-firebase-installations-auth",
    ]

    /// One `name: value` per line; what identifies or authorizes the caller is left out.
    public var description: String {
        fields
            .map { Self.secretNames.contains($0.name) ? "\($0.name): (hidden)" : "\($0.name): \($0.value)" }
            .joined(separator: "\n")
    }

    /// As `description`: a dump shows no secrets either.
    public var customMirror: Mirror {
        Mirror(self, children: ["fields": description])
    }
}
