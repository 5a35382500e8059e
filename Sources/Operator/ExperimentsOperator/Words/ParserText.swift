import ExperimentsSupport

/// Messages of the argument parser in the style of the programs.
package enum ParserText {
    /// Returns a message that begins with a lower-case letter and has quotes like other errors.
    package static func message(_ text: String) -> String {
        if let text = invalidValue(text) ?? unknownCommand(text) { return text }
        return requoted(text.prefix(1).lowercased() + text.dropFirst())
    }

    /// Returns a text of the parser with its 'single' quotes replaced: commands and options in backticks, data in
    /// double quotes.
    package static func requoted(_ text: some StringProtocol) -> String {
        String(text).replacing(#/(^|[\s(])'([^'\n]*)'/#) { match in
            let content = match.2
            let isCode =
                content.hasScalarPrefix("-") || content.hasScalarPrefix("<")
                || content.hasPrefix("experiments")
            let quote = isCode ? "`" : "\""
            return "\(match.1)\(quote)\(content)\(quote)"
        }
    }

    /// Returns `unknown command "zz"` for an unexpected argument of a command that has only subcommands; nil for another message.
    private static func unknownCommand(_ text: String) -> String? {
        let surplus = #/(?:Unexpected argument|\d+ unexpected arguments:) '([^'\n]*)'[^\n]*\n/#
        guard let word = text.prefixMatch(of: surplus),
            let group = text[word.range.upperBound...].prefixMatch(of: #/Usage: ([^<\[\n]*) <subcommand>/#)
        else { return nil }
        return """
            unknown command \(Quotation.of(String(word.1))) for `\(group.1)`
            Use `\(group.1) --help` to list commands.
            """
    }

    /// Returns `invalid --fail "zz": expected …` for `The value 'zz' is invalid for '--fail <fault>': "zz": expected
    /// …`; nil for another message. The reason may repeat the value, and the parser lists the values of an enumeration
    /// in two forms.
    private static func invalidValue(_ text: String) -> String? {
        let invalid = #/The value '((?s).*?)' is invalid for '([^' \n]+)(?: <([^'\n>]*)>)?[^'\n]*'/#
        guard let match = text.prefixMatch(of: invalid) else { return nil }
        let value = Quotation.of(String(match.1))
        let subject = "invalid \(match.2) \(value)"
        let rest = text[match.range.upperBound...]
        if let choice = rest.prefixMatch(
            of: #/\. Please provide one of (the following:(\n  - [^\n]*)+|[^\n]*)/#)
        {
            let words = choice.1.matches(of: #/'([^']*)'|\n  - ([^\n]*)/#).map { $0.1 ?? $0.2 ?? "" }
            return requoted(
                "\(subject): expected one of \(words.joined(separator: ", "))\(rest[choice.range.upperBound...])"
            )
        }
        let reason = rest.prefixMatch(of: #/: (invalid [-a-z]+ )?/#).flatMap { start in
            rest[start.range.upperBound...].hasPrefix("\(value): ")
                ? rest[start.range.upperBound...].dropFirst(value.count) : nil
        }
        if let reason { return requoted(subject + reason) }
        let expected = rest.hasScalarPrefix(":") ? nil : match.3.flatMap { expectation(String($0), match.1) }
        return requoted(subject + (expected.map { ": expected \($0)" } ?? "") + rest)
    }

    /// What is expected of a value whose type gives no reason; nil if that is unknown.
    ///
    /// - Parameter name: the name of the value in the usage.
    private static func expectation(_ name: String, _ value: Substring) -> String? {
        switch name {
        case "port": "a port from 0 to 65535"
        case "count", "number": value.utf8.allSatisfy(\.isASCIIDigit) ? "a smaller number" : "a whole number"
        case "size": "columns and rows (120x40)"
        case "time": "a duration (30s)"
        default: nil
        }
    }
}

extension String {
    /// A usage that combines all options in one word. The parser lists a few options one by one, including those of
    /// many commands, and writes many options as if some were required.
    package var withOptionalOptions: String {
        let collected = replacing(" <options>", with: " [<options>]").replacing(
            #/( \[-[^\]]*\])+/#, with: " [<options>]")
        return collected.replacing(" [<options>] [<options>]", with: " [<options>]")
    }
}
