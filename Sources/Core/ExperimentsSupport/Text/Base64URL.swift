import Foundation

/// Bytes as text that needs no escaping in an address or a header: base64url without padding (RFC 4648, section 5).
package enum Base64URL {
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        let padded = Data(bytes).base64EncodedString()
        return String(
            padded.compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }

    /// Decodes base64url without padding. Returns nil for any other text, including plain base64 and padded text.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        guard
            text.utf8.allSatisfy({
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            })
        else { return nil }
        let plain = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain + padding).map { Array($0) }
    }
}
