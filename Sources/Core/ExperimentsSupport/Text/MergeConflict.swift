/// The lines with which git marks what it could not merge.
package enum MergeConflict {
    /// What to say of them.
    package static let message =
        "unresolved git merge conflict; choose what to keep, and remove the lines with <<<<<<<, ======= and >>>>>>>"

    /// Whether a line that begins here is the first of a conflict.
    package static func begins(_ line: some Collection<UInt8>) -> Bool { line.starts(with: "<<<<<<< ".utf8) }

    /// The number of the line, from 1, in which a text has its first conflict; nil if it has none.
    package static func line(in text: String) -> Int? {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.firstIndex { begins($0) }.map { $0 + 1 }
    }
}
