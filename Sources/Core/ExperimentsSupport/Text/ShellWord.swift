/// A word of a command line in messages and reports.
package enum ShellWord {
    /// Returns a text as a shell reads it as one word: as it is, or in single quotes.
    package static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "-_./:=@%+,{}".contains(scalar: scalar)
        }
        if isPlain, !text.isEmpty { return text }
        return "'" + text.split(scalar: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
    }
}
