import ExperimentsSupport

/// The words in double braces in a text, such as `{{since}}`.
package enum PlaceholderText {
    /// Returns the words between `{{` and `}}`, without blanks around them.
    package static func words(in text: String) -> [String] { parts(of: text).compactMap(\.word) }

    /// Returns the text with each word in double braces replaced.
    package static func replacing(in text: String, _ replacement: (String) -> String) -> String {
        parts(of: text).map { $0.word.map(replacement) ?? $0.text }.joined()
    }

    private static func parts(of text: String) -> [(text: String, word: String?)] {
        var parts: [(text: String, word: String?)] = []
        var rest = Array(text.utf8)[...]
        while let open = place(of: UInt8(ascii: "{"), in: rest),
            let close = place(of: UInt8(ascii: "}"), in: rest[(open + 2)...])
        {
            let word = rest[(open + 2)..<close].split(separator: UInt8(ascii: " ")).joined(
                separator: " ".utf8)
            parts.append((String(decoding: rest[..<open], as: UTF8.self), nil))
            parts.append(("", String(decoding: Array(word), as: UTF8.self)))
            rest = rest[(close + 2)...]
        }
        parts.append((String(decoding: rest, as: UTF8.self), nil))
        return parts
    }

    /// Returns the index of the first byte that occurs twice in a row.
    private static func place(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.dropLast().first { bytes[$0] == byte && bytes[$0 + 1] == byte }
    }
}
