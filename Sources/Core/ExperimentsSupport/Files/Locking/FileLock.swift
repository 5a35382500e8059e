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

/// Who holds a lock, as its file says while it is held: `4711 machine`. Those who wait in vain can name them.
struct LockHolder: Equatable {
    let process: pid_t

    /// Who the file at a path says to be its holder; nil where that is nobody, or no process of this machine that lives.
    init?(of lockPath: String) {
        guard let bytes = try? FileBytes.read(lockPath, limit: 400) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let process = pid_t(words[0]), process > 0, words[1] == Self.machine,
            kill(process, 0) == 0 || errno == EPERM
        else { return nil }
        self.process = process
    }

    /// Notes this process. Best effort: another user's lock file may be locked, but not written.
    static func enter(_ descriptor: Int32) {
        let text = Array("\(getpid()) \(machine)\n".utf8)
        ftruncate(descriptor, 0)
        _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// Takes the note back, so that nobody is named who no longer holds the lock.
    static func leave(_ descriptor: Int32) {
        ftruncate(descriptor, 0)
    }

    private static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "?" }
        let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.isEmpty || text.contains(where: \.isWhitespace) ? "?" : text
    }
}
