extension BlockReader {
    /// A scalar of one line outside flow collections.
    ///
    /// - Returns: the scalar, and whether a colon made it a key. The position is after the colon, or after the scalar.
    mutating func readScalar() throws(OutsideSubset) -> (node: YAMLNode, isKey: Bool) {
        let start = position
        let first = byte(at: start)
        if first == .doubleQuote || first == .singleQuote {
            let node = try readQuoted()
            let end = position
            skipSpaces()
            if byte(at: position) == .colon, Self.endsToken(byte(at: position + 1)) {
                guard position - start < Self.longestKey else { throw OutsideSubset() }
                position += 1
                return (node, true)
            }
            position = end
            return (node, false)
        }
        guard startsPlain(first, at: start) else { throw OutsideSubset() }
        let (end, isKey) = endOfPlain(from: start)
        guard !isKey || end - start < Self.longestKey else { throw OutsideSubset() }
        return (node(.scalar(text: string(from: start, to: end), isPlain: true), at: start), isKey)
    }

    /// Where the plain scalar ends, and whether a colon made it a key. The position is after the colon, or at the end.
    private mutating func endOfPlain(from start: Int) -> (end: Int, isKey: Bool) {
        let bytes = bytes
        var position = start
        var end = start
        loop: while position < bytes.count {
            let byte = bytes[position]
            // Letters and everything beyond ASCII: no indicator of the block context is among them.
            if byte > .colon {
                position += 1
                end = position
                continue
            }
            switch byte {
            case .newline, .carriageReturn:
                break loop
            case .colon where Self.endsToken(self.byte(at: position + 1)):
                self.position = position + 1
                return (end, true)
            case .hash where position > end:
                break loop
            case .space:
                position += 1
            default:
                position += 1
                end = position
            }
        }
        self.position = end
        return (end, false)
    }

    private func startsPlain(_ byte: UInt8, at offset: Int) -> Bool {
        switch byte {
        case .dash, .questionMark, .colon: !Self.endsToken(self.byte(at: offset + 1))
        default: !byte.isIndicator
        }
    }

    /// A quoted scalar; the position is at its opening quote, and afterwards behind its closing one.
    mutating func readQuoted() throws(OutsideSubset) -> YAMLNode {
        let start = position
        let quote = byte(at: start)
        position += 1
        while true {
            let byte = byte(at: position)
            if byte == quote {
                // Two single quotes stand for one.
                if quote == .singleQuote, self.byte(at: position + 1) == quote { break }
                let text = string(from: start + 1, to: position)
                position += 1
                return node(.scalar(text: text, isPlain: false), at: start)
            }
            if byte == .newline || byte == .carriageReturn { throw OutsideSubset() }
            if byte == .backslash, quote == .doubleQuote { break }
            position += 1
        }
        return try readEscaped(from: start, quote: quote)
    }

    /// The rest of a quoted scalar from its first escape on.
    private mutating func readEscaped(from start: Int, quote: UInt8) throws(OutsideSubset) -> YAMLNode {
        var text = Array(bytes[(start + 1)..<position])
        while true {
            let byte = byte(at: position)
            switch byte {
            case .newline, .carriageReturn:
                throw OutsideSubset()
            case quote:
                position += 1
                guard quote == .singleQuote, self.byte(at: position) == quote else {
                    return node(.scalar(text: String(decoding: text, as: UTF8.self), isPlain: false), at: start)
                }
                text.append(quote)
                position += 1
            case .backslash where quote == .doubleQuote:
                try readEscape(into: &text)
            default:
                text.append(byte)
                position += 1
            }
        }
    }

    private mutating func readEscape(into text: inout [UInt8]) throws(OutsideSubset) {
        let letter = byte(at: position + 1)
        position += 2
        switch letter {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "e"): text.append(0x1B)
        case .doubleQuote, .backslash, UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "x"): try readCode(digits: 2, into: &text)
        case UInt8(ascii: "u"): try readCode(digits: 4, into: &text)
        default: throw OutsideSubset()
        }
    }

    private mutating func readCode(digits: Int, into text: inout [UInt8]) throws(OutsideSubset) {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = byte(at: position).hexDigitValue else { throw OutsideSubset() }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        guard let scalar = Unicode.Scalar(value) else { throw OutsideSubset() }
        text.append(contentsOf: Array(String(Character(scalar)).utf8))
    }
}
