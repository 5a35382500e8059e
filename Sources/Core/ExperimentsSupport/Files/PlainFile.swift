import Foundation

/// Opens plain files alone. In place of a file there may be a pipe, and opening one waits until somebody opens its other
/// end: perhaps for ever.
package enum PlainFile {
    /// Opens the file at `path` without waiting for anyone.
    ///
    /// - Parameters:
    ///   - flags: as of the system's `open`. Symbolic links are followed unless they say otherwise.
    ///   - permissions: those of a file that is made.
    ///   - named: the file that an error names, where this one only lies beside it.
    package static func open(
        _ path: String, _ flags: Int32, permissions: mode_t = 0o600, naming named: String? = nil
    ) throws(FileProblem) -> Int32 {
        let descriptor = Foundation.open(path, flags | O_CLOEXEC | O_NONBLOCK, permissions)
        guard descriptor >= 0 else {
            let code = errno
            // The system's words for opening a pipe that nobody reads, or a socket, say nothing of either.
            if code != ENOENT { try FileStatus(of: path)?.requirePlainFile(path, besides: named) }
            let what = named == nil ? "open" : "open \(PathText.name(of: path)) beside it"
            throw FileProblem(path: named ?? path, doing: what, code: code, isMissing: named == nil && code == ENOENT)
        }
        do throws(FileProblem) {
            guard let status = FileStatus(of: descriptor) else {
                throw FileProblem(path: named ?? path, doing: "open", code: errno)
            }
            try status.requirePlainFile(path, besides: named)
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }
}
