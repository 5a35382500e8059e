import ExperimentsCore
import ExperimentsYAML

extension SourceKind {
    /// A JSON or YAML file of keys and values.
    public static let file = SourceKind(
        "file",
        fields: ["path", "at"]
    ) { $0.readFile(&$1) }
}

/// The settings of a source of kind `file`.
public struct FileSourceSettings: SourceSettings {
    /// The path of the JSON or YAML file.
    public var path: String
    /// The names of the members that lead to the object with the values; empty for the file itself.
    public var at: [String]

    /// Creates settings.
    public init(path: String, at: [String] = []) {
        self.path = path
        self.at = at
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
        let steps = record["at"].flatMap { readSteps($0, &decoder) }
        guard record["at"] == nil || steps != nil else { return nil }
        return decoder.path(node, at: "path", in: folder).map {
            FileSourceSettings(path: $0, at: steps ?? [])
        }
    }

    /// Reads the name of a member, or a list of names that lead to one. A name may contain any character.
    private func readSteps(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [String]? {
        let words = "the name of a member, such as flagValues, or a list of names"
        let items = node.items ?? [node]
        guard !items.isEmpty else { return decoder.expected(words, at: "at", found: node) }
        let names = items.compactMap { decoder.line($0, at: "at", expected: words) }
        return names.count == items.count ? names : nil
    }
}
