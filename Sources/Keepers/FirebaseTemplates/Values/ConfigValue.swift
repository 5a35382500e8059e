import ExperimentsCore

/// A value as apps read it: a text with its source, and the conversions of the SDKs for servers.
public struct ConfigValue: Sendable, Hashable {
    /// The source of a value.
    public enum Source: String, Sendable, Hashable {
        /// The template, with a text that it contains.
        case remote
        /// The app's own defaults.
        case `default`
        /// No source: the empty text, `false`, or 0.
        case `static`
    }

    /// The value as text; empty if there is no source.
    public let text: String
    /// The origin of the value: the template, the app's defaults, or neither.
    public let source: Source
    /// The condition that decided it; nil if the parameter has no value for a condition that is met.
    public let condition: String?

    /// Creates a value.
    public init(text: String, source: Source, condition: String? = nil) {
        self.text = text
        self.source = source
        self.condition = condition
    }

    /// The empty value without a source.
    public static let none = ConfigValue(text: "", source: .static)

    /// True for `1 true t yes y on` in any case, without blanks around them; otherwise false.
    public var bool: Bool { source != .static && BooleanText.value(of: text) == true }

    /// The number in the text, ignoring blanks around it; 0 if it is not a number.
    public var double: Double { SignalNumber.value(of: text) ?? 0 }

    /// The whole number in the text, ignoring blanks around it; 0 if it is not a whole number, such as `1.5`.
    public var int: Int {
        let text = ByteText.trimmed(text)
        return Int(text.hasScalarPrefix("+") ? String(text.dropFirst()) : text) ?? 0
    }
}
