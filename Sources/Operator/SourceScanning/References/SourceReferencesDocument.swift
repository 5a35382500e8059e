import ExperimentsCore

/// References as JSON: `{"schema", "references": [{"key", "kind", "path", "line", "column", "text"}]}`.
public struct SourceReferencesDocument: Sendable {
    /// The document.
    public let json: JSONValue

    /// A document of references.
    public init(_ references: [SourceReference]) {
        json = [
            "schema": .number("1"),
            "references": .array(
                references.map { reference in
                    [
                        "key": .string(reference.key), "kind": .string(reference.kind.rawValue),
                        "path": .string(reference.place.path), "line": .number(String(reference.place.line)),
                        "column": .number(String(reference.place.column)), "text": .string(reference.line),
                    ]
                }),
        ]
    }
}
