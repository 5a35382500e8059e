// Delimiters are scalars, regardless of the scalars after them. In Swift, a quotation mark followed by a skin tone or
// an accent is one `Character` that is not a quotation mark, and `\r\n` is one that is not a line feed. So code that
// looks for a delimiter in a text from outside uses these methods instead of those of collections.
extension StringProtocol where SubSequence == Substring {
    /// Returns the parts between occurrences of a scalar.
    package func split(
        scalar: Unicode.Scalar, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [Substring] {
        unicodeScalars.split(
            maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences,
            whereSeparator: { $0 == scalar }
        ).map { self[$0.startIndex..<$0.endIndex] }
    }

    /// Returns the text before the first occurrence of a scalar, and the text after it; nil if there is none.
    package func cut(atFirst scalar: Unicode.Scalar) -> (before: Substring, after: Substring)? {
        unicodeScalars.firstIndex(of: scalar).map(parts(around:))
    }

    /// Returns the text before the last occurrence of a scalar, and the text after it; nil if there is none.
    package func cut(atLast scalar: Unicode.Scalar) -> (before: Substring, after: Substring)? {
        unicodeScalars.lastIndex(of: scalar).map(parts(around:))
    }

    private func parts(around place: Index) -> (before: Substring, after: Substring) {
        (self[..<place], self[unicodeScalars.index(after: place)...])
    }

    /// Whether a scalar is in it.
    package func contains(scalar: Unicode.Scalar) -> Bool { unicodeScalars.contains(scalar) }

    /// Whether it begins with the scalars of another text.
    package func hasScalarPrefix(_ text: String) -> Bool { utf8.starts(with: text.utf8) }

    /// Whether it ends with the scalars of another text.
    package func hasScalarSuffix(_ text: String) -> Bool {
        utf8.count >= text.utf8.count && utf8.suffix(text.utf8.count).elementsEqual(text.utf8)
    }

    /// Returns the text with each occurrence of a scalar replaced by `text`.
    package func replacing(scalar: Unicode.Scalar, with text: String) -> String {
        guard contains(scalar: scalar) else { return String(self) }
        return split(scalar: scalar, omittingEmptySubsequences: false).joined(separator: text)
    }
}

extension UInt8 {
    /// Whether it is one of the digits `0` to `9`.
    @inlinable package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether it is one of the letters `a` to `z` or `A` to `Z`.
    @inlinable package var isASCIILetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

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
    /// Returns the text with zeros in front, so that it has at least `width` bytes.
    package func zeroPadded(to width: Int) -> String {
        String(repeating: "0", count: max(0, width - utf8.count)) + self
    }

    /// The lines between line feeds, including an empty last one. A carriage return before a line feed stays at the end
    /// of its line. Splitting at the character `\n` would not find the lines of a Windows text, because in Swift the
    /// pair of both is one character.
    package var lines: [Substring] {
        utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
    }
}
