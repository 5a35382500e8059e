import ExperimentsCore
import ExperimentsSupport
import MarkedYAML

/// Reads how the dashboard looks and which keys it has, from a project file or the settings of a user.
struct AppearanceReader {
    /// The path of the file, as messages show it.
    let file: String
    /// The folder of the file, from which relative paths in it start.
    let folder: String
    let vocabulary: ProjectVocabulary

    func theme(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> String? {
        let expected = "the name of a theme or the path of its file"
        guard let text = decoder.line(node, at: "theme", expected: expected) else { return nil }
        if text.contains(scalar: "/") || text.hasSuffix(".yaml") || text.hasSuffix(".yml") {
            return decoder.path(node, at: "theme", in: folder)
        }
        if let themes = vocabulary.themes, !themes.contains(text) {
            decoder.note(DocumentWords.unknown("theme", text, among: themes), at: node, .member("theme"))
        }
        return text
    }

    /// Whether the terminal's background stays.
    func background(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> Bool? {
        switch node.text {
        case "theme": return false
        case "terminal": return true
        default:
            decoder.expected(
                "theme, for the theme's own background, or terminal, for the terminal's", at: "background", found: node)
            return nil
        }
    }

    func bindings(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [ProjectBinding] {
        if node.isNull { return [] }
        guard let pairs = node.pairs else {
            decoder.expected("actions with their keys, such as refetch: [r, F5]", at: "bindings", found: node)
            return []
        }
        decoder.enter("bindings")
        defer { decoder.leave() }
        return pairs.compactMap { pair in
            guard let action = pair.key.text, !action.isEmpty else {
                decoder.expected("the name of an action", found: pair.key)
                return nil
            }
            if let actions = vocabulary.actions, !actions.contains(action) {
                let hint = DocumentWords.hint(for: action, among: actions)
                decoder.note("unknown action \"\(action)\" in `bindings` \(hint)", at: pair.key, .member(action))
            }
            var binding = ProjectBinding(action: action, keys: boundKeys(action, pair.value, &decoder))
            binding.declaredAt = pair.key.location.map { "\(file):\($0.line)" }
            return binding
        }
    }

    private func boundKeys(
        _ action: String, _ node: YAMLNode, _ decoder: inout ProjectDecoder
    ) -> [String] {
        (node.items ?? [node]).compactMap { item in
            // `~` is null to YAML and a key to a keyboard.
            guard let text = item.text, !text.isEmpty else {
                decoder.expected("keys such as r, F5 or ctrl-r", at: action, found: item)
                return nil
            }
            if vocabulary.isKey(text) { return text }
            decoder.note(
                "\(Quotation.of(text)) cannot be bound to action \(Quotation.of(action)); expected a key such as r, F5, ctrl-r or alt-b",
                at: item,
                .member(action))
            return nil
        }
    }
}
