import ExperimentsSupport

/// Creates names for Swift code from names of keys and other texts, following the API Design Guidelines: `help_url`
/// becomes `helpURL` as a property, and `HelpURL` as a type.
enum SwiftName {
    /// Returns the name of a property, a case or a member: `itemsPerRow`.
    ///
    /// - Parameter prefix: the first word if the text has none, or begins with a digit.
    static func member(_ text: String, prefix: String) -> String {
        let words = words(of: text, prefix: prefix)
        return words[0] + words.dropFirst().map(capitalized).joined()
    }

    /// Returns the name of a type: `ItemsPerRow`.
    static func type(_ text: String) -> String {
        words(of: text, prefix: "value").map(capitalized).joined()
    }

    /// Returns a name for a declaration: with backticks if it is a keyword.
    static func declared(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Whether a name is that of a member every type has, which no declaration can have.
    static func isImpossible(_ name: String) -> Bool {
        ["init", "self", "Self", "Type", "Protocol"].contains(name)
    }

    /// Returns the words of a text in lower case. They are separated by characters that are neither letters nor digits,
    /// and before a capital letter after a small one. Several capitals in a row are one word, except that the last one
    /// begins a new word if a small letter follows it.
    private static func words(of text: String, prefix: String) -> [String] {
        let letters = Array(text)
        var words: [String] = []
        var isBetween = true
        for (index, letter) in letters.enumerated() {
            guard isPartOfName(letter) else {
                isBetween = true
                continue
            }
            let isFollowedBySmall = index + 1 < letters.count && letters[index + 1].isLowercase
            let isAfterCapital = index > 0 && letters[index - 1].isUppercase
            if isBetween || (letter.isUppercase && (!isAfterCapital || isFollowedBySmall)) {
                words.append("")
            }
            words[words.count - 1] += letter.lowercased()
            isBetween = false
        }
        guard let first = words.first?.first, first.isLetter else { return [prefix] + words }
        return words
    }

    /// Returns whether a character is a letter or a digit that names can contain.
    private static func isPartOfName(_ letter: Character) -> Bool {
        guard letter.unicodeScalars.count == 1, let scalar = letter.unicodeScalars.first else { return false }
        if scalar.isASCII { return scalar.isASCIILetter || scalar.isASCIIDigit }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .otherLetter:
            return !scalar.properties.isDefaultIgnorableCodePoint
        default: return false
        }
    }

    private static func capitalized(_ word: String) -> String {
        acronyms.contains(word) ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
    }

    private static let acronyms: Set = [
        "api", "cpu", "css", "dns", "faq", "gps", "gpu", "html", "http", "https", "id", "ip", "json", "nfc",
        "os",
        "pdf",
        "qr", "sdk", "sms", "sql", "ssl", "tls", "tv", "ui", "uri", "url", "usb", "uuid", "ux", "vip", "vpn",
        "xml",
    ]

    private static let keywords: Set = [
        "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
        "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard",
        "if",
        "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol",
        "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw",
        "throws",
        "true", "try", "typealias", "var", "where", "while",
    ]
}
