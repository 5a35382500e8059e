import ExperimentsCore
import MarkedYAML

extension YAMLNode {
    /// The node as JSON on one line.
    ///
    /// Unquoted `true`, `false` and `null` (and `~` and nothing at all) are what they say, and an unquoted number keeps its
    /// digits, if JSON would write it so. Everything else is text: `0x1F`, `.5`, `yes` and dates among it.
    ///
    /// - Throws: ``YAMLProblem`` for a key that is no scalar.
    func jsonText() throws(YAMLProblem) -> String {
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
                    throw YAMLProblem(DocumentWords.expected("text as a key", found: pair.key.found), at: pair.key)
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
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || first.isASCIIDigit,
            case .number(text)? = try? JSONValue(parsing: text)
        else { return JSONValue.string(text).compactText }
        return text
    }
}
