/// How text is set apart besides its colours. A terminal may ignore any of them.
public struct Attributes: OptionSet, Sendable, Hashable {
    /// One bit per attribute.
    public let rawValue: UInt8

    /// Unknown bits are kept but have no meaning.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier or brighter.
    public static let bold = Attributes(rawValue: 1)

    /// Fainter.
    public static let dim = Attributes(rawValue: 2)

    /// Slanted.
    public static let italic = Attributes(rawValue: 4)

    /// Underlined.
    public static let underline = Attributes(rawValue: 8)

    /// Foreground and background swapped.
    public static let reverse = Attributes(rawValue: 16)

    /// Names and attributes, in the order in which they are written.
    public static let named: [(name: String, attribute: Attributes)] = [
        ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
    ]
}
