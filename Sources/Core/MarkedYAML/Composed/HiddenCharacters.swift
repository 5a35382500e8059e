/// The characters that Yams would not read as YAML 1.2 does, hidden behind private ones until it is done.
///
/// To libyaml, which is of YAML 1.1, U+0085, U+2028 and U+2029 break lines; to YAML 1.2 they are characters like any
/// other. A U+FEFF at the start of a text gets lost when Yams makes a `String` of it.
struct HiddenCharacters {
    /// The text to give to Yams. Every character is at the place of the one that it hides.
    let text: String
    private let hides: Bool

    private static let privateOnes: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{85}": "\u{E085}", "\u{2028}": "\u{E028}", "\u{2029}": "\u{E029}", "\u{FEFF}": "\u{EFFF}",
    ]
    private static let hidden = Dictionary(uniqueKeysWithValues: privateOnes.map { ($1, $0) })

    init(_ text: String) {
        let hasEscape = text.firstMatch(of: /\\(u|U0000)[fF][eE][fF][fF]/.matchingSemantics(.unicodeScalar)) != nil
        let isTaken =
            text.firstMatch(of: /\\(u|U0000)[eE][fF][fF][fF]/.matchingSemantics(.unicodeScalar)) != nil
            || text.unicodeScalars.contains { Self.hidden[$0] != nil }
        hides = !isTaken && (hasEscape || text.unicodeScalars.contains { Self.privateOnes[$0] != nil })
        guard hides else {
            self.text = text
            return
        }
        let escaped = text.replacing(/(\\(?:u|U0000))([fF])([eE])([fF][fF])/.matchingSemantics(.unicodeScalar)) {
            "\($0.1)\($0.3)\($0.2)\($0.4)"
        }
        self.text = Self.replaced(escaped, by: Self.privateOnes)
    }

    /// A text of the document with its own characters. Between single quotes, the escape of U+FEFF is no escape, so that
    /// its letters come back as they were: two are exchanged.
    func shown(_ text: String) -> String {
        guard hides else { return text }
        let escaped = text.replacing(/(\\(?:u|U0000))([eE])([fF])([fF][fF])/.matchingSemantics(.unicodeScalar)) {
            "\($0.1)\($0.3)\($0.2)\($0.4)"
        }
        return Self.replaced(escaped, by: Self.hidden)
    }

    private static func replaced(_ text: String, by others: [Unicode.Scalar: Unicode.Scalar]) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { others[$0] ?? $0 }))
    }
}
