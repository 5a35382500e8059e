import Foundation

/// An exclusive lock between processes, held while its owner reads, changes and writes a file.
///
/// The lock is on a file of its own beside the guarded one, because the guarded one is replaced by a rename. The lock
/// file stays; the system releases the lock itself when its holder dies, so there is nothing stale to clean up.
package enum FileLock {
    /// How long to wait while no other holder gets on. A change takes milliseconds; who takes longer was stopped.
    package static let patience: Duration = .seconds(10)

    /// Waits for the lock that guards `path`, and holds it while `body` runs. Through whichever symbolic link a file is
    /// named, the lock is the same.
    @discardableResult
    package static func whileHeld<Result>(
        guarding path: String, patience: Duration = patience, _ body: () throws -> Result
    ) throws -> Result {
        let target = try PathText.followingLinks(path)
        try AtomicFile.makeFolder(PathText.folder(of: target), for: path, .ownerOnly)
        let descriptor = try LockLine(before: target, naming: path).pass(patience)
        LockHolder.enter(descriptor)
        defer {
            LockHolder.leave(descriptor)
            close(descriptor)
        }
        return try body()
    }
}
