import ExperimentsSupport
import ExperimentsYAML

/// Prevents secrets in the lines that error messages quote.
package struct SecretLines {
    private let text: String
    private let lines: [Substring]
    /// Whether the text contains a private key. Then it is a key file, and no line of it may be shown.
    private let isKeyFile: Bool

    /// Creates the lines of a text.
    init(_ text: String) {
        self.text = text
        lines = text.lines
        isKeyFile = lines.contains { Self.folded($0).contains("privatekey") }
    }

    /// Returns the line with a caret for messages. For a line that contains or may contain a secret, only the field's
    /// name is left.
    func excerpt(line: Int, column: Int) -> String? {
        guard !isKeyFile, var excerpt = SourceExcerpt(of: text, line: line, column: column) else {
            return nil
        }
        guard !excerpt.line.allSatisfy({ $0 == " " }) else { return nil }
        if let name = Self.fieldName(in: excerpt.line) {
            excerpt.line = name + " (hidden)"
            guard excerpt.offset <= name.count + 1 else { return nil }
        } else if isWithinSecret(line) {
            return nil
        }
        return excerpt.description
    }

    /// Whether a line may be part of a secret that a line before it names: the next line, or one indented below it.
    private func isWithinSecret(_ line: Int) -> Bool {
        guard line > 1, line <= lines.count else { return false }
        if Self.fieldName(in: String(lines[line - 2])) != nil { return true }
        var indentation = Self.indentation(of: lines[line - 1])
        for above in lines[..<(line - 1)].reversed() where !above.allSatisfy(\.isWhitespace) {
            guard indentation > 0 else { return false }
            let its = Self.indentation(of: above)
            guard its < indentation else { continue }
            if Self.fieldName(in: String(above)) != nil { return true }
            indentation = its
        }
        return false
    }

    /// Returns whether a line may contain a secret, judging by its words.
    package static func mayHoldSecret(_ line: String) -> Bool { fieldName(in: line) != nil }

    private static func indentation(of line: Substring) -> Int { line.prefix { $0 == " " }.count }

    /// Returns the part of a line up to its first colon, if it contains a secret, or a URL with a password in any
    /// spelling.
    private static func fieldName(in line: String) -> Substring? {
        let folded = folded(line)
        let isSecret =
            marks.contains(where: folded.contains) || (line.contains("://") && line.contains(scalar: "@"))
        guard isSecret else { return nil }
        guard let colon = line.unicodeScalars.firstIndex(of: ":") else { return "" }
        return line[..<line.unicodeScalars.index(after: colon)]
    }

    private static func folded(_ line: some StringProtocol) -> String {
        line.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    private static let marks = [
        "apikey", "aizasy", "secret", "token", "password", "passwd", "passphrase", "credential", "bearer",
        "accesskey",
        "privatekey", "webhook", "headers",
    ]
}
