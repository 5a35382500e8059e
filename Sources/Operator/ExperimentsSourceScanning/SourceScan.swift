import ExperimentsCore

/// The keys in an app's sources, read without compiling them.
///
/// A key is a case of an enum that conforms to `RemoteKey`. Its schema is that of the type that `valueType` returns for
/// it, whether that type uses the macros or conforms to the protocols itself. A call of `Key` also creates a key. Its
/// schema follows from its default, its range and its cases.
///
/// A literal name passed to Firebase's SDK, or to a function of the app named in the options, is a key, too, and so is
/// a case of an enum named in the options.
public struct SourceScan: Sendable {
    /// The keys, in the order of declaration, file by file.
    public let keys: [CatalogKey]
    /// The place of each key's declaration, or of the first use of its name, by name.
    public let places: [String: SourcePlace]
    /// The parts that could not be read, sorted by place.
    public let problems: [ScanProblem]
    /// The deprecated keys that a generated file has for one more version, with the message of each. They are not among
    /// the keys.
    public let deprecatedKeys: [(key: CatalogKey, message: String)]
    /// The enums of the options that the sources do not declare.
    public let unknownEnums: [String]
    /// The other enums of texts with the numbers of their cases, those with the most cases first.
    public let otherEnums: [(name: String, count: Int)]

    /// Reads `files`.
    ///
    /// - Parameters:
    ///   - files: the files to read.
    ///   - options: what the source code does not show.
    ///   - progress: called with the number of files read so far, on any thread.
    public init(
        _ files: [SourceFile], _ options: ScanOptions = ScanOptions(),
        progress: (@Sendable (Int) -> Void)? = nil
    ) {
        let index = TypeIndex(files, options, progress: progress)
        var reader = KeyReader(index: index)
        for declaration in index.keyTypes { reader.read(declaration) }
        for call in index.keyCalls { reader.read(call) }
        unknownEnums = options.enums.filter { !reader.read($0) }.map(\.name)
        reader.read(NamedKeyReader(index, options))
        keys = reader.keys
        places = reader.places
        deprecatedKeys = reader.deprecatedKeys
        problems = reader.problems.sorted { $0.place < $1.place }
        otherEnums = index.enumsOfTexts.filter { !$0.name.hasScalarSuffix("CodingKeys") }
    }

    /// Whether all keys were read, even if some details were not.
    public var hasEveryKey: Bool { !problems.contains(where: \.isKeyLost) }

    /// The keys as a catalog.
    public var catalog: KeyCatalog { KeyCatalog(keys) }
}
