/// Reads UTF-8 as glyphs, one after the other, without reading further than necessary.
///
/// Every terminal agrees on its glyphs: no control characters (they become pictures), nothing of zero width, no
/// bidirectional controls, no joined emoji (only the first of the sequence is shown).
///
/// The width of a name of 28 letters takes 26 ns (100 without runs of plain letters). Swift's characters and the
/// system's `wcwidth`, which ignores all this, take 690.
struct GlyphReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Returns the number of bytes from here that are printable ASCII followed by more of it, at most `limit`.
    func plainCount(limit: Int) -> Int {
        let end = limit < bytes.count - position ? position + limit : bytes.count
        var index = position
        while index < end, bytes[index] &- 0x20 < 0x5f { index += 1 }
        // A combining mark may follow the last one.
        if index < bytes.count, bytes[index] >= 0x80, index > position { index -= 1 }
        return index - position
    }

    /// Returns that many bytes from here and moves past them. Pass at most what `plainCount` returned.
    mutating func take(_ count: Int) -> UnsafeBufferPointer<UInt8>.SubSequence {
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    /// Returns the byte at an offset, which must be less than what `plainCount` returned.
    func plain(_ offset: Int) -> UInt8 { bytes[position + offset] }

    mutating func skip(_ count: Int) { position += count }

    /// Moves to the start of the last `count` bytes, or to the next scalar after it; to the start of a shorter text.
    mutating func goToLast(_ count: Int) {
        position = max(0, bytes.count - count)
        while position < bytes.count, bytes[position] & 0xc0 == 0x80 { position += 1 }
    }

    /// Moves past a line feed at this position, with a carriage return before it.
    mutating func skipLineFeed() -> Bool {
        guard position < bytes.count else { return false }
        if bytes[position] == 0x0a {
            position += 1
            return true
        }
        guard bytes[position] == 0x0d, position + 1 < bytes.count, bytes[position + 1] == 0x0a else {
            return false
        }
        position += 2
        return true
    }

    mutating func next() -> Glyph? {
        var hidden = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte &- 0x20 < 0x5f {
                position += 1
                let glyph = Glyph(scalar: UInt32(byte))
                return position < bytes.count && bytes[position] >= 0x80
                    ? withTail(glyph, isPicture: false) : glyph
            }
            if byte < 0x80 {
                position += 1
                return Self.picture(ofControl: UInt32(byte))
            }
            let scalar = readScalar()
            switch ScalarClass(scalar) {
            case .narrow: return narrow(scalar)
            case .wide: return wide(scalar)
            case .unprintable: return Self.picture(ofControl: scalar)
            case .combining:
                var glyph = Glyph(scalar: Self.dottedCircle)
                glyph.combine(scalar)
                return withTail(glyph, isPicture: false)
            case .hidden:
                // A value that consists only of hidden characters must neither block the screen nor look empty.
                hidden += 1
                if hidden == Self.tailLimit { return .replacement }
            }
        }
        return nil
    }

    private mutating func narrow(_ scalar: UInt32) -> Glyph {
        // Terminals disagree about a pair of flag letters, and about half of one. The two letters look the same
        // everywhere.
        if scalar &- 0x1f1e6 < 26 { return Glyph(scalar: scalar - 0x1f1e6 + 0x41) }
        return withTail(Glyph(scalar: scalar), isPicture: Self.isPicture(scalar))
    }

    private mutating func wide(_ scalar: UInt32) -> Glyph {
        if Self.isSkinTone(scalar) { return .replacement }
        return withTail(Glyph(scalar: scalar, isWide: true), isPicture: Self.isPicture(scalar))
    }

    /// Adds the marks of the glyph. Selectors, joiners, joined glyphs and skin tones are dropped.
    private mutating func withTail(_ base: Glyph, isPicture: Bool) -> Glyph {
        var glyph = base
        var taken = 0
        while position < bytes.count, bytes[position] >= 0x80, taken < Self.tailLimit {
            let start = position
            let scalar = readScalar()
            taken += 1
            switch ScalarClass(scalar) {
            case .combining: glyph.combine(scalar)
            case .hidden:
                if scalar == Self.joiner, isPicture { skipJoined() }
            case .wide where isPicture && Self.isSkinTone(scalar): break
            default:
                position = start
                return glyph
            }
        }
        return glyph
    }

    private mutating func skipJoined() {
        guard position < bytes.count, bytes[position] >= 0x80 else { return }
        let start = position
        if !Self.isPicture(readScalar()) { position = start }
    }

    /// Decodes the scalar at `position`, which is not ASCII. Swift's strings are valid UTF-8; a scalar cut off at the
    /// end of a window becomes U+FFFD.
    private mutating func readScalar() -> UInt32 {
        let first = UInt32(bytes[position])
        let length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        guard first >= 0xc2, position + length <= bytes.count else {
            position += 1
            return 0xfffd
        }
        var scalar = first & (0x7f >> UInt32(length))
        for offset in 1..<length { scalar = scalar << 6 | UInt32(bytes[position + offset] & 0x3f) }
        position += length
        return scalar
    }

    private static func picture(ofControl scalar: UInt32) -> Glyph {
        switch scalar {
        case 0x09: Glyph(scalar: 0x21e5)
        case 0x0a, 0x85, 0x2028, 0x2029: Glyph(scalar: 0x21b5)
        case 0..<0x20: Glyph(scalar: 0x2400 + scalar)
        case 0x7f: Glyph(scalar: 0x2421)
        default: .replacement
        }
    }

    private static func isSkinTone(_ scalar: UInt32) -> Bool { scalar &- 0x1f3fb < 5 }

    private static func isPicture(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xa9, 0xae, 0x203c, 0x2049, 0x2122, 0x2139, 0x2190..<0x2c00, 0x3030, 0x303d, 0x3297, 0x3299,
            0x1f000..<0x1fb00:
            true
        default: false
        }
    }

    private static let joiner: UInt32 = 0x200d
    private static let dottedCircle: UInt32 = 0x25cc
    private static let tailLimit = 64
}

