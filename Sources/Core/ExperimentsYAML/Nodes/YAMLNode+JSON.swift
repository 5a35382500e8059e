import ExperimentsSupport

extension YAMLNode {
    /// The node as JSON on one line.
    ///
    /// Unquoted text is read by the core schema of YAML 1.2: `true`, `null`, and numbers, which are converted to the
    /// syntax of JSON: `31` for `0x1F`, `0.5` for `.5`. Everything else is text: `yes`, dates, and `.inf`, which JSON
    /// does not have.
    ///
    /// - Throws: ``YAMLProblem`` for a key that is not a scalar.
    package func jsonText() throws(YAMLProblem) -> String {
        var text = ""
        try appendJSON(to: &text)
        return text
    }

    private func appendJSON(to json: inout String) throws(YAMLProblem) {
        switch content {
        case .scalar(let text, isPlain: false):
            json += JSONValue.string(text).compactText
        case .scalar(let text, isPlain: true):
            json += isNull ? "null" : Self.plainJSON(text)
        case .sequence(let items):
            json += "["
            for (index, item) in items.enumerated() {
                if index > 0 { json += "," }
                try item.appendJSON(to: &json)
            }
            json += "]"
        case .mapping(let pairs):
            json += "{"
            for (index, pair) in pairs.enumerated() {
                guard let name = pair.key.text else {
                    throw YAMLProblem(
                        DocumentWords.expected("text as a key", found: pair.key.found), at: pair.key)
                }
                if index > 0 { json += "," }
                json += JSONValue.string(name).compactText + ":"
                try pair.value.appendJSON(to: &json)
            }
            json += "}"
        }
    }

    private static func plainJSON(_ text: String) -> String {
        switch text {
        case "true", "True", "TRUE": return "true"
        case "false", "False", "FALSE": return "false"
        default: break
        }
        return NumberText.json(ofYAML: text) ?? JSONValue.string(text).compactText
    }
}
