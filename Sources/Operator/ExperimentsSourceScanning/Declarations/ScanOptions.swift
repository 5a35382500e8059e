import ExperimentsCore
import ExperimentsProject

/// The facts that an app's sources do not contain: which enums are keys, and which functions read keys.
public struct ScanOptions: Sendable {
    /// The enums of texts whose cases are keys.
    public var enums: [KeyEnum] = []
    /// The functions of the app whose first argument is the name of a key.
    public var readers: [ProjectCodeReader] = []

    /// Returns the keys of a file of defaults, such as a property list, that code in a source file names; nil if there
    /// is no such file.
    public var defaults: @Sendable (_ name: String, _ source: String) -> [CatalogKey]? = { _, _ in nil }

    /// Creates empty options.
    public init() {}

    /// Texts of which each file that calls one of the functions has one.
    var readerWords: [String] {
        readers.map { reader in
            switch reader.name {
            case "init": reader.type?.split(scalar: ".").last.map(String.init) ?? "init"
            case "subscript": reader.labels.first { $0 != "_" }.map { $0 + ":" } ?? "["
            default: reader.name
            }
        }
    }
}

/// An enum of texts whose cases are the names of keys of one type: `Feature:bool`.
public struct KeyEnum: Sendable, Hashable {
    /// The name of the enum, with the types around it: `Flags.Feature`.
    public let name: String
    /// The type of the values.
    public let kind: ValueKind

    /// Reads `Feature:bool`; nil for any other text.
    public init?(_ text: String) {
        guard let (name, type) = text.cut(atLast: ":"), !name.isEmpty,
            let kind = ValueKind(rawValue: String(type))
        else {
            return nil
        }
        (self.name, self.kind) = (String(name), kind)
    }

    var path: [String] { name.split(scalar: ".").map(String.init) }
}
