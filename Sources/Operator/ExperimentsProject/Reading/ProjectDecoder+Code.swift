import ExperimentsCore
import MarkedYAML

/// Reads `code:`, which says how an app's sources read keys.
extension ProjectDecoder {
    mutating func readCode(_ node: YAMLNode) -> [ProjectCodeReader] {
        if node.isNull { return [] }
        enter("code")
        defer { leave() }
        guard let record = record(node, fields: ["readers"], expected: "fields such as `readers`"),
            let readers = record["readers"], !readers.isNull
        else { return [] }
        let words = "functions that read a key, such as \"isEnabled(_:)\" or \"Flags.text(for:):string\""
        return (readers.items ?? [readers]).compactMap { item in
            guard let text = line(item, at: "readers", expected: words) else { return nil }
            if let reader = ProjectCodeReader(text) { return reader }
            return self.expected(words, at: "readers", found: item)
        }
    }
}
