import ExperimentsCore
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

    private let keeper: PayloadKeeper<FileFormat>

    /// Creates a keeper for the values in a file, which is not read before the first fetch.
    ///
    /// - Parameters:
    ///   - path: the path of the file, which need not exist yet. If it ends in `.json`, `.yaml` or `.yml`, it is read
    ///     in that format.
    ///   - shownPath: the path as messages show it; `path` if nil.
    ///   - steps: the names of the members that lead to the object with the values; empty for the file itself.
    ///   - isWatched: whether changes to the file are announced immediately; if not, the next fetch notices them.
    ///   - now: returns the time.
    public convenience init(
        path: String, shownAs shownPath: String? = nil, at steps: [String] = [], isWatched: Bool = true,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(path: path, shownAs: shownPath, at: steps, watcher: isWatched ? .system : nil, now: now)
    }

    /// - Parameter watcher: notices changes; nil to notice them only with the next fetch.
    package init(
        path: String, shownAs shownPath: String? = nil, at steps: [String] = [], watcher: (any FileWatcher)?,
        settling: FileSettling = .system,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.path = path
        keeper = PayloadKeeper(
            FileFormat(path: path, shownPath: shownPath ?? path, steps: steps),
            from: .file(
                PayloadFile(path: path, shownAs: shownPath, limit: Self.largestFile, settling: settling)),
            for: (), watcher: watcher, now: now)
    }

    /// The content of the file when it was last read; empty before the first fetch.
    public var snapshot: Snapshot { keeper.snapshot }

    /// Reads the file; see ``fetchNow()``. If the file does not exist, waits briefly for it, because another program
    /// may be replacing it.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        try await keeper.fetch()
    }

    /// Fetches on the caller's thread, because reading a file takes no longer than starting a task for it.
    ///
    /// - Throws: `FetchFailure` as `file:line:column: reason`.
    @discardableResult
    public func fetchNow() throws(FetchFailure) -> FetchOutcome {
        try keeper.fetchNow()
    }

    /// Calls `handler` with each notice, for a change to the file and for each new snapshot, until the returned handle
    /// is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        keeper.observers.add(handler)
    }
}

extension FileRemoteConfigKeeper: RestorableKeeper {
    package func copy() -> SourceCopy? { keeper.copy() }

    package func restore(_ copy: SourceCopy) throws { try keeper.restore(copy) }
}

/// A file of keys and values.
private struct FileFormat: PayloadFormat {
    let path: String
    let shownPath: String
    let steps: [String]

    var changesByItself: Bool { false }

    func content(of payload: Payload) throws(FetchFailure) -> ExactDictionary<Snapshot.Entry> {
        do throws(FileProblem) {
            let content = try FileSourceContent(payload.content, path: path, at: steps)
            try content.checkContainsValues(path)
            return content.entries
        } catch {
            throw FetchFailure(error.named(shownPath).description)
        }
    }

    func values(of entries: ExactDictionary<Snapshot.Entry>, _ payload: Payload, for user: Void)
        -> PayloadValues
    {
        PayloadValues(
            Snapshot(
                entries: entries, version: payload.shortHash, etag: payload.hash.text,
                fetchedAt: payload.fetchedAt))
    }

    func isEmpty(_ entries: ExactDictionary<Snapshot.Entry>) -> Bool { entries.isEmpty }
}
