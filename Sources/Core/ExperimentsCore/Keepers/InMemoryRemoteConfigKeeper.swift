import ExperimentsLocks

/// A keeper whose values you set in code: for tests, previews, and apps with their own source.
///
/// ```swift
/// let keeper = InMemoryRemoteConfigKeeper(Snapshot(texts: ["paywall_type": "b"], fetchedAt: .now))
/// keeper.publish(Snapshot(texts: ["paywall_type": "c"], fetchedAt: .now))  // as if the source had pushed it
/// ```
public final class InMemoryRemoteConfigKeeper: RemoteConfigKeeper {
    private let state: Mutex<(snapshot: Snapshot, answers: [Result<Snapshot, FetchFailure>])>
    private let observers = Observers<KeeperNotice>()

    /// Creates a keeper with these values.
    public init(_ snapshot: Snapshot = .empty) {
        state = Mutex((snapshot, []))
    }

    /// The snapshot that was published last.
    public var snapshot: Snapshot { state.withLock(\.snapshot) }

    /// Makes `snapshot` the current one, as if the source had pushed it.
    public func publish(_ snapshot: Snapshot) {
        state.withLock { state in
            state.snapshot = snapshot
            observers.enqueue(.snapshot(snapshot))
        }
        observers.deliver()
    }

    /// Adds a response for a later fetch, after those already lined up. A fetch without a response changes nothing.
    public func lineUp(_ answer: Result<Snapshot, FetchFailure>) {
        state.withLock { $0.answers.append(answer) }
    }

    /// Sends `.sourceChanged`, as a source with a realtime stream does.
    public func announceChange() {
        observers.notify(.sourceChanged)
    }

    /// Returns the next queued response.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        let answer = state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
        guard let answer else { return FetchOutcome(status: .unchanged) }
        publish(try answer.get())
        return FetchOutcome(status: .updated)
    }

    /// Calls `handler` with each notice.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }
}
