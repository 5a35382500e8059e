import ExperimentsCore

extension JSONValue {
    /// The value in a message: itself where it is short, else its kind.
    var shown: String {
        switch self {
        case .object, .array:
            let text = compactText
            return text.utf8.count <= 40 ? text : "an \(kindName)"
        case .string(let text) where text.utf8.count > 60: return "a long text"
        case .string, .bool, .null, .number: return compactText
        }
    }
}
