extension StringProtocol {
    /// The text for a part of the path or the query of a URL: every byte but letters, digits and `-._~` of ASCII is
    /// written like `%2F` (RFC 3986, section 2.3).
    package var percentEncoded: String { percentEncoded(keeping: \.isUnreserved) }

    /// Returns the text with each byte that is not kept written as `%` and two hexadecimal digits, such as `%2F`.
    ///
    /// - Parameters:
    ///   - isKept: whether a byte stays unchanged. It must be an ASCII byte.
    ///   - isUppercase: whether the digits are capital letters, as RFC 3986 recommends. Names of files that must differ
    ///     even if case is ignored use lower case.
    package func percentEncoded(keeping isKept: (UInt8) -> Bool, isUppercase: Bool = true) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 {
            if isKept(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                Hexadecimal.append(byte, to: &bytes, isUppercase: isUppercase)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The decoded text of a string that `percentEncoded` created; nil if it is not such a string, or not UTF-8. Unlike
    /// Foundation's method, it keeps a byte order mark at the start.
    package var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(Hexadecimal.value),
                let low = rest.next().flatMap(Hexadecimal.value)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validUTF8: bytes)
    }
}

extension UInt8 {
    /// Whether the byte is an unreserved character of URLs, which never needs encoding: a letter, a digit, or one of
    /// `-._~`.
    package var isUnreserved: Bool { isASCIILetterOrDigit || "-._~".utf8.contains(self) }
}
