import Foundation
import Synchronization

/// Overrides in a JSON file that several dashboards, the command line, apps and editors share.
///
/// Changes are read, made and written under a lock between processes, and written atomically, so that none is lost and
/// no reader ever sees half a file. A file that cannot be read is never overwritten: the last good overrides stay in
/// force, `problem` says what is wrong and where, and a change is refused until it is mended.
public final class JSONOverrideStore: OverrideStore {
    /// The file's path.
    public let path: String

    private let state: Mutex<OverrideStoreState>
    private let observers = Observers<OverrideStoreState>()
    private let watch = Mutex<Observation?>(nil)

    /// The overrides in the file at `path`, which need not exist yet. With a watcher, a change of the file by anyone is
    /// read at once.
    public init(path: String, watcher: (any FileWatcher)? = .system) {
        self.path = path
        state = Mutex(Self.load(path, lastGood: .empty))
        let observation = watcher?.watch(path) { [weak self] in self?.reload() }
        watch.withLock { $0 = observation }
    }

    public var overrides: OverrideSet { state.withLock(\.overrides) }
    public var problem: FileProblem? { state.withLock(\.problem) }

    @discardableResult
    public func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate {
        let update = try FileLock.whileHeld(guarding: path) {
            let before = try Self.read(path)
            var after = before
            try change(&after)
            if after != before { try AtomicFile.write(Array(after.documentText.utf8), to: path) }
            return OverrideUpdate(before: before, after: after)
        }
        adopt(OverrideStoreState(overrides: update.after))
        return update
    }

    public func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> Observation {
        observers.add(handler)
    }

    /// Reads the file again. Observers hear of it only if something changed.
    public func reload() {
        adopt(Self.load(path, lastGood: overrides))
    }

    private func adopt(_ new: OverrideStoreState) {
        let isNew = state.withLock { state in
            defer { state = new }
            return state != new
        }
        if isNew { observers.notify(new) }
    }

    private static func load(_ path: String, lastGood: OverrideSet) -> OverrideStoreState {
        do throws(FileProblem) {
            return OverrideStoreState(overrides: try read(path))
        } catch {
            return OverrideStoreState(overrides: lastGood, problem: error)
        }
    }

    /// The overrides in the file; none where there is no file.
    private static func read(_ path: String) throws(FileProblem) -> OverrideSet {
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes = try FileBytes.read(path)
        } catch {
            if error.isMissing { return .empty }
            throw error
        }
        do throws(OverrideDocumentProblem) {
            return try OverrideSet(parsing: bytes)
        } catch {
            throw FileProblem(
                path: path, message: error.message, line: error.line, column: error.column, advice: error.advice)
        }
    }
}
