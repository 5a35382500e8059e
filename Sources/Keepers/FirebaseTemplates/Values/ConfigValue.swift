import ExperimentsCore

/// A value as apps read it: a string with its source, and the conversions of the SDKs for servers.
public struct ConfigValue: Sendable, Hashable {
    /// The source of a value.
    public enum Source: String, Sendable, Hashable {
        /// The template, with a string that it contains.
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

    /// True for `1 true t yes y on` in any case, without spaces around them; otherwise false.
    public var bool: Bool { source != .static && BooleanText.value(of: text) == true }

    /// The number in the text, ignoring spaces around it; 0 if it is not a number.
    public var double: Double { SignalNumber.value(of: text) ?? 0 }

    /// The whole number in the text, ignoring spaces around it; 0 if it is not a whole number, such as `1.5`.
    public var int: Int {
        let text = ByteText.trimmed(text)
        return Int(text.hasScalarPrefix("+") ? String(text.dropFirst()) : text) ?? 0
    }
}

/// Strings compared byte by byte, as other languages compare them: `é` in one piece is not `é` in two.
enum ByteText {
    static func isEqual(_ first: String, _ second: String) -> Bool {
        first.isExactly(second)
    }

    /// Whether `part` occurs in `text`. The empty text occurs in every text.
    static func contains(_ text: String, _ part: String) -> Bool {
        var (text, part) = (text, part)
        return text.withUTF8 { text in
            part.withUTF8 { part in
                guard let first = part.first else { return true }
                guard part.count <= text.count else { return false }
                return (0...(text.count - part.count)).contains { start in
                    text[start] == first && text[start..<(start + part.count)].elementsEqual(part)
                }
            }
        }
    }

    /// Returns the text without surrounding white space.
    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
