import Foundation

/// Replaces a whole file so that a reader, or a machine that loses power, finds the old content or the new one.
public enum AtomicFile {
    /// Writes `bytes` to a hidden file in the same folder, flushes it to the disk, and renames it over `path`.
    ///
    /// A symbolic link at `path` stays one: its target is replaced, or made. The folder is made if it is missing. The
    /// permissions of a file that is replaced are kept, and its owner where the system allows. Only plain files are
    /// replaced. What a killed writer left behind is used up by the next.
    ///
    /// - Throws: `FileProblem`; the old content is then untouched.
    public static func write(_ bytes: [UInt8], to path: String) throws(FileProblem) {
        let target = try PathText.followingLinks(path)
        let folder = PathText.folder(of: target)
        let old = FileStatus(of: target)
        try old?.requirePlainFile(path)
        try makeFolder(folder, for: path)
        let replacement = PathText.join(folder, "." + PathText.name(of: target) + ".experiments-partial")
        let descriptor = try FileLock.acquire(replacement, O_WRONLY, naming: path)
        // Closed last, because that lets the next writer of the same file go on.
        defer { close(descriptor) }
        do throws(FileProblem) {
            try fill(descriptor, with: bytes, like: old, naming: path)
            guard rename(replacement, target) == 0 else { throw FileProblem(path: path, doing: "replace", code: errno) }
        } catch {
            unlink(replacement)
            throw error
        }
        flushFolder(folder)
    }

    /// Makes the folder at `folder` and those above it, where they are missing.
    ///
    /// - Parameter path: the file that an error names.
    static func makeFolder(_ folder: String, for path: String) throws(FileProblem) {
        guard access(folder, F_OK) != 0 else { return }
        let parent = PathText.folder(of: folder)
        if parent != folder { try makeFolder(parent, for: path) }
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw FileProblem(path: path, doing: "make the folder \(folder)", code: errno)
        }
    }

    private static func fill(
        _ descriptor: Int32, with bytes: [UInt8], like old: FileStatus?, naming path: String
    ) throws(FileProblem) {
        guard ftruncate(descriptor, 0) == 0 else { throw FileProblem(path: path, doing: "write", code: errno) }
        if let old {
            // Best effort: only the superuser may give files away, and then a user keeps what is theirs.
            _ = fchown(descriptor, old.owner.user, old.owner.group)
            fchmod(descriptor, old.permissions)
        }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw FileProblem(path: path, doing: "write", code: errno)
            }
        }
        guard flush(descriptor) == 0 else { throw FileProblem(path: path, doing: "write", code: errno) }
    }

    private static func flush(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
        // On Apple's systems `fsync` leaves the content in the drive's own cache.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
        #endif
        return fsync(descriptor)
    }

    /// Makes the rename itself durable. Some file systems refuse to flush a folder; the content is safe all the same.
    private static func flushFolder(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
