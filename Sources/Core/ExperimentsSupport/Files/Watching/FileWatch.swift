import Dispatch

/// One watched path. All its state belongs to `queue`.
final class FileWatch: @unchecked Sendable {
    /// How long to wait for a writer that has begun to write in place, before what it wrote so far is told.
    private static let settling = DispatchTimeInterval.milliseconds(100)

    private let path: String
    private let onChange: @Sendable () -> Void
    private let queue = DispatchQueue(label: "experiments.file-watch")
    private var source: WatchSource?
    private var poll: (any DispatchSourceTimer)?
    private var fingerprint = FileFingerprint(of: "")
    private var isSettling = false
    private var isStopped = false

    init(path: String, onChange: @escaping @Sendable () -> Void) {
        self.path = path
        self.onChange = onChange
    }

    /// Every change after this returns is heard.
    func start() {
        queue.sync {
            arm()
            fingerprint = FileFingerprint(of: path)
        }
    }

    /// Whether the system gives no notices here.
    var isPolling: Bool { queue.sync { poll != nil } }

    func stop() {
        queue.async { [self] in
            isStopped = true
            source = nil
            poll?.cancel()
            poll = nil
        }
    }

    /// Watches the way to the file as it is now. It may change while that is set up, so it is looked up again after.
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
        // Watched anew before it is told of: what changes from here on is heard, what changed before is read.
        if notice.contains(.wayChanged) { arm() }
        if notice.contains(.written) {
            tell()
        } else if notice.contains(.beingWritten) {
            tellWhenSettled()
        } else {
            tellIfDifferent()
        }
    }

    private func tellWhenSettled() {
        guard !isSettling else { return }
        isSettling = true
        queue.asyncAfter(deadline: .now() + Self.settling) { [weak self] in
            guard let self, isSettling, !isStopped else { return }
            tell()
        }
    }

    private func tellIfDifferent() {
        guard FileFingerprint(of: path) != fingerprint else { return }
        tell()
    }

    private func tell() {
        isSettling = false
        fingerprint = FileFingerprint(of: path)
        onChange()
    }

    /// Where the system has no notices to give, a look once a second still works.
    private func startPolling() {
        guard poll == nil else { return }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
        timer.setEventHandler { [weak self] in self?.tellIfDifferent() }
        timer.activate()
        poll = timer
    }
}

/// What a batch of the system's notices means for a watched file.
struct WatchNotice: OptionSet {
    let rawValue: Int

    /// Something on the way to the file came, went or moved: the way has to be looked up again.
    static let wayChanged = WatchNotice(rawValue: 1)
    /// The file was written to, and its writer may not be done.
    static let beingWritten = WatchNotice(rawValue: 2)
    /// The file was changed, and its writer is done.
    static let written = WatchNotice(rawValue: 4)
}
