import ExperimentsCore
import ExperimentsYAML

extension SourceKind {
    /// A JSON or YAML file of keys and values.
    public static let file = SourceKind(
        "file",
        fields: ["path"]
    ) { $0.readFile(&$1) }
}

/// The settings of a source of kind `file`.
public struct FileSourceSettings: SourceSettings {
    /// The path of the JSON or YAML file.
    public var path: String

    /// Creates settings.
    public init(path: String) {
        self.path = path
    }

    /// The kind of source.
    public static var kind: SourceKind { .file }

    /// The path.
    public var titlePath: String? { path }

    /// The place of the values.
    public var address: String { path }
}

extension SourceReader {
    func readFile(_ decoder: inout ProjectDecoder) -> FileSourceSettings? {
        guard let node = record["path"] else {
            return decoder.missing("path", of: record, ": name a JSON or YAML file of keys and values")
        }
        return decoder.path(node, at: "path", in: folder).map { FileSourceSettings(path: $0) }
    }
}
