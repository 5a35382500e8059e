/// A value as apps read it: a text with its source, and the views of it that the SDKs for servers give.
public struct ConfigValue: Sendable, Hashable {
    /// Where a value comes from.
    public enum Source: String, Sendable, Hashable {
        /// From the template.
        case remote
        /// From the app's own defaults.
        case `default`
        /// From nowhere: the empty text, `false`, 0.
        case `static`
    }

    /// The text.
    public let text: String
    /// Where it comes from.
    public let source: Source
    /// The condition that decided it; nil where none held that the parameter has a value for.
    public let condition: String?

    /// A value.
    public init(text: String, source: Source, condition: String? = nil) {
        self.text = text
        self.source = source
        self.condition = condition
    }

    /// A value that nobody gave.
    public static let none = ConfigValue(text: "", source: .static)

    /// True for `1 true t yes y on` in any case, without blanks around; false for everything else.
    public var bool: Bool {
        guard source != .static, text.utf8.count <= 4 else { return false }
        return ["1", "true", "t", "yes", "y", "on"].contains(text.lowercased())
    }

    /// The number that the text spells, blanks around it aside; 0 where it spells none.
    public var double: Double {
        SignalNumber.value(of: text) ?? 0
    }

    /// The whole number that the text spells, blanks around it aside; 0 where it spells none, `1.5` included.
    public var int: Int {
        let text = ByteText.trimmed(text)
        return Int(text.hasPrefix("+") ? String(text.dropFirst()) : text) ?? 0
    }
}
