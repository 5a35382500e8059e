/// Strings in the form that XML 1.0 requires.
package enum XMLText {
    /// Returns a string for use between tags or, if `quotes` are also escaped, in double quotes.
    ///
    /// - Parameter unwritable: the replacement for a character that XML cannot contain, such as a control character.
    package static func escaped(
        _ text: String, quotes: Bool = true, unwritable: (UnicodeScalar) -> String = { _ in "\u{FFFD}" }
    ) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"" where quotes: escaped += "&quot;"
            // A reader takes a bare one for a line feed.
            case "\r": escaped += "&#13;"
            case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += unwritable(scalar)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
