import ExperimentsCore
import MarkedYAML

/// Reads `code:`, which says how an app's sources read keys.
enum CodeSectionReader {
    static func read(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [ProjectCodeReader] {
        if node.isNull { return [] }
        decoder.enter("code")
        defer { decoder.leave() }
        guard let record = decoder.record(node, fields: ["readers"], expected: "fields such as `readers`"),
            let readers = record["readers"], !readers.isNull
        else { return [] }
        let words = "functions that read a key, such as \"isEnabled(_:)\" or \"Flags.text(for:):string\""
        return (readers.items ?? [readers]).compactMap { item in
            guard let text = decoder.line(item, at: "readers", expected: words) else { return nil }
            if let reader = ProjectCodeReader(text) { return reader }
            decoder.expected(words, at: "readers", found: item)
            return nil
        }
    }
}
