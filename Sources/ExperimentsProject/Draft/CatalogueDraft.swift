import ExperimentsCore

/// A first catalogue of keys, read off what a source holds: a start for a person to correct.
public struct CatalogueDraft: Sendable, Hashable {
    /// The keys, by name.
    public var keys: [CatalogKey]

    /// The keys that a snapshot has, each with the type that its text suggests.
    ///
    /// No default is drafted: what the app falls back on is not for its source to know.
    public init(of snapshot: Snapshot) {
        keys = snapshot.entries.keys.sorted().map { name in
            let text = snapshot.entries[name]?.text
            return CatalogKey(name: name, schema: ValueSchema(kind: text.map(Self.kind(of:)) ?? .string))
        }
    }

    /// The type that a text suggests: `true` and `false` are bool, whole numbers int, other decimal numbers double, JSON
    /// objects and arrays json, and everything else string. Digits that a number would lose (`007`) stay string.
    public static func kind(of text: String) -> ValueKind {
        switch text {
        case "true", "false": return .bool
        default: break
        }
        guard let first = text.utf8.first else { return .string }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return (try? JSONValue(parsing: text)) == nil ? .string : .json
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard case .number(text)? = try? JSONValue(parsing: text) else { return .string }
            if NumberText.integer(text) != nil { return .int }
            // Whole numbers that fit no integer are identifiers more often than quantities.
            let isDecimal = text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
            return isDecimal && NumberText.double(text) != nil ? .double : .string
        default:
            return .string
        }
    }
}
