import ExperimentsLocks

/// Overrides in a JSON file that several dashboards, the command line, apps and editors share.
///
/// Each change reads the file, changes the overrides and writes the file under a lock between processes, and replaces
/// the file atomically, so that no change is lost and no reader sees half a file. A file that cannot be read is never
/// overwritten: the last overrides stay in use, `problem` describes the mistake and its place, and changes are refused
/// until the file is corrected.
///
/// Next to the file there is a lock file (`NAME.lock`), a second one if several processes have waited for the lock
/// (`.NAME.lock-line`), and during a write the replacement (`.NAME.experiments-partial`). A new file is readable only
/// by its owner. The files next to it get its permissions.
public final class JSONOverrideStore: OverrideStore {
    /// The largest file that is read and written, in bytes. It has room for several hundred thousand overrides.
    public static let sizeLimit = 64 << 20

    /// The path of the file.
    public let path: String

    private let limit: Int

    private let state = Mutex((current: OverrideStoreState(overrides: .empty), readings: ReadingOrder()))
    private let observers = Observers<OverrideStoreState>()
    private let watch = Mutex<ObservationHandle?>(nil)

    /// Creates a store for the file at `path`, which need not exist yet.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - isWatched: whether the store reads the file again as soon as it changes; if not, call `reload()`.
    public convenience init(path: String, isWatched: Bool = true) {
        self.init(path: path, watcher: isWatched ? .system : nil)
    }

    /// Creates a store for the file at `path`, which need not exist yet.
    ///
    /// - Parameters:
    ///   - watcher: notices changes to the file, which is then read again immediately. Without one, call `reload()`.
    ///   - limit: the largest file that is read and written, in bytes.
    package init(path: String, watcher: (any FileWatcher)?, limit: Int = sizeLimit) {
        self.path = path
        self.limit = limit
        // Watched before it is read, so that no change in between is missed.
        let observation = watcher?.watch(path) { [weak self] in self?.reloadAfterChange() }
        watch.withLock { $0 = observation }
        reload()
    }

    /// The last read overrides. Reading them does no I/O.
    public var overrides: OverrideSet { state.withLock(\.current.overrides) }

    /// The reason why the file cannot be read now; nil if it can. In that case, `overrides` are the last readable ones.
    public var problem: OverrideStoreProblem? { state.withLock(\.current.problem) }

    /// Changes the overrides as they are in the file at this moment. Waits for other writers, and for the disk.
    ///
    /// - Throws: what `change` throws, or a `FileProblem` with the file and, if its content is wrong, the place in it.
    ///   The file is then unchanged.
    @discardableResult
    public func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate {
        try update(change, announcing: { _ in }, recording: { _ in })
    }

    /// Changes the overrides. Calls `announcing` before the file is replaced, and `recording` after it, while other
    /// writers wait.
    @discardableResult
    public func update(
        _ change: (inout OverrideSet) throws -> Void, announcing: (OverrideUpdate) throws -> Void,
        recording: (OverrideUpdate) -> Void
    ) throws -> OverrideUpdate {
        do {
            let update = try FileLock.whileHeld(guarding: path) {
                let update = try write(change, announcing)
                recording(update)
                return update
            }
            adopt(beginReading(), .success(update.after))
            return update
        } catch {
            // If the file itself is wrong, `problem` describes it from now on.
            reload()
            throw error
        }
    }

    /// Calls `handler` after each change to the file by anyone, and when the file becomes unreadable or readable again.
    public func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Reads the file again. Observers are notified only if something has changed.
    public func reload() {
        let reading = beginReading()
        do throws(FileProblem) {
            adopt(reading, .success(try Self.read(path, limit: limit)))
        } catch {
            adopt(reading, .failure(error))
        }
    }

    /// Reads the file after a notice of a change. Several programs may replace it one after the other.
    private func reloadAfterChange() {
        if overrides.isEmpty { return reload() }
        FileSettling.waitWhileInReplacement(path)
        reload()
    }

    private func write(
        _ change: (inout OverrideSet) throws -> Void, _ announcing: (OverrideUpdate) throws -> Void
    ) throws -> OverrideUpdate {
        let before = try Self.read(path, limit: limit)
        var after = before
        try change(&after)
        var bytes: [UInt8] = []
        if after != before {
            bytes = try document(of: after)
            // Read the new content back before it replaces the old one. So the active overrides are exactly those in
            // the file, times included, and nothing is written that cannot be read.
            after = try Self.parse(bytes, path)
        }
        let update = OverrideUpdate(before: before, after: after)
        try announcing(update)
        if after != before {
            // The file keeps its permissions. A new file is private.
            let target = try PathText.followingLinks(path)
            try AtomicFile.write(bytes, to: path, permissions: .like(target), limit: limit)
        }
        return update
    }

    private func document(of overrides: OverrideSet) throws(FileProblem) -> [UInt8] {
        let bytes = overrides.documentBytes(within: limit)
        guard bytes.count > limit else { return bytes }
        throw FileProblem(
            path: path,
            message: "would be \(bytes.count) bytes with this change; the limit is \(limit)",
            advice: "remove overrides that are not needed, or set fewer or shorter ones; nothing was changed")
    }

    /// Uses other overrides until the file can be read, if it could not be read since the store was created.
    ///
    /// - Parameter known: returns the overrides according to the journal; called only if the file cannot be read.
    package func recover(from known: () -> OverrideSet?) {
        guard problem != nil, let latest = known() else { return }
        state.withLock { state in
            guard state.current.problem != nil, state.current.overrides == .empty else { return }
            state.current = OverrideStoreState(overrides: latest, problem: state.current.problem)
            observers.enqueue(state.current)
        }
        observers.deliver()
    }

    private func beginReading() -> Int {
        state.withLock { $0.readings.begin() }
    }

    private func adopt(_ reading: Int, _ result: Result<OverrideSet, FileProblem>) {
        state.withLock { state in
            guard state.readings.keep(reading) else { return }
            let new =
                switch result {
                case .success(let overrides): OverrideStoreState(overrides: overrides)
                case .failure(let problem):
                    OverrideStoreState(overrides: state.current.overrides, problem: problem)
                }
            guard new != state.current else { return }
            state.current = new
            observers.enqueue(new)
        }
        observers.deliver()
    }

    /// Returns the overrides in the file; an empty set if there is no file.
    static func read(_ path: String, limit: Int = sizeLimit) throws(FileProblem) -> OverrideSet {
        guard let bytes = try FileBytes.readIfPresent(path, limit: limit) else { return .empty }
        return try parse(bytes, path)
    }

    private static func parse(_ bytes: [UInt8], _ path: String) throws(FileProblem) -> OverrideSet {
        do throws(OverrideDocumentProblem) {
            return try OverrideSet(parsing: bytes)
        } catch {
            throw FileProblem(path, error)
        }
    }
}
