/// The header fields of an HTTP request or response. Names that differ only in case are names of the same field.
public struct HeaderFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var values: [String: String]

    /// Creates a set without fields.
    public init() {
        values = [:]
    }

    /// Creates fields by name; of two whose names differ only in case, the last one is kept.
    public init(dictionaryLiteral elements: (String, String)...) {
        values = [:]
        for (name, value) in elements { self[name] = value }
    }

    /// The value of the field called `name`, in whatever case; nil if there is none. Setting nil removes the field.
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
    /// Names, or parts of names, of fields whose values authorize whoever sends them. An app chooses the fields of its own
    /// backend, so that a list of whole names would never be complete.
    private static let secretParts = [
        "authorization", "api-key", "apikey", "token", "secret", "password", "cookie", "installations-auth",
    ]

    private static func isSecret(_ name: String) -> Bool {
        secretParts.contains { name.contains($0) }
    }

    /// One `name: value` per line; values that may authorize the caller are `(hidden)`.
    public var description: String {
        fields.map { "\($0.name): \(Self.isSecret($0.name) ? "(hidden)" : $0.value)" }.joined(separator: "\n")
    }

    /// As `description`: a dump shows no secrets either.
    public var customMirror: Mirror {
        Mirror(self, children: ["fields": description])
    }
}
