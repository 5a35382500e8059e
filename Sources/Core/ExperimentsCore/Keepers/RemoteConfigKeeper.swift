/// Brings raw values from somewhere and holds the latest ones.
///
/// A keeper does no resolution: it hands out an immutable `Snapshot`, and says when there is a new one.
public protocol RemoteConfigKeeper: AnyObject, Sendable {
    /// What the source held when it was last fetched. Reading it does no I/O and never waits for a fetch.
    var snapshot: Snapshot { get }

    /// Fetches, and makes what was fetched the current snapshot.
    ///
    /// The last good snapshot stays when a fetch fails.
    ///
    /// - Throws: `FetchFailure` with the reason and, where known, when another try makes sense.
    func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome

    /// Whether the source tells of changes of its own accord.
    var liveStatus: LiveStatus { get }

    /// Calls `handler` with each notice, for as long as the result is kept.
    ///
    /// By the time a notice of a snapshot arrives, `snapshot` is that one or a later one. A keeper must not call
    /// handlers while it holds a lock that `snapshot` needs.
    func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle
}

extension RemoteConfigKeeper {
    /// Values come by fetching alone, unless a keeper says otherwise.
    public var liveStatus: LiveStatus { .off }
}

/// What a keeper tells of its own accord.
public enum KeeperNotice: Sendable {
    /// There is a new snapshot: after every fetch that brought one, and where the source pushes its content.
    case snapshot(Snapshot)
    /// The source has something newer than the snapshot. A fetch with `.realtime` brings it.
    case sourceChanged
    /// The source begins or ceases to announce its changes.
    case liveStatus(LiveStatus)
}
