import ExperimentsCore
import ExperimentsSupport

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
        let words = String(characters).split(scalar: " ").joined(separator: " ")
        return words.count > limit ? words.prefix(limit - 1) + "…" : words
    }
}

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
}
