import ExperimentsSupport

/// Messages of the argument parser, in the form of this program's own.
enum ParserText {
    /// A message: it begins with a small letter, and quotes as other errors do.
    static func message(_ text: String) -> String {
        requoted(text.prefix(1).lowercased() + text.dropFirst())
    }

    /// A text with commands and options in backticks and data in double quotes, where the parser writes 'single' ones.
    static func requoted(_ text: some StringProtocol) -> String {
        String(text).replacing(#/(^|[\s(])'([^'\n]*)'/#) { match in
            let content = match.2
            let isCode =
                content.hasScalarPrefix("-") || content.hasScalarPrefix("<") || content.hasPrefix("experiments")
            let quote = isCode ? "`" : "\""
            return "\(match.1)\(quote)\(content)\(quote)"
        }
    }
}
