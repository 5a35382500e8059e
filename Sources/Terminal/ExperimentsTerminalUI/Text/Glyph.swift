/// The content of one cell: a scalar and up to two combining marks, and whether it takes two columns. Eight bytes.
///
/// More marks than two are dropped: two are enough for every living script, and the limit stops text with piles of
/// marks.
package struct Glyph: Sendable, Hashable {
    /// Three scalars of 21 bits, the base lowest. The top bit means that the glyph is two columns wide.
    private(set) var bits: UInt64

    init(scalar: UInt32, isWide: Bool = false) {
        bits = UInt64(scalar) | (isWide ? Self.wideBit : 0)
    }

    private init(bits: UInt64) { self.bits = bits }

    /// Creates the first visible glyph of a character, as `DisplayText` shows it; a blank if there is none.
    package init(_ character: Character) {
        var first = Glyph.blank
        String(character).withGlyphReader { reader in
            if let glyph = reader.next() { first = glyph }
        }
        self = first
    }

    /// A space.
    package static let blank = Glyph(scalar: 0x20)

    /// The right half of a wide glyph, which shows nothing by itself.
    package static let continuation = Glyph(bits: 0)

    /// U+FFFD, the replacement for what cannot be shown.
    package static let replacement = Glyph(scalar: 0xfffd)

    /// `…`
    package static let ellipsis = Glyph(scalar: 0x2026)

    /// The number of columns: 1 or 2, and 0 for a continuation.
    package var width: Int { bits == 0 ? 0 : bits & Self.wideBit == 0 ? 1 : 2 }

    /// The scalar and its marks, filled up with zeroes.
    package var scalars: (UInt32, UInt32, UInt32) {
        (
            UInt32(truncatingIfNeeded: bits & Self.scalarMask),
            UInt32(truncatingIfNeeded: bits >> 21 & Self.scalarMask),
            UInt32(truncatingIfNeeded: bits >> 42 & Self.scalarMask)
        )
    }

    /// The glyph as text; a continuation counts as a space.
    package var character: Character {
        if bits == 0 { return " " }
        if bits < 0x80 { return Character(UnicodeScalar(UInt8(bits))) }
        var text = String.UnicodeScalarView()
        let scalars = scalars
        for value in [scalars.0, scalars.1, scalars.2] where value != 0 {
            if let scalar = UnicodeScalar(value) { text.append(scalar) }
        }
        // Unicode may see several graphemes in one cell. Then only the base is drawn.
        let string = String(text)
        return string.count == 1 ? Character(string) : Character(UnicodeScalar(scalars.0) ?? " ")
    }

    /// Appends the scalar and its marks; nothing for a continuation.
    func append(to text: inout String) {
        let scalars = scalars
        if let scalar = UnicodeScalar(scalars.0), scalars.0 != 0 { text.unicodeScalars.append(scalar) }
        if let scalar = UnicodeScalar(scalars.1), scalars.1 != 0 { text.unicodeScalars.append(scalar) }
        if let scalar = UnicodeScalar(scalars.2), scalars.2 != 0 { text.unicodeScalars.append(scalar) }
    }

    /// Appends the scalar and its marks in UTF-8.
    func append(to text: inout [UInt8]) {
        let scalars = scalars
        for value in [scalars.0, scalars.1, scalars.2] where value != 0 {
            guard let scalar = UnicodeScalar(value), let encoded = UTF8.encode(scalar) else { continue }
            text += encoded
        }
    }

    /// Adds a combining mark, unless there are two already.
    mutating func combine(_ mark: UInt32) {
        if bits >> 21 & Self.scalarMask == 0 {
            bits |= UInt64(mark) << 21
        } else if bits >> 42 & Self.scalarMask == 0 {
            bits |= UInt64(mark) << 42
        }
    }

    private static let wideBit: UInt64 = 1 << 63
    private static let scalarMask: UInt64 = 0x1f_ffff
}

extension Glyph {
    /// The replacement for this glyph, in each of its columns, on a terminal with ASCII only.
    package var ascii: UInt8 {
        let scalar = scalars.0
        switch scalar {
        case 0: return 0x20
        case 0x20..<0x7f: return UInt8(scalar)
        case 0xa0: return 0x20
        case 0x2010...0x2015, 0x2212, 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254c, 0x254d, 0x2550,
            0x2574,
            0x2576:
            return UInt8(ascii: "-")
        case 0x2503: return UInt8(ascii: "#")
        case 0x2502, 0x2506, 0x2507, 0x250a, 0x250b, 0x254e, 0x254f, 0x2551, 0x2575, 0x2577:
            return UInt8(ascii: "|")
        case 0x250c...0x254b, 0x2552...0x2573: return UInt8(ascii: "+")
        case 0x2018, 0x2019: return UInt8(ascii: "'")
        case 0x201c, 0x201d: return UInt8(ascii: "\"")
        case 0x2022, 0x25c6, 0x2219: return UInt8(ascii: "*")
        case 0x00b5: return UInt8(ascii: "u")
        case 0x00b7: return UInt8(ascii: ".")
        case 0x25cb: return UInt8(ascii: "o")
        case 0x25cf: return UInt8(ascii: "@")
        case 0x2026, 0x25c7: return UInt8(ascii: "~")
        case 0x00b9: return UInt8(ascii: "1")
        case 0x00b2, 0x00b3: return UInt8(ascii: "2") + UInt8(scalar - 0xb2)
        case 0x2070...0x2079: return UInt8(ascii: "0") + UInt8(scalar - 0x2070)
        case 0x2190, 0x25c0, 0x25c2, 0x2039: return UInt8(ascii: "<")
        case 0x2192, 0x25b6, 0x25b8, 0x203a, 0x21e5: return UInt8(ascii: ">")
        case 0x2191, 0x25b2, 0x25b4, 0x2400...0x2426: return UInt8(ascii: "^")
        case 0x2193, 0x25bc, 0x25be: return UInt8(ascii: "v")
        case 0x21b5: return UInt8(ascii: "$")
        case 0x2581, 0x2582: return UInt8(ascii: "_")
        case 0x2583, 0x2584: return UInt8(ascii: "-")
        case 0x2585, 0x2586: return UInt8(ascii: "=")
        case 0x2591: return UInt8(ascii: ".")
        case 0x2592: return UInt8(ascii: ":")
        case 0x2593: return UInt8(ascii: "%")
        // Thin, beside text: the edges of a bar, and a scroll bar.
        case 0x258c, 0x2590: return UInt8(ascii: "|")
        case 0x2580, 0x2587...0x259f, 0x25b0: return UInt8(ascii: "#")
        case 0x25b1: return UInt8(ascii: "-")
        case 0x0394, 0x266a, 0x26a0: return UInt8(ascii: "!")
        case 0x2800...0x28ff: return Self.ascii(ofBraille: scalar - 0x2800)
        case 0x2713, 0x2714: return UInt8(ascii: "+")
        case 0x2715...0x2718, 0x00d7: return UInt8(ascii: "x")
        default: return UInt8(ascii: "?")
        }
    }

    /// Returns a sign for dots in the upper half of a cell, in the lower half, or in both.
    private static func ascii(ofBraille dots: UInt32) -> UInt8 {
        switch (dots & 0x1b != 0, dots & 0xe4 != 0) {
        case (false, false): 0x20
        case (true, false): UInt8(ascii: "'")
        case (false, true): UInt8(ascii: ".")
        case (true, true): UInt8(ascii: ":")
        }
    }
}
