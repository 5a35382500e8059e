import MarkedYAML

/// Keeps secrets out of the lines that error messages quote.
enum SecretLines {
    /// The line with a caret, as messages show it. Of a line that holds a secret, or might, only the field's name is left.
    static func excerpt(of text: String, line: Int, column: Int) -> String? {
        guard var excerpt = SourceExcerpt(of: text, line: line, column: column) else { return nil }
        guard !excerpt.line.allSatisfy({ $0 == " " }) else { return nil }
        if let name = fieldName(in: excerpt.line) {
            excerpt.line = name + " (hidden)"
            guard excerpt.offset <= name.count + 1 else { return nil }
        } else if line > 1, let before = SourceExcerpt(of: text, line: line - 1, column: 1),
            fieldName(in: before.line) != nil
        {
            // The value may stand on a line of its own.
            return nil
        }
        return excerpt.description
    }

    /// The part of a line up to its first colon, if it holds a secret, or a URL with a password, however that is spelt.
    private static func fieldName(in line: String) -> Substring? {
        let folded = line.lowercased().filter { $0.isLetter || $0.isNumber }
        let isSecret = marks.contains(where: folded.contains) || (line.contains("://") && line.contains("@"))
        guard isSecret else { return nil }
        guard let colon = line.firstIndex(of: ":") else { return "" }
        return line[...colon]
    }

    private static let marks = ["apikey", "aizasy", "secret", "token", "password"]
}
