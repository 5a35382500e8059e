import Foundation

/// An exclusive lock between processes, held while its owner reads, changes and writes a file.
///
/// The lock is on a file of its own beside the guarded one, because the guarded one is replaced by a rename. The
/// system releases it when its holder dies, so there is nothing stale to clean up.
enum FileLock {
    /// Waits for the lock that guards `path`, and holds it while `body` runs.
    static func whileHeld<Result>(guarding path: String, _ body: () throws -> Result) throws -> Result {
        let descriptor = try acquire(guarding: path)
        defer { close(descriptor) }
        return try body()
    }

    private static func acquire(guarding path: String) throws(FileProblem) -> Int32 {
        let folder = (path as NSString).deletingLastPathComponent
        try AtomicFile.makeFolder(folder.isEmpty ? "." : folder)
        let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileProblem(path: path, doing: "lock", code: errno) }
        while flock(descriptor, LOCK_EX) != 0 {
            let code = errno
            guard code == EINTR else {
                close(descriptor)
                throw FileProblem(path: path, doing: "lock", code: code)
            }
        }
        return descriptor
    }
}
