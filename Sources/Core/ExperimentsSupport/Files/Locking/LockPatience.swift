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
        (self.limit, self.watched, self.now) = (limit, watched, now)
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
        let remedy = holder.map { ", which `kill -CONT \($0.process)` lets go on" } ?? ""
        throw FileProblem(
            path: path, message: "\(who) has been changing it for too long",
            advice: "see whether it was stopped while it wrote\(remedy), and try again; nothing was changed")
    }
}