extension StringProtocol {
    /// Reads the text in place if its storage is contiguous UTF-8, as it always is for Swift's own strings.
    func withGlyphReader<Result>(_ body: (inout GlyphReader) -> Result) -> Result {
        func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result {
            var reader = GlyphReader(bytes)
            return body(&reader)
        }
        if let result = utf8.withContiguousStorageIfAvailable(read) { return result }
        var copy = String(self)
        return copy.withUTF8(read)
    }
}

// Several columns together. Most text is plain and read in runs.
extension GlyphReader {
    /// Moves past `limit` columns, or to the end.
    ///
    /// - Returns: the number of columns, or any number above `limit` if there are more.
    mutating func skipColumns(upTo limit: Int) -> Int {
        var columns = 0
        while columns <= limit {
            let plain = plainCount(limit: limit - columns)
            skip(plain)
            columns += plain
            guard let glyph = next() else { break }
            columns += glyph.width
        }
        return columns
    }

    /// Appends the text of the next columns and moves past it.
    mutating func appendColumns(_ columns: Int, to shown: inout [UInt8]) {
        var left = columns
        while left > 0 {
            let plain = plainCount(limit: left)
            shown += take(plain)
            left -= plain
            guard let glyph = next(), glyph.width <= left else { break }
            glyph.append(to: &shown)
            left -= glyph.width
        }
    }

    /// Appends the last glyphs that fit into this many columns, found in a window at the end of the text.
    func appendLastColumns(_ columns: Int, to shown: inout [UInt8]) {
        guard columns > 0 else { return }
        var reader = self
        reader.goToLast(columns * 32 + 64)
        var measured = reader
        var width = measured.skipColumns(upTo: .max)
        while width > columns {
            let plain = reader.plainCount(limit: width - columns)
            reader.skip(plain)
            width -= plain
            guard width > columns, let glyph = reader.next() else { break }
            width -= glyph.width
        }
        reader.appendColumns(columns, to: &shown)
    }
}
