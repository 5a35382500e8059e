import ExperimentsCore

/// The keys in an app's sources, read without compiling them.
///
/// A key is a case of an enum that conforms to `RemoteKey`. Its schema is that of the type that `valueType` returns for
/// it, whether that type uses the macros or conforms to the protocols itself. A key is also a `static let` with a `Key`
/// in an extension of `Keys`. Its schema follows from its default, its range and its cases.
public struct SourceScan: Sendable {
    /// The keys, in the order of declaration, file by file.
    public let keys: [CatalogKey]
    /// The place of each key's declaration, by name.
    public let places: [String: SourcePlace]
    /// The parts that could not be read, sorted by place.
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

    /// Whether all keys were read, even if some details were not.
    public var hasEveryKey: Bool { !problems.contains(where: \.isKeyLost) }

    /// The keys as a catalogue.
    public var catalog: KeyCatalog { KeyCatalog(keys) }
}
