extension YAMLNode {
    /// The text of a scalar, as written; nil for a list or a mapping.
    public var text: String? {
        guard case .scalar(let text, _) = content else { return nil }
        return text
    }

    /// The text of an unquoted scalar; nil for quoted text, a list or a mapping.
    public var plainText: String? {
        guard case .scalar(let text, isPlain: true) = content else { return nil }
        return text
    }

    /// The items of a list; nil for anything else.
    public var items: [YAMLNode]? {
        guard case .sequence(let items) = content else { return nil }
        return items
    }

    /// The keys and values of a mapping, in the order written; nil for anything else.
    public var pairs: [YAMLPair]? {
        guard case .mapping(let pairs) = content else { return nil }
        return pairs
    }

    /// The value of the key with this text; nil if there is none or if the node is no mapping.
    ///
    /// A linear search: meant for the handful of fields of a configuration record.
    public subscript(key: String) -> YAMLNode? {
        pairs?.first { $0.key.text == key }?.value
    }

    /// Whether the node says "nothing": an unquoted empty text, `~` or `null`.
    public var isNull: Bool {
        guard let text = plainText else { return false }
        return switch text.utf8.count {
        case 0: true
        case 1: text == "~"
        case 4: text == "null" || text == "Null" || text == "NULL"
        default: false
        }
    }

    /// What the node is, in the words of an error message: `nothing`, `text`, `a list` or `a mapping`.
    public var kindName: String {
        switch content {
        case .scalar: isNull ? "nothing" : "text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
