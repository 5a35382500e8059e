import ExperimentsSupport

/// Mistakes that YAML reports as different mistakes, often at another location in the line, or does not detect.
extension YAMLProblem {
    /// Returns the mistake that probably caused this one; nil if there is none.
    func cause(in text: String) -> YAMLProblem? {
        if let line = MergeConflict.line(in: text) {
            return YAMLProblem(MergeConflict.message, line: line, column: 1)
        }
        let lines = text.lines
        guard line >= 1, line <= lines.count else { return nil }
        return Self.mistake(in: Array(lines[line - 1].unicodeScalars) + [" "], line: line, before: column)
    }

    /// The problem with `{{` or `{%` of a template language, such as Helm's or Jinja's.
    static func ofTemplate(line: Int, column: Int) -> YAMLProblem {
        YAMLProblem(
            "this is a placeholder of a template; render the template first, or put the text in quotes",
            line: line,
            column: column)
    }

    /// The problem with a character that looks like another character that YAML uses; nil for an ordinary character.
    private static func ofLookalike(_ scalar: Unicode.Scalar, line: Int, column: Int) -> YAMLProblem? {
        guard scalar.value >= 0x80 else { return nil }
        let meant: String
        if scalar.properties.isWhitespace || scalar == "\u{200B}" {
            meant = "space; write a space"
        } else if scalar == "\u{FF1A}" {
            meant = "colon; write : and a space"
        } else {
            return nil
        }
        let code = String(scalar.value, radix: 16, uppercase: true).zeroPadded(to: 4)
        return YAMLProblem("U+\(code) only looks like a \(meant)", line: line, column: column)
    }

    /// The problem with such a character in a key, which makes it different from the key that it looks like.
    static func ofLookalike(inKey key: String, line: Int, column: Int) -> YAMLProblem? {
        guard key.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        var before: Unicode.Scalar = ":"
        for (place, scalar) in key.unicodeScalars.enumerated() {
            if before == ":" || scalar == "\u{FF1A}",
                let problem = ofLookalike(scalar, line: line, column: column + place)
            {
                return problem
            }
            before = scalar
        }
        return nil
    }

    /// Returns the first such mistake in a line before a column, outside quotes and comments.
    private static func mistake(
        in line: [Unicode.Scalar], line number: Int, before column: Int
    ) -> YAMLProblem? {
        var quote: Unicode.Scalar?
        var before: Unicode.Scalar = " "
        for (place, (scalar, next)) in zip(line, line.dropFirst()).enumerated() where place < column {
            defer { before = scalar }
            if let open = quote {
                if scalar == open { quote = nil }
                continue
            }
            let startsText = " [{,".unicodeScalars.contains(before)
            switch (scalar, next) {
            case ("\"", _) where startsText, ("'", _) where startsText: quote = scalar
            case ("#", _) where before == " ": return nil
            case ("{", "{"), ("{", "%"): return ofTemplate(line: number, column: place + 1)
            case (":", "{") where before != "\"", (":", "[") where before != "\"":
                return YAMLProblem("expected a space after ':'", line: number, column: place + 1)
            default:
                if let problem = ofLookalike(scalar, line: number, column: place + 1) { return problem }
            }
        }
        return nil
    }
}
