import ExperimentsCore

/// The keys that an app's sources declare, read without compiling them.
///
/// A key is a case of an enum that conforms to `RemoteKey`; its schema is that of the type which `valueType` gives for
/// it, whether that type uses the macros or conforms to the protocols itself. A key is also a `static let` with a `Key` in an
/// extension of `Keys`; its schema is that of its default, its range and its cases.
public struct SourceScan: Sendable {
    /// The keys, in the order declared, file by file.
    public let keys: [CatalogKey]
    /// Where each key is declared, by name.
    public let places: [String: SourcePlace]
    /// What could not be read, by place.
    public let problems: [ScanProblem]

    /// Reads `files`.
    public init(_ files: [SourceFile]) {
        let index = TypeIndex(files)
        var reader = KeyReader(index: index)
        for declaration in index.keyTypes { reader.read(declaration) }
        for call in index.keyCalls { reader.read(call) }
        keys = reader.keys
        places = reader.places
        problems = reader.problems.sorted { $0.place < $1.place }
    }

    /// Whether every key was read, if not in every detail.
    public var hasEveryKey: Bool { !problems.contains(where: \.isKeyLost) }

    /// The keys as a catalogue.
    public var catalog: KeyCatalog { KeyCatalog(keys) }
}

/// One file of an app's sources.
public struct SourceFile: Sendable, Hashable {
    /// The path, as places name it.
    public let path: String
    /// The content.
    public let text: String

    /// A file.
    public init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}
