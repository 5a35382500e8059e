/// The colors and attributes of a cell, in eight bytes.
package struct CellStyle: Sendable, Hashable {
    /// Foreground in bits 0-25, background in 26-51, attributes in 52-59.
    private var bits: UInt64

    /// Creates a style. The default colors are the terminal's own.
    package init(foreground: Color = .terminal, background: Color = .terminal, attributes: Attributes = []) {
        bits = UInt64(foreground.packed) | UInt64(background.packed) << 26 | UInt64(attributes.rawValue) << 52
    }

    /// The terminal's own colors without attributes.
    package static let terminal = CellStyle()

    /// Color of the text.
    package var foreground: Color {
        get { Color(packed: UInt32(truncatingIfNeeded: bits & Self.colorMask)) }
        set { bits = bits & ~Self.colorMask | UInt64(newValue.packed) }
    }

    /// Color behind the text.
    package var background: Color {
        get { Color(packed: UInt32(truncatingIfNeeded: bits >> 26 & Self.colorMask)) }
        set { bits = bits & ~(Self.colorMask << 26) | UInt64(newValue.packed) << 26 }
    }

    /// The attributes, for example bold.
    package var attributes: Attributes {
        get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 52)) }
        set { bits = bits & ~(0xff << 52) | UInt64(newValue.rawValue) << 52 }
    }

    /// Returns this style over another. Its colors win unless they are `terminal`; the attributes of both are combined.
    package func over(_ below: CellStyle) -> CellStyle {
        var result = self
        if bits & Self.colorMask == 0 { result.bits |= below.bits & Self.colorMask }
        if bits & (Self.colorMask << 26) == 0 { result.bits |= below.bits & (Self.colorMask << 26) }
        result.bits |= below.bits & (0xff << 52)
        return result
    }

    /// Returns the nearest style that a terminal of this depth can show. Without colors, a background becomes
    /// `reverse`, so that it still stands out. With eight colors, a bright foreground becomes bold.
    package func reduced(to depth: ColorDepth) -> CellStyle {
        if depth == .truecolor { return self }
        var attributes = attributes
        if depth == .none, background != .terminal { attributes.insert(.reverse) }
        if depth == .ansi8, case .ansi(let index) = foreground.reduced(to: .ansi16), index > 8 {
            attributes.insert(.bold)
        }
        return CellStyle(
            foreground: foreground.reduced(to: depth),
            background: background.reduced(to: depth, isBackground: true),
            attributes: attributes)
    }

    private static let colorMask: UInt64 = 0x3ff_ffff
}

extension CellStyle: CustomStringConvertible {
    /// The attributes, the foreground, and `on` with the background: `bold red on black`. The terminal's own color is
    /// `default`.
    package var description: String {
        var words = Attributes.named.filter { attributes.contains($0.attribute) }.map(\.name)
        if foreground != .terminal { words.append(foreground.description) }
        if background != .terminal { words += ["on", background.description] }
        return words.isEmpty ? "default" : words.joined(separator: " ")
    }
}

/// One character cell of a screen: 16 bytes, no references.
package struct Cell: Sendable, Hashable {
    /// The character that the cell shows.
    package var glyph: Glyph

    /// The style of the character.
    package var style: CellStyle

    /// Creates a cell that shows a glyph.
    package init(glyph: Glyph = .blank, style: CellStyle = .terminal) {
        self.glyph = glyph
        self.style = style
    }

    /// The glyph as a character; a space for the right half of a wide one.
    package var character: Character { glyph.character }

    /// Whether it is the right half of the wide glyph to its left.
    package var isContinuation: Bool { glyph == .continuation }
}

/// Attributes of text other than color. A terminal may ignore any of them.
package struct Attributes: OptionSet, Sendable, Hashable {
    /// The attributes, one bit each.
    package let rawValue: UInt8

    /// Creates attributes. Unknown bits are preserved but have no meaning.
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
