/// Makes text that came from a server fit to be shown in an error.
package enum ServerText {
    /// The most characters that are shown.
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
