import Dispatch

/// A watched path. All its state belongs to `queue`.
final class FileWatch: @unchecked Sendable {
    /// Calls a closure on a queue after a time.
    typealias Later = @Sendable (Duration, DispatchQueue, @escaping @Sendable () -> Void) -> Void

    private let path: String
    private let later: Later
    private let onChange: @Sendable () -> Void
    private let queue = DispatchQueue(label: "experiments.file-watch")
    private var source: WatchSource?
    private var poll: (any DispatchSourceTimer)?
    private var fingerprint = FileFingerprint(of: "")
    private var writes = SettlingWrites()
    private var isStopped = false

    /// - Parameter later: how a change waits that may not be finished: a write in place, or a replacement.
    init(path: String, later: @escaping Later = FileWatch.later, onChange: @escaping @Sendable () -> Void) {
        self.path = path
        self.later = later
        self.onChange = onChange
    }

    /// Waits with the system's clock.
    static let later: Later = { duration, queue, action in
        queue.asyncAfter(deadline: .now() + duration.inSeconds, execute: action)
    }

    /// Begins to watch. Every change after this returns is noticed.
    func start() {
        queue.sync {
            arm()
            fingerprint = FileFingerprint(of: path)
        }
    }

    /// Whether the file is polled, because the system sends no notices here.
    var isPolling: Bool { queue.sync { poll != nil } }

    func stop() {
        queue.async { [self] in
            isStopped = true
            source = nil
            poll?.cancel()
            poll = nil
        }
    }

    /// Watches the route to the file as it is now. The route may change during the setup, so it is checked again
    /// afterwards.
    private func arm() {
        var route = WatchRoute(to: path)
        for _ in 0..<20 {
            source = WatchSource(route: route, queue: queue) { [weak self] in self?.hear($0) }
            let current = WatchRoute(to: path)
            if current == route { break }
            route = current
        }
        if source == nil { startPolling() }
    }

    private func hear(_ notice: WatchNotice) {
        guard !isStopped else { return }
        // Watching is renewed before the change is reported. So later changes are noticed, and earlier ones are read.
        if notice.contains(.wayChanged) { arm() }
        if notice.contains(.written) {
            tellUnlessInReplacement()
        } else if notice.contains(.beingWritten) {
            tellWhenSettled()
        } else {
            tellIfDifferent()
        }
    }

    private func tellWhenSettled() {
        guard writes.begin() else { return }
        waitUntilSettled()
    }

    private func waitUntilSettled() {
        later(FileSettling.patience, queue) { [weak self] in
            guard let self, !isStopped else { return }
            let (isDue, isNewer) = writes.settle()
            if isDue { report() }
            if isNewer { waitUntilSettled() }
        }
    }

    private func tellIfDifferent() {
        guard FileFingerprint(of: path) != fingerprint else { return }
        tellUnlessInReplacement()
    }

    /// A file that is missing or empty may be written again in a moment.
    private func tellUnlessInReplacement() {
        if FileSettling.mayBeInReplacement(path) { tellWhenSettled() } else { tell() }
    }

    private func tell() {
        writes.report()
        report()
    }

    private func report() {
        fingerprint = FileFingerprint(of: path)
        onChange()
    }

    /// Polls the file once a second if the system sends no notices.
    private func startPolling() {
        guard poll == nil else { return }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
        timer.setEventHandler { [weak self] in self?.tellIfDifferent() }
        timer.activate()
        poll = timer
    }
}

/// The meaning of a batch of system notices for a watched file.
struct WatchNotice: OptionSet {
    let rawValue: Int

    /// Something on the route to the file appeared, disappeared or moved, so the route must be looked up again.
    static let wayChanged = WatchNotice(rawValue: 1)
    /// The file is being written, and its writer may not be finished.
    static let beingWritten = WatchNotice(rawValue: 2)
    /// The file was changed, and its writer is finished.
    static let written = WatchNotice(rawValue: 4)
}

/// Decides when writes in place are reported: once in a while, and once more a while after the last.
///
/// A write may be complete only some time later. SQLite, for example, writes a change into its log first, and then
/// marks it as valid in shared memory, which causes no notification. A reader right after the write would not see the
/// change, and would not be notified again.
struct SettlingWrites {
    private var isWaiting = false
    private var isUnreported = false
    private var isNewer = false

    /// Records a write.
    ///
    /// - Returns: whether it starts a wait, after which to call `settle()`.
    mutating func begin() -> Bool {
        isUnreported = true
        isNewer = isWaiting
        defer { isWaiting = true }
        return !isWaiting
    }

    /// Records that all writes so far are reported, because the writer has finished.
    mutating func report() { (isUnreported, isNewer) = (false, false) }

    /// Ends a wait.
    ///
    /// - Returns: whether to report a change, and whether another wait begins, for a write during this one.
    mutating func settle() -> (isDue: Bool, isNewer: Bool) {
        let result = (isUnreported, isNewer)
        (isWaiting, isUnreported, isNewer) = (isNewer, isNewer, false)
        return result
    }
}

/// Reports changes of a file, regardless of what makes them: the file is written in place, replaced, removed or
/// created.
///
/// Use `.system` in programs. To implement one, for example for a test that changes a file itself, keep `onChange`
/// until the handle is cancelled, and call it after each change:
///
/// ```swift
/// final class ManualWatcher: FileWatcher {
///     private let handlers = Mutex<[UUID: @Sendable () -> Void]>([:])
///
///     func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle {
///         let id = UUID()
///         handlers.withLock { $0[id] = onChange }
///         return ObservationHandle { [weak self] in self?.handlers.withLock { $0[id] = nil } }
///     }
///
///     func fileChanged() {
///         for handler in handlers.withLock({ Array($0.values) }) { handler() }
///     }
/// }
/// ```
package protocol FileWatcher: Sendable {
    /// Calls `onChange` after each change to the file at `path`, which need not exist yet, until the returned handle is
    /// cancelled or released. Several changes at almost the same time may lead to one call.
    func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle
}

extension FileWatcher where Self == SystemFileWatcher {
    /// The watcher that uses the operating system's notices.
    package static var system: SystemFileWatcher { SystemFileWatcher() }
}

/// Watches files with the notices of the operating system: inotify on Linux, and kqueue on Apple platforms.
///
/// The folder is watched as well as the file, because editors and this package replace files by renaming. Every
/// symbolic link on the route is watched, too. If a folder does not exist yet, the nearest existing folder above it is
/// watched. Nothing runs while nothing changes.
package struct SystemFileWatcher: FileWatcher {
    private let later: FileWatch.Later

    /// The system's watcher.
    package init() { later = FileWatch.later }

    /// - Parameter later: how a change waits that may not be finished.
    init(later: @escaping FileWatch.Later) { self.later = later }

    /// Calls `onChange` after each change to the file at `path`, on a dispatch queue of this watch. A write in place is
    /// reported when the writer closes the file, or a tenth of a second after the write; the removal of the file, a tenth
    /// of a second after it, unless the file is back by then.
    package func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle {
        let watch = FileWatch(path: PathText.absolute(path), later: later, onChange: onChange)
        watch.start()
        return ObservationHandle { watch.stop() }
    }
}
