import ExperimentsSupport

/// Texts and numbers as Swift code has them.
enum SwiftText {
    /// Returns a string literal. Characters that a reader could not see are escaped.
    static func literal(_ text: String) -> String {
        var code = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": code += "\\\""
            case "\\": code += "\\\\"
            case "\n": code += "\\n"
            case "\r": code += "\\r"
            case "\t": code += "\\t"
            case _ where isVisible(scalar): code.unicodeScalars.append(scalar)
            default: code += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return code + "\""
    }

    /// Returns a literal of an `Int`. The least one has none.
    static func literal(_ number: Int) -> String { number == .min ? "Int.min" : String(number) }

    /// Returns a literal of a `Double`.
    static func literal(_ number: Double) -> String {
        let text = NumberText.text(of: number)
        return text.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") } ? text + ".0" : text
    }

    /// Returns the lines of a comment on a declaration.
    static func comment(_ paragraphs: [String]) -> [String] {
        let lines = paragraphs.map { paragraph in
            paragraph.split(whereSeparator: \.isNewline).map { line in
                String(String.UnicodeScalarView(line.unicodeScalars.filter { isVisible($0) || $0 == "\t" }))
            }
        }
        return lines.filter { !$0.isEmpty }.joined(separator: [""]).map { $0.isEmpty ? "///" : "/// \($0)" }
    }

    /// Whether a character is seen as itself within quotation marks.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == " " { return true }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
            return false
        default: return !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
