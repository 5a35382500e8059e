/// Strings as YAML scalars: plain if every reader reads them as the same text, otherwise in double quotes.
package enum YAMLText {
    /// Returns a scalar that every version of YAML reads as text.
    ///
    /// - Parameter quotesMayBeSingle: whether to put a string with double quotes or backslashes into single quotes, so
    ///   that it needs no escapes.
    package static func scalar(_ text: String, quotesMayBeSingle: Bool = false) -> String {
        if isSafe(text) { return text }
        return quotesMayBeSingle ? singleQuoted(text) ?? quoted(text) : quoted(text)
    }

    /// Returns an object or list of JSON with its members as a flow mapping: `{from: "09:00", days: [1, 2]}`.
    ///
    /// - Returns: nil for a scalar, and for one with numbers that YAML may read as something else.
    package static func flow(_ value: JSONValue) -> String? {
        switch value {
        case .object, .array: item(value)
        default: nil
        }
    }

    private static func item(_ value: JSONValue) -> String? {
        switch value {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let digits): return isPlainNumber(digits) ? digits : nil
        case .string(let text): return scalar(text, quotesMayBeSingle: true)
        case .array(let elements):
            let items = elements.compactMap(item)
            return items.count == elements.count ? "[" + items.joined(separator: ", ") + "]" : nil
        case .object(let object):
            let members = object.members.compactMap { member in
                item(member.value).map { "\(scalar(member.name)): \($0)" }
            }
            return members.count == object.members.count ? "{" + members.joined(separator: ", ") + "}" : nil
        }
    }

    /// Returns whether a number is written with digits, and perhaps a sign and a point, alone.
    private static func isPlainNumber(_ digits: String) -> Bool {
        digits.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    }

    /// Returns a string with double quotes or backslashes in single quotes; nil for another one, or if it needs
    /// escapes.
    private static func singleQuoted(_ text: String) -> String? {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }),
            !text.utf8.contains(UInt8(ascii: "'")), !text.unicodeScalars.contains(where: needsEscape)
        else { return nil }
        return "'" + text + "'"
    }

    /// Returns items in brackets.
    package static func list(_ texts: [String]) -> String {
        "[" + texts.map { scalar($0) }.joined(separator: ", ") + "]"
    }

    /// Returns a string in double quotes, on one line.
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
                if needsEscape(scalar) {
                    result += escape(scalar)
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    /// Returns whether a string consists of letters, digits and a few marks, begins with a letter, and is neither a
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
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate:
            true
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
