import ExperimentsCore
import Foundation

/// The result of a request to write a file.
public enum ExportOutcome: Sendable, Hashable {
    /// It was written, with this number of rows; nil for a file without rows, such as a picture.
    case written(rows: Int?)
    /// A file already exists at this path, and was not changed.
    case exists
    /// It could not be written, for this reason.
    case failed(String)
}

/// Writes files that an operator requested.
package enum ExportFile {
    /// Writes a file as a whole, or not at all.
    ///
    /// - Parameters:
    ///   - path: the path. `~` is the home folder.
    ///   - replaces: whether to replace an existing file.
    ///   - rows: the number of rows, if it has rows.
    ///   - text: returns the content. Called only if the file is written.
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
