import ExperimentsSupport

/// A tag of YAML's core schema that says of a text, also in quotes, that it is something else.
enum CoreTag: String {
    case int, float, bool, null

    init?(_ tag: String) {
        let prefix = "tag:yaml.org,2002:"
        guard tag.utf8.starts(with: prefix.utf8) else { return nil }
        self.init(rawValue: String(tag.utf8.dropFirst(prefix.utf8.count)) ?? "")
    }

    /// What it says, for messages.
    var words: String {
        switch self {
        case .int: "a whole number"
        case .float: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }

    /// A text as one that is this when it stands without quotes; nil if it is something else.
    func text(of text: String) -> String? {
        switch self {
        case .int: return NumberText.json(ofYAML: text).flatMap(NumberText.whole)
        case .float:
            guard let number = NumberText.json(ofYAML: text) else {
                return text.lowercased().hasSuffix(".inf") || text.lowercased() == ".nan" ? text : nil
            }
            return NumberText.isWhole(number) ? number + ".0" : number
        case .bool: return ["true", "false"].contains(text.lowercased()) ? text : nil
        case .null: return ["", "~", "null", "Null", "NULL"].contains(text) ? text : nil
        }
    }
}
