/// What may stand in the parts of a request.
extension String {
    /// Whether every byte is a visible character of ASCII, as in a key or a token: no blank, and no line break, which would
    /// end the header that carries it.
    package var isVisibleASCII: Bool { utf8.allSatisfy { (0x21...0x7E).contains($0) } }

    /// Whether the text may be the id of a Google Cloud project: letters, digits and `-`, and in ids such as
    /// `example.com:shop`, which old projects of a domain have, dots and a colon.
    package var isProjectID: Bool {
        !isEmpty
            && utf8.allSatisfy {
                $0.isUnreserved && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "~") || $0 == UInt8(ascii: ":")
            }
    }

    /// The text for the path or the query of a URL: every byte but letters, digits and `-._~` of ASCII is written like
    /// `%2F`.
    package var percentEncoded: String {
        utf8.map { byte in
            if byte.isUnreserved { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" + digits : digits)
        }.joined()
    }
}

extension StringProtocol {
    /// The text that `percentEncoded` wrote; nil where it is no such text, or not UTF-8. Foundation's own takes a mark of
    /// byte order off its start.
    package var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next()?.hexadecimalDigit, let low = rest.next()?.hexadecimalDigit else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Whether the byte is an unreserved character of URLs, which never needs encoding (RFC 3986, 2.3).
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
