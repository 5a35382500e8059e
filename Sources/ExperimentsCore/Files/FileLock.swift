import Foundation

/// An exclusive lock between processes, held while its owner reads, changes and writes a file.
///
/// The lock is on a file of its own beside the guarded one, because the guarded one is replaced by a rename. The lock
/// file stays; the system releases the lock itself when its holder dies, so there is nothing stale to clean up.
enum FileLock {
    /// How long to wait for another holder. A change takes milliseconds; a holder that takes longer was stopped.
    static let patience: Duration = .seconds(10)

    /// Waits for the lock that guards `path`, and holds it while `body` runs. Through whichever symbolic link a file is
    /// named, the lock is the same.
    @discardableResult
    static func whileHeld<Result>(
        guarding path: String, patience: Duration = patience, _ body: () throws -> Result
    ) throws -> Result {
        let target = try PathText.followingLinks(path)
        try AtomicFile.makeFolder(PathText.folder(of: target), for: path)
        // Opened for reading, which is enough for a lock: another user's lock file may be taken too.
        let descriptor = try acquire(target + ".lock", O_RDONLY, naming: path, patience: patience)
        defer { close(descriptor) }
        return try body()
    }

    /// Opens the file at `lockPath`, making it where it is missing, and locks it.
    ///
    /// - Parameter path: the file that an error names.
    static func acquire(
        _ lockPath: String, _ flags: Int32, naming path: String, patience: Duration = patience
    ) throws(FileProblem) -> Int32 {
        let deadline = ContinuousClock.now + patience
        while true {
            let descriptor = open(lockPath, flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
            guard descriptor >= 0 else {
                throw FileProblem(path: path, doing: "open \(PathText.name(of: lockPath)) beside it", code: errno)
            }
            do throws(FileProblem) {
                try lock(descriptor, naming: path, until: deadline)
            } catch {
                close(descriptor)
                throw error
            }
            // Whoever held it may have renamed or removed it meanwhile; then it no longer guards anything.
            if let held = FileStatus(of: descriptor), let named = FileStatus(of: lockPath), held.isSameFile(as: named) {
                return descriptor
            }
            close(descriptor)
        }
    }

    private static func lock(
        _ descriptor: Int32, naming path: String, until deadline: ContinuousClock.Instant
    ) throws(FileProblem) {
        var pause: UInt32 = 500
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR else {
                throw FileProblem(path: path, doing: "lock", code: code)
            }
            guard ContinuousClock.now < deadline else {
                throw FileProblem(
                    path: path, message: "another program has been changing it for too long",
                    advice: "see whether one was stopped while it wrote, and try again; nothing was changed")
            }
            usleep(pause)
            pause = min(pause * 2, 10_000)
        }
    }
}
