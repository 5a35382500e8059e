import Foundation

/// Replaces a whole file so that a reader, or a machine that loses power, finds the old content or the new one.
public enum AtomicFile {
    /// Writes `bytes` to a temporary file in the same folder, flushes it to the disk, and renames it over `path`.
    ///
    /// A symbolic link at `path` stays one: its target is replaced. The folder is made if it is missing, and the
    /// permissions of a file that is replaced are kept.
    ///
    /// - Throws: `FileProblem`; the old content is then untouched.
    public static func write(_ bytes: [UInt8], to path: String) throws(FileProblem) {
        let target = resolvingLinks(path)
        let folder = (target as NSString).deletingLastPathComponent
        try makeFolder(folder.isEmpty ? "." : folder)
        let mode = try permissions(of: target)
        let temporary = target + ".\(getpid()).\(UInt32.random(in: 0 ... .max)).tmp"
        do throws(FileProblem) {
            try create(temporary, bytes, mode)
            guard rename(temporary, target) == 0 else { throw FileProblem(path: path, doing: "replace", code: errno) }
        } catch {
            unlink(temporary)
            throw FileProblem(path: path, message: error.message, advice: error.advice)
        }
        flushFolder(folder.isEmpty ? "." : folder)
    }

    /// Makes the folder at `path` and those above it, where they are missing.
    static func makeFolder(_ path: String) throws(FileProblem) {
        guard access(path, F_OK) != 0 else { return }
        let parent = (path as NSString).deletingLastPathComponent
        if !parent.isEmpty, parent != path { try makeFolder(parent) }
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
            throw FileProblem(path: path, doing: "make the folder", code: errno)
        }
    }

    private static func resolvingLinks(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func permissions(of path: String) throws(FileProblem) -> mode_t {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0o644 }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw FileProblem(path: path, message: "is a directory, not a file", advice: "name a file")
        }
        return status.st_mode & 0o777
    }

    private static func create(_ path: String, _ bytes: [UInt8], _ mode: mode_t) throws(FileProblem) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileProblem(path: path, doing: "write", code: errno) }
        var failure: Int32 = 0
        var written = 0
        while written < bytes.count, failure == 0 {
            let count = bytes[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { written += count } else if errno != EINTR { failure = errno }
        }
        if failure == 0, fsync(descriptor) != 0 { failure = errno }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        guard failure == 0 else { throw FileProblem(path: path, doing: "write", code: failure) }
    }

    /// Makes the rename itself durable. Some file systems refuse to flush a folder; the content is safe all the same.
    private static func flushFolder(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
