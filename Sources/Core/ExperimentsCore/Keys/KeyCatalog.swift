import ExperimentsSupport

/// The keys of an app as the section `keys:` of a project file, so that dashboards and commands know what the app
/// reads.
///
/// ```swift
/// try KeyCatalog(Key.allCases).write(to: "experiments.yaml")
/// ```
public struct KeyCatalog: Sendable, Hashable {
    /// The keys, in the order of declaration.
    public let keys: [CatalogKey]

    /// Creates a catalog of typed keys, for example `Key.allCases`.
    public init(_ keys: some Sequence<some RemoteKey>) {
        self.keys = keys.map { CatalogKey($0) }
    }

    /// Creates a catalog of keys of several types.
    public init(_ keys: [any RemoteKey]) {
        self.keys = keys.map { CatalogKey($0) }
    }

    /// The `keys:` section as YAML, with a comment that explains its fields.
    public var text: String { CatalogueText.text(of: keys) }

    /// Writes the catalog to the file at `path`.
    ///
    /// If the file has a section `keys:`, only that section is replaced. If it has none, the section is added at its
    /// end. Everything else in the file stays.
    ///
    /// - Throws: `FileProblem`. In that case, the file has not changed.
    public func write(to path: String) throws(FileProblem) {
        let old = try Self.text(of: path)
        try AtomicFile.write(Array(text(replacingKeysIn: old).utf8), to: path)
    }

    /// Returns the text of a file; an empty text if there is no file.
    private static func text(of path: String) throws(FileProblem) -> String {
        guard let bytes = try FileBytes.readIfPresent(path) else { return "" }
        guard let text = String(validUTF8: bytes) else {
            throw FileProblem(
                path: path, message: "is not UTF-8 text", advice: "save it as UTF-8 and try again")
        }
        return text
    }

    /// Returns the text of a project file with this catalog in place of its section `keys:`.
    public func text(replacingKeysIn text: String) -> String {
        let lines = text.lines
        guard let start = lines.firstIndex(where: Self.beginsKeys) else {
            if text.isEmpty { return self.text }
            return text + (text.hasScalarSuffix("\n") ? "\n" : "\n\n") + self.text
        }
        // The section ends where another one begins; blank lines and comments before that belong to the other.
        var end = lines[(start + 1)...].firstIndex { Self.beginsSection($0) } ?? lines.endIndex
        while end > start + 1, end < lines.endIndex, !Self.isIndented(lines[end - 1]) { end -= 1 }
        let section = CatalogueText.section(of: keys).dropLast()
        let result = lines[..<start] + [Substring(section)] + lines[end...]
        return result.joined(separator: "\n") + (end == lines.endIndex ? "\n" : "")
    }

    private static func beginsKeys(_ line: Substring) -> Bool {
        line.hasPrefix("keys:")
    }

    /// Whether a line begins another section: it is not indented, and neither blank, a comment nor an item of a list.
    private static func beginsSection(_ line: Substring) -> Bool {
        guard let first = line.first else { return false }
        return !first.isWhitespace && first != "#" && first != "-"
    }

    private static func isIndented(_ line: Substring) -> Bool {
        guard let first = line.first else { return false }
        return first == " " || first == "-"
    }
}

/// Writes the `keys:` of a project file.
package enum CatalogueText {
    /// Returns the `keys:` section with a comment that explains its fields. Reading the text gives the same keys.
    package static func text(of keys: [CatalogKey]) -> String {
        let example =
            keys.isEmpty
            ? """
            # keys:
            #   - name: paywall_type
            #     type: string
            #     cases: [a, b, c]
            #     default: a
            keys: []

            """ : "keys:\n"
        return """
            # Types: \(ValueKind.allCases.map(\.rawValue).joined(separator: ", ")).
            # Fields: title, group, description, default, cases, baseline,
            # range: {min: 1, max: 10}.

            """ + example + keys.map { entry($0) }.joined()
    }

    /// Returns the `keys:` section without the comment.
    static func section(of keys: [CatalogKey]) -> String {
        keys.isEmpty ? "keys: []\n" : "keys:\n" + keys.map { entry($0) }.joined()
    }

    /// Returns one key as an item of the list.
    package static func entry(_ key: CatalogKey) -> String {
        "  - " + fields(key).map { $0 + "\n" }.joined(separator: "    ")
    }

    /// Returns one key as an item of a list in flow style: `{name: paywall_type, type: string}`.
    package static func flowEntry(_ key: CatalogKey) -> String {
        "{" + fields(key).joined(separator: ", ") + "}"
    }

    /// Returns the fields of a key, one on each line, for example `name: paywall_type`.
    package static func fields(_ key: CatalogKey) -> [String] {
        let schema = key.schema
        var fields = [("name", YAMLText.scalar(key.name))]
        if let title = key.declaredTitle { fields.append(("title", YAMLText.scalar(title))) }
        fields.append(("type", schema.kind.rawValue))
        if !schema.cases.isEmpty { fields.append(("cases", YAMLText.list(schema.cases))) }
        if let range = schema.range, let text = rangeText(range) { fields.append(("range", text)) }
        if let text = schema.defaultText { fields.append(("default", defaultText(text, schema.kind))) }
        if schema.understandsBaseline { fields.append(("baseline", "true")) }
        if let group = key.group { fields.append(("group", YAMLText.scalar(group))) }
        if let summary = key.summary { fields.append(("description", YAMLText.scalar(summary))) }
        return fields.map { name, value in "\(name): \(value)" }
    }

    private static func rangeText(_ range: ClosedRange<Double>) -> String? {
        var parts: [String] = []
        if range.lowerBound.isFinite { parts.append("min: \(NumberText.text(of: range.lowerBound))") }
        if range.upperBound.isFinite { parts.append("max: \(NumberText.text(of: range.upperBound))") }
        return parts.isEmpty ? nil : "{" + parts.joined(separator: ", ") + "}"
    }

    /// Writes numbers and booleans as they are if they are spelt as in YAML, and quotes any other text.
    private static func defaultText(_ text: String, _ kind: ValueKind) -> String {
        switch kind {
        case .bool where text == "true" || text == "false": return text
        case .int, .double:
            if case .number(text)? = try? JSONValue(parsing: text) { return text }
        case .json:
            let columns = 60
            if text.utf8.count <= columns, let value = try? JSONValue(parsing: text),
                value.compactText == text,
                let flow = YAMLText.flow(value)
            {
                return flow
            }
        default: break
        }
        return YAMLText.scalar(text, quotesMayBeSingle: true)
    }
}
