import ExperimentsCore
import ExperimentsYAML

/// Reads how the dashboard looks and which keys it has, from a project file or the settings of a user.
extension ProjectDecoder {
    /// - Parameter folder: the folder of the file, from which relative paths in it start.
    mutating func readTheme(_ node: YAMLNode, in folder: String, _ vocabulary: ProjectVocabulary) -> String? {
        let expected = "the name of a theme or the path of its file"
        guard let text = line(node, at: "theme", expected: expected) else { return nil }
        if text.contains(scalar: "/") || text.hasSuffix(".yaml") || text.hasSuffix(".yml") {
            return self.path(node, at: "theme", in: folder)
        }
        if let themes = vocabulary.themes, !themes.contains(text) {
            note(DocumentWords.unknown("theme", text, among: themes), at: node, .member("theme"))
        }
        return text
    }

    /// Whether the terminal's background stays.
    mutating func readBackground(_ node: YAMLNode) -> Bool? {
        switch node.text {
        case "theme": return false
        case "terminal": return true
        default:
            return self.expected(
                "theme, for the theme's own background, or terminal, for the terminal's", at: "background",
                found: node)
        }
    }

    /// - Parameter file: the path of the file, as messages show it.
    mutating func readBindings(_ node: YAMLNode, of file: String, _ vocabulary: ProjectVocabulary)
        -> [ProjectBinding]
    {
        if node.isNull { return [] }
        guard let pairs = node.pairs else {
            self.expected("actions with their keys, such as refetch: [r, F5]", at: "bindings", found: node)
            return []
        }
        enter("bindings")
        defer { leave() }
        return pairs.compactMap { pair in
            guard let action = pair.key.text, !action.isEmpty else {
                return self.expected("the name of an action", found: pair.key)
            }
            if let actions = vocabulary.actions, !actions.contains(action) {
                let hint = DocumentWords.hint(for: action, among: actions)
                note("unknown action \"\(action)\" in `bindings` \(hint)", at: pair.key, .member(action))
            }
            var binding = ProjectBinding(
                action: action, keys: readBoundKeys(pair.value, to: action, vocabulary))
            binding.declaredAt = pair.key.location.map { "\(file):\($0.line)" }
            return binding
        }
    }

    private mutating func readBoundKeys(
        _ node: YAMLNode, to action: String, _ vocabulary: ProjectVocabulary
    ) -> [String] {
        (node.items ?? [node]).compactMap { item in
            // `~` is null to YAML and a key to a keyboard.
            guard let text = item.text, !text.isEmpty else {
                return self.expected("keys such as r, F5 or ctrl-r", at: action, found: item)
            }
            if vocabulary.isKey(text) { return text }
            note(
                "\(Quotation.of(text)) cannot be bound to action \(Quotation.of(action)); expected a key such as r, F5, ctrl-r or alt-b",
                at: item,
                .member(action))
            return nil
        }
    }
}
