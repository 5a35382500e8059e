import ExperimentsSupport

/// Messages of the argument parser in the style of this program.
enum ParserText {
    /// Returns a message that begins with a lower-case letter and has quotes like other errors.
    static func message(_ text: String) -> String {
        if let text = invalidValue(text) { return text }
        return requoted(text.prefix(1).lowercased() + text.dropFirst())
    }

    /// Returns a text of the parser with its 'single' quotes replaced: commands and options in backticks, data in
    /// double quotes.
    static func requoted(_ text: some StringProtocol) -> String {
        String(text).replacing(#/(^|[\s(])'([^'\n]*)'/#) { match in
            let content = match.2
            let isCode =
                content.hasScalarPrefix("-") || content.hasScalarPrefix("<") || content.hasPrefix("experiments")
            let quote = isCode ? "`" : "\""
            return "\(match.1)\(quote)\(content)\(quote)"
        }
    }

    /// Returns `invalid --fail "zz": expected …` for `The value 'zz' is invalid for '--fail <fault>': "zz": expected
    /// …`; nil for another message. The reason may repeat the value, and the parser lists the values of an enumeration
    /// in two forms.
    private static func invalidValue(_ text: String) -> String? {
        guard let match = text.prefixMatch(of: #/The value '((?s).*?)' is invalid for '([^' \n]+)[^'\n]*'/#) else {
            return nil
        }
        let value = Quotation.of(String(match.1))
        let subject = "invalid \(match.2) \(value)"
        let rest = text[match.range.upperBound...]
        if let choice = rest.prefixMatch(of: #/\. Please provide one of (the following:(\n  - [^\n]*)+|[^\n]*)/#) {
            let words = choice.1.matches(of: #/'([^']*)'|\n  - ([^\n]*)/#).map { $0.1 ?? $0.2 ?? "" }
            return requoted(
                "\(subject): expected one of \(words.joined(separator: ", "))\(rest[choice.range.upperBound...])")
        }
        let reason = rest.prefixMatch(of: #/: (invalid [-a-z]+ )?/#).flatMap { start in
            rest[start.range.upperBound...].hasPrefix("\(value): ")
                ? rest[start.range.upperBound...].dropFirst(value.count) : nil
        }
        return requoted(subject + (reason ?? rest))
    }
}
