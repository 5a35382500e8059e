import Dispatch
import Foundation

/// An exclusive lock between processes, held while its owner reads, changes and writes a file.
///
/// The lock is on a separate file next to the guarded one, because the guarded file is replaced by renaming. The lock
/// file is not removed. The system releases the lock when its holder dies, so no stale lock has to be removed.
package enum FileLock {
    /// How long to wait while no other holder makes progress. A change takes milliseconds, so a holder that takes
    /// longer was stopped.
    package static let patience: Duration = .seconds(10)

    /// Waits for the lock that guards `path`, and holds it while `body` runs. Symbolic links to the same file share its
    /// lock.
    @available(*, noasync, message: "wait for the lock in OwnThread.run")
    @discardableResult
    package static func whileHeld<Result>(
        guarding path: String, patience: Duration = patience, _ body: () throws -> Result
    ) throws -> Result {
        let target = try PathText.followingLinks(path)
        try Folders.make(forFile: target, linkedFrom: path, .ownerOnly)
        return try FileLock.delayingSuspension {
            let descriptor = try LockLine(before: target, naming: path).pass(patience)
            LockHolder.enter(descriptor)
            defer {
                LockHolder.leave(descriptor)
                close(descriptor)
            }
            return try body()
        }
    }
}

/// The holder of a lock, as the lock file names it, for example `4711 machine`. The error of a process that waited too
/// long shows it.
struct LockHolder: Equatable {
    let process: pid_t

    /// Reads the holder from the lock file; nil if there is none, or if it is not a live process of this machine.
    init?(of lockPath: String) {
        guard let bytes = try? FileBytes.read(lockPath, limit: 400) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let process = pid_t(words[0]), process > 0, words[1] == Self.machine,
            kill(process, 0) == 0 || errno == EPERM
        else { return nil }
        self.process = process
    }

    /// Writes this process into the lock file. Failures are ignored, because another user's lock file may be lockable
    /// but not writable.
    static func enter(_ descriptor: Int32) {
        let text = Array("\(getpid()) \(machine)\n".utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
    }

    /// Removes the entry, so that no error names a process that no longer holds the lock.
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

/// Prevents the system from suspending this process for a moment. Apple's systems end an app that is suspended while it
/// holds the lock of a file in a folder that it shares with its extensions (0xdead10cc); on others nothing is done.
extension FileLock {
    static func delayingSuspension<Result>(_ body: () throws -> Result) rethrows -> Result {
        #if canImport(Darwin) && !os(macOS)
        let isOver = DispatchSemaphore(value: 0)
        defer { isOver.signal() }
        ProcessInfo.processInfo.performExpiringActivity(withReason: "a change of a shared file") {
            isExpiring in
            // The system waits until this returns. If it calls because time is up, the change is nearly done.
            if !isExpiring { isOver.wait() }
        }
        #endif
        return try body()
    }
}

/// Decides how long to wait for a lock: as long as the processes in front make progress.
///
/// Each of them changes the file or the lock file within milliseconds. If neither has changed for a while, the holder
/// was stopped.
struct LockPatience {
    private let limit: Duration
    private let watched: [String]
    private let now: () -> ContinuousClock.Instant
    private var seen: [FileFingerprint] = []
    private var since: ContinuousClock.Instant
    private let start: ContinuousClock.Instant

    /// - Parameters:
    ///   - limit: how long nothing may change.
    ///   - watched: the paths of the files that the processes in front change.
    init(
        _ limit: Duration, watching watched: [String],
        now: @escaping () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.limit = limit
        self.watched = watched
        self.now = now
        start = now()
        since = start
    }

    /// How long this process has waited.
    var waited: Duration { now() - start }

    /// Returns how long nothing has changed.
    mutating func idle() -> Duration {
        let new = watched.map(FileFingerprint.init(of:))
        if new != seen { (seen, since) = (new, now()) }
        return now() - since
    }

    /// - Throws: `FileProblem` once nothing has changed for too long.
    mutating func check(_ lockPath: String, naming path: String) throws(FileProblem) {
        guard idle() >= limit else { return }
        let holder = LockHolder(of: lockPath)
        let who = holder.map { "another program (process \($0.process))" } ?? "another program"
        let remedy = holder.map { "; use `kill -CONT \($0.process)` to continue it" } ?? ""
        throw FileProblem(
            path: path, message: "\(who) has been changing it for too long",
            advice: "check whether it was stopped while writing\(remedy), and try again; nothing was changed")
    }
}
