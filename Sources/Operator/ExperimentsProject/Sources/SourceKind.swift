/// A kind of source in a project file, declared once: the name, the fields, and how they are read.
///
/// The settings that are read name the hosts to which they send secrets. The other half, how such settings become a
/// keeper, is declared where the keepers are known; whether the kind tells users apart follows from the keeper.
public struct SourceKind: Sendable {
    /// The name, as the field `kind` has it.
    public let name: String
    /// The fields that a source of this kind may have besides those of every source.
    public let fields: [String]
    /// Reads the fields, and notes what is wrong with them.
    let read: @Sendable (SourceReader, inout ProjectDecoder) -> (any SourceSettings)?

    init(
        _ name: String, fields: [String],
        read: @escaping @Sendable (SourceReader, inout ProjectDecoder) -> (any SourceSettings)?
    ) {
        (self.name, self.fields, self.read) = (name, fields, read)
    }

    /// Finds the kind with a name.
    init?(named name: String) {
        guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
        self = kind
    }
}

extension SourceKind: Hashable {
    /// Whether two kinds have the same name.
    public static func == (left: SourceKind, right: SourceKind) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What a project file says of a source of one kind.
public protocol SourceSettings: Sendable, Hashable {
    /// The kind of source that has such settings.
    static var kind: SourceKind { get }

    /// The secrets that are sent to ``hosts``; by default none.
    var sentSecrets: [Secret] { get }

    /// The hosts that the project file names; by default none.
    var hosts: [String] { get }

    /// The path of the file by which people know a source without a name; by default nil.
    var titlePath: String? { get }
}

extension SourceSettings {
    /// None.
    public var sentSecrets: [Secret] { [] }
    /// None.
    public var hosts: [String] { [] }
    /// Nil.
    public var titlePath: String? { nil }
}
