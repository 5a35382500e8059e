import ExperimentsCore
import ExperimentsLocks
import Foundation

/// A keeper for values in a file of keys and values: JSON, YAML, or the default values of an app as a property list or XML.
///
/// A fetch reads the file. A keeper that watches the file announces each change of it as `.sourceChanged`. If the file
/// cannot be read or understood completely, the fetch fails with the place of the mistake, and the last good snapshot
/// stays.
public final class FileRemoteConfigKeeper: RemoteConfigKeeper {
    /// The largest file that is read, in bytes.
    public static let largestFile = 64 << 20

    /// The path of the file.
    public let path: String

    private let shownPath: String
    private let settling: FileSettling
    private let now: @Sendable () -> Date
    private let current = Mutex(Snapshot.empty)
    /// The bytes of the current snapshot.
    private let content = Mutex<[UInt8]>([])
    /// Held while the file is read, so that the later of two fetches wins. The hash is that of ``current``.
    private let reading = Mutex<ContentHash?>(nil)
    private let observers = Observers<KeeperNotice>()
    private let watch = Mutex<ObservationHandle?>(nil)

    /// Creates a keeper for the values in a file, which is not read before the first fetch.
    ///
    /// - Parameters:
    ///   - path: the path of the file, which need not exist yet. If it ends in `.json`, `.yaml` or `.yml`, it is read
    ///     in that format.
    ///   - shownPath: the path as messages show it; `path` if nil.
    ///   - isWatched: whether changes to the file are announced immediately; if not, the next fetch notices them.
    ///   - now: returns the time.
    public convenience init(
        path: String, shownAs shownPath: String? = nil, isWatched: Bool = true,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(path: path, shownAs: shownPath, watcher: isWatched ? .system : nil, now: now)
    }

    /// - Parameter watcher: notices changes; nil to notice them only with the next fetch.
    package init(
        path: String, shownAs shownPath: String? = nil, watcher: (any FileWatcher)?, settling: FileSettling = .system,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.path = path
        self.shownPath = shownPath ?? path
        self.settling = settling
        self.now = now
        let observation = watcher?.watch(path) { [weak self] in self?.observers.notify(.sourceChanged) }
        watch.withLock { $0 = observation }
    }

    /// The content of the file when it was last read; empty before the first fetch.
    public var snapshot: Snapshot { current.withLock(\.self) }

    /// Reads the file; see ``fetchNow()``. If the file does not exist, waits briefly for it, because another program
    /// may be replacing it.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        try await settling.read(path) { try fetchNow() }
    }

    /// Fetches on the caller's thread, because reading a file takes no longer than starting a task for it.
    ///
    /// - Throws: `FetchFailure` as `file:line:column: reason`.
    @discardableResult
    public func fetchNow() throws(FetchFailure) -> FetchOutcome {
        let result = reading.withLock { known in read(&known) }
        let (outcome, fresh) = try result.get()
        if let fresh { observers.notify(.snapshot(fresh)) }
        return outcome
    }

    /// Calls `handler` with each notice, for a change to the file and for each new snapshot, until the returned handle
    /// is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Reads the file, and makes its content the current one if it is new.
    private func read(_ known: inout ContentHash?) -> Result<(FetchOutcome, fresh: Snapshot?), FetchFailure> {
        var size = 0
        do throws(FileProblem) {
            let bytes = try FileBytes.read(path, limit: Self.largestFile)
            size = bytes.count
            let hash = ContentHash(bytes)
            if hash == known { return .success((FetchOutcome(status: .unchanged, bytes: size), nil)) }
            let content = try FileSourceContent(bytes, path: path)
            try content.checkContainsValues(path)
            let fresh = Snapshot(
                entries: content.entries, version: String(hash.text.prefix(8)), etag: hash.text, fetchedAt: now())
            known = hash
            current.withLock { $0 = fresh }
            self.content.withLock { $0 = bytes }
            return .success((FetchOutcome(status: content.entries.isEmpty ? .empty : .updated, bytes: size), fresh))
        } catch {
            return .failure(FetchFailure(error.named(shownPath).description, bytes: size))
        }
    }
}

extension FileRemoteConfigKeeper: RestorableKeeper {
    package func copy() -> SourceCopy? {
        let snapshot = snapshot
        guard let fetchedAt = snapshot.fetchedAt else { return nil }
        return SourceCopy(content: content.withLock(\.self), fetchedAt: fetchedAt, version: snapshot.version)
    }

    package func restore(_ copy: SourceCopy) throws {
        let entries = try FileSourceContent(copy.content, path: path).entries
        let restored = Snapshot(
            entries: entries, version: copy.version, etag: ContentHash(copy.content).text, fetchedAt: copy.fetchedAt)
        let isNew = current.withLock { current in
            guard current.fetchedAt == nil else { return false }
            current = restored
            content.withLock { $0 = copy.content }
            return true
        }
        if isNew { observers.notify(.snapshot(restored)) }
    }
}
