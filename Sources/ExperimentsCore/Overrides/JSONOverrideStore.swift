import Synchronization

/// Overrides in a JSON file that several dashboards, the command line, apps and editors share.
///
/// Changes are read, made and written under a lock between processes, and written atomically, so that none is lost and
/// no reader ever sees half a file. A file that cannot be read is never overwritten: the last good overrides stay in
/// force, `problem` says what is wrong and where, and a change is refused until it is mended.
///
/// Beside the file lie a lock file (`NAME.lock`), and during a write its replacement (`.NAME.experiments-partial`).
public final class JSONOverrideStore: OverrideStore {
    /// The largest file that is read, in bytes: some hundred thousand overrides.
    public static let sizeLimit = 64 << 20

    /// The file's path.
    public let path: String

    private struct State {
        var current = OverrideStoreState(overrides: .empty)
        var readings = ReadingOrder()
    }

    private let state = Mutex(State())
    private let observers = Observers<OverrideStoreState>()
    private let watch = Mutex<ObservationHandle?>(nil)

    /// The overrides in the file at `path`, which need not exist yet. With a watcher, a change of the file by anyone is
    /// read at once.
    public init(path: String, watcher: (any FileWatcher)? = .system) {
        self.path = path
        // Watched before it is read, so that no change falls between.
        let observation = watcher?.watch(path) { [weak self] in self?.reload() }
        watch.withLock { $0 = observation }
        reload()
    }

    /// The overrides as last read. Reading them does no I/O.
    public var overrides: OverrideSet { state.withLock(\.current.overrides) }

    /// Why the file cannot be read now, if it can't; `overrides` are then the last good ones.
    public var problem: FileProblem? { state.withLock(\.current.problem) }

    /// Changes the overrides as they are in the file at that moment. Waits for other writers, and for the disk.
    ///
    /// - Throws: what `change` throws, or a `FileProblem` with the file and, where it is the content's fault, the place
    ///   in it; the file is then untouched.
    @discardableResult
    public func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate {
        try update(change, recording: { _ in })
    }

    /// The same, and calls `recording` with what came of it while other writers still wait.
    @discardableResult
    public func update(
        _ change: (inout OverrideSet) throws -> Void, recording: (OverrideUpdate) -> Void
    ) throws -> OverrideUpdate {
        do {
            let update = try FileLock.whileHeld(guarding: path) {
                let update = try write(change)
                recording(update)
                return update
            }
            adopt(beginReading(), .success(update.after))
            return update
        } catch {
            // Where it is the file's fault, `problem` says so from now on.
            reload()
            throw error
        }
    }

    /// Calls `handler` after each change of the file, by whomever, and when it becomes unreadable or readable again.
    public func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Reads the file again. Observers hear of it only if something changed.
    public func reload() {
        let reading = beginReading()
        do throws(FileProblem) {
            adopt(reading, .success(try Self.read(path)))
        } catch {
            adopt(reading, .failure(error))
        }
    }

    private func write(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate {
        let before = try Self.read(path)
        var after = before
        try change(&after)
        guard after != before else { return OverrideUpdate(before: before, after: before) }
        let bytes = after.documentBytes
        // Read back before it takes the old one's place: what is in force is what the file says, times included, and
        // what cannot be read is never written.
        after = try Self.parse(bytes, path)
        if after != before { try AtomicFile.write(bytes, to: path) }
        return OverrideUpdate(before: before, after: after)
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

    /// The overrides in the file; none where there is no file.
    private static func read(_ path: String) throws(FileProblem) -> OverrideSet {
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes = try FileBytes.read(path, limit: sizeLimit)
        } catch {
            if error.isMissing { return .empty }
            throw error
        }
        return try parse(bytes, path)
    }

    private static func parse(_ bytes: [UInt8], _ path: String) throws(FileProblem) -> OverrideSet {
        do throws(OverrideDocumentProblem) {
            return try OverrideSet(parsing: bytes)
        } catch {
            throw FileProblem(
                path: path, message: error.message, line: error.line, column: error.column, advice: error.advice)
        }
    }
}
