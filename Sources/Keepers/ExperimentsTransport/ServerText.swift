/// Text that came from a server, made fit to be shown in an error.
package enum ServerText {
    package static let limit = 300

    /// The text on one line, without control or invisible formatting characters, cut at `limit` characters.
    package static func presentable(_ text: String) -> String {
        let characters = text.unicodeScalars.prefix(limit * 8).map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: " "
            default: Character(scalar)
            }
        }
        let words = String(characters).split(separator: " ").joined(separator: " ")
        return words.count > limit ? words.prefix(limit - 1) + "…" : words
    }
}

extension String {
    /// Whether every byte is a visible character of ASCII, as in a key or a token: neither a blank nor a line break,
    /// which would end the header that carries it.
    package var isVisibleASCII: Bool { utf8.allSatisfy { (0x21...0x7E).contains($0) } }

    /// Whether the text may be the id of a Google Cloud project: letters, digits, `-`, and in the ids of old projects of
    /// a domain a dot or a colon, `example.com:shop`.
    package var isProjectID: Bool {
        !isEmpty
            && utf8.allSatisfy {
                $0.isUnreserved && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "~") || $0 == UInt8(ascii: ":")
            }
    }

    /// The text as it may stand in the path or the query of a URL: every byte but letters, digits and `-._~` of ASCII as
    /// `%2F`.
    package var percentEncoded: String {
        utf8.map { byte in
            if byte.isUnreserved { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" + digits : digits)
        }.joined()
    }
}

extension UInt8 {
    /// Whether the byte stands for itself wherever it is in a URL (RFC 3986).
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
