/// How text is set apart besides its colours. A terminal may ignore any of them.
package struct Attributes: OptionSet, Sendable, Hashable {
    /// One bit per attribute.
    package let rawValue: UInt8

    /// Unknown bits are kept but have no meaning.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier or brighter.
    package static let bold = Attributes(rawValue: 1)

    /// Fainter.
    package static let dim = Attributes(rawValue: 2)

    /// Slanted.
    package static let italic = Attributes(rawValue: 4)

    /// Underlined.
    package static let underline = Attributes(rawValue: 8)

    /// Foreground and background swapped.
    package static let reverse = Attributes(rawValue: 16)

    /// Names and attributes, in the order in which they are written.
    package static let named: [(name: String, attribute: Attributes)] = [
        ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
    ]
}
