import ExperimentsCore
import MarkedYAML

extension ProjectDecoder {
    /// How many unknown names are compared with all that there are: each comparison takes long.
    private static var hintedNames: Int { 20 }

    /// The names of things that are declared elsewhere in the file, one or a list; the nearest is named where one is not.
    mutating func names(
        _ node: YAMLNode, at member: String, of noun: String, among declared: Set<String>
    ) -> [String] {
        lazy var known = declared.sorted()
        var unknownNames = 0
        return (node.items ?? [node]).compactMap { item in
            guard let name = line(item, at: member, expected: "names of \(noun)s") else { return nil }
            if declared.contains(name) { return name }
            unknownNames += 1
            let near = unknownNames > Self.hintedNames ? nil : SpellingSuggestion.nearest(to: name, in: known)
            let hint = near.map { " (did you mean '\($0)'?)" } ?? ""
            refuse("names no declared \(noun): '\(name)'\(hint)", at: member, item)
            return nil
        }
    }
}
