import ExperimentsCore
import Foundation

/// What became of a request to write a file.
public enum ExportOutcome: Sendable, Hashable {
    /// It was written, with so many rows; nil for what has none, such as a picture.
    case written(rows: Int?)
    /// There is a file of this path, which was left alone.
    case exists
    /// It could not be written, and why.
    case failed(String)
}

/// A file that an operator asked for.
package enum ExportFile {
    /// Writes a file, whole or not at all.
    ///
    /// - Parameters:
    ///   - path: where; `~` is the home folder.
    ///   - replaces: whether a file that is there is replaced.
    ///   - rows: how many rows are in it, where it has rows.
    ///   - text: what is to be in it; asked only where it is written.
    package static func write(
        to path: String, replaces: Bool, rows: Int? = nil, _ text: () -> String
    ) -> ExportOutcome {
        let path = (path as NSString).expandingTildeInPath
        if !replaces, FileManager.default.fileExists(atPath: path) { return .exists }
        do throws(FileProblem) {
            try AtomicFile.write(Array(text().utf8), to: path)
            return .written(rows: rows)
        } catch {
            return .failed(error.description)
        }
    }
}
