import ExperimentsSupport

/// The keys of an app as the section `keys:` of a project file, from which dashboards and commands know what the app
/// reads.
///
/// ```swift
/// try KeyCatalog(Key.allCases).write(to: "experiments.yaml")
/// ```
public struct KeyCatalog: Sendable, Hashable {
    /// The keys, in the order of declaration.
    public let keys: [CatalogKey]

    /// Creates a catalogue of typed keys, for example `Key.allCases`.
    public init(_ keys: some Sequence<some RemoteKey>) {
        self.keys = keys.map { CatalogKey($0) }
    }

    /// Creates a catalogue of keys of several types.
    public init(_ keys: [any RemoteKey]) {
        self.keys = keys.map { CatalogKey($0) }
    }

    /// The `keys:` section as YAML, with a comment that explains its fields.
    public var text: String { CatalogueText.text(of: keys) }

    /// Writes the catalogue to the file at `path`.
    ///
    /// If the file has a section `keys:`, only that section is replaced. If it has none, the section is added at its
    /// end. Everything else in the file stays.
    ///
    /// - Throws: `FileProblem`. The file is then unchanged.
    public func write(to path: String) throws(FileProblem) {
        let old = try Self.text(of: path)
        try AtomicFile.write(Array(text(replacingKeysIn: old).utf8), to: path)
    }

    /// Returns the text of a file; an empty text if there is no file.
    private static func text(of path: String) throws(FileProblem) -> String {
        guard let bytes = try FileBytes.readIfPresent(path) else { return "" }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileProblem(path: path, message: "is not UTF-8 text", advice: "save it as UTF-8 and try again")
        }
        return text
    }

    /// Returns the text of a project file with this catalogue in place of its section `keys:`.
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
