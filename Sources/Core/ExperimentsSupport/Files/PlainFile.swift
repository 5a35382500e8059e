import Foundation

/// Opens only plain files. Opening a pipe instead would wait, perhaps for ever, until another process opens its other
/// end.
package enum PlainFile {
    /// Opens the file at `path` without waiting.
    ///
    /// - Parameters:
    ///   - flags: the flags of the system call `open`. Symbolic links are followed unless the flags say otherwise.
    ///   - permissions: the permissions of a file that is created.
    ///   - named: the path that an error shows, if it is not this one.
    package static func open(
        _ path: String, _ flags: Int32, permissions: mode_t = 0o600, naming named: String? = nil
    ) throws(FileProblem) -> Int32 {
        let descriptor = Foundation.open(path, flags | O_CLOEXEC | O_NONBLOCK, permissions)
        guard descriptor >= 0 else {
            let code = errno
            // The system's messages for opening a pipe without a reader, or a socket, do not mention either.
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
