import ExperimentsCore
import ExperimentsLocks

/// A keeper with scripted fetches, whose values can be copied, and restored by a later program.
public final class CopiedKeeper: RestorableKeeper {
    private let results: Mutex<[Result<Snapshot, FetchFailure>]>
    private let current = Mutex(Snapshot.empty)
    private let observers = Observers<KeeperNotice>()

    /// - Parameter results: the results of the fetches, in order. Later fetches fail.
    public init(_ results: [Result<Snapshot, FetchFailure>] = []) {
        self.results = Mutex(results)
    }

    /// What was fetched or restored last.
    public var snapshot: Snapshot { current.withLock(\.self) }

    /// Gives the next result.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        let result = results.withLock { $0.isEmpty ? .failure(FetchFailure("no route")) : $0.removeFirst() }
        take(try result.get())
        return FetchOutcome(status: .updated)
    }

    /// Calls `handler` with each notice.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    package func copy() -> SourceCopy? { SourceCopy(snapshot) }

    package func restore(_ copy: SourceCopy) throws {
        guard let restored = copy.snapshot else { throw FetchFailure("it does not contain values") }
        take(restored)
    }

    private func take(_ snapshot: Snapshot) {
        current.withLock { $0 = snapshot }
        observers.notify(.snapshot(snapshot))
    }
}

extension RemoteConfigService {
    /// Creates a service whose source cannot be reached, and a copy of what an earlier program fetched from it.
    package static func away(holding snapshot: Snapshot, copiedTo path: String) throws -> RemoteConfigService
    {
        let file = SourceCopyFile(path: path, place: "test")
        if let copy = SourceCopy(snapshot) { try file.write(copy, for: nil) }
        let service = RemoteConfigService(remoteConfigKeeper: CopiedKeeper())
        service.lastGood.use(file, of: service) { _ in }
        return service
    }
}
