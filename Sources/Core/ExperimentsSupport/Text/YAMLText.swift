/// Texts as YAML scalars: plain if every reader takes them for the same text, otherwise in double quotes.
package enum YAMLText {
    /// Returns a scalar that every version of YAML reads as text.
    package static func scalar(_ text: String) -> String {
        isSafe(text) ? text : quoted(text)
    }

    /// Returns items in brackets.
    package static func list(_ texts: [String]) -> String {
        "[" + texts.map(scalar).joined(separator: ", ") + "]"
    }

    /// Returns a text in double quotes, on one line.
    package static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if needsEscape(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
            }
        }
        return result + "\""
    }

    /// Returns whether a text consists of letters, digits and a few marks, begins with a letter, and is neither a
    /// number, a date nor a word with a meaning in YAML.
    private static func isSafe(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first), text.utf8.last != 0x20 else { return false }
        let isMade = text.utf8.allSatisfy { byte in
            isLetter(byte) || byte.isASCIIDigit || " ._-/()+".utf8.contains(byte)
        }
        return isMade && !reserved.contains(text.lowercased())
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte == UInt8(ascii: "_")
    }

    private static let reserved: Set<String> = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]

    /// Returns whether YAML forbids a character, whether it breaks lines, or whether it is invisible.
    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return switch scalar.value {
        case ...0xFF: "\\x" + digits.zeroPadded(to: 2)
        case ...0xFFFF: "\\u" + digits.zeroPadded(to: 4)
        default: "\\U" + digits.zeroPadded(to: 8)
        }
    }
}
