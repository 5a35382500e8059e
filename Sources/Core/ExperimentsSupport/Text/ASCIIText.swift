extension UInt8 {
    /// Whether it is one of the digits `0` to `9`.
    @inlinable package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether it is one of the letters `a` to `z` or `A` to `Z`.
    @inlinable package var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    /// Whether it is a letter or a digit of ASCII.
    @inlinable package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
}

extension Unicode.Scalar {
    /// Whether it is one of the digits `0` to `9`.
    package var isASCIIDigit: Bool { ("0"..."9").contains(self) }

    /// Whether it is one of the letters `a` to `z` or `A` to `Z`.
    package var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}

extension String {
    /// The text behind as many zeros as it takes to have `width` bytes; the text itself where it has as many.
    package func zeroPadded(to width: Int) -> String {
        String(repeating: "0", count: max(0, width - utf8.count)) + self
    }

    /// The lines between line feeds, the last one included where it is empty. A carriage return before a line feed stays
    /// at the end of its line: splitting at the character `\n` would find no line in a text of Windows at all, because
    /// the pair of both is one character to Swift.
    package var lines: [Substring] {
        utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
    }
}
