import ExperimentsCore
import ExperimentsLocks

/// A keeper whose fetches wait until the test answers them.
///
/// ```swift
/// async let record = service.fetch()
/// try await keeper.fetchBegan(1)
/// keeper.answer(.success(snapshot))
/// ```
public final class ScriptedKeeper: RemoteConfigKeeper {
    private struct State {
        var snapshot: Snapshot
        var triggers: [FetchTrigger] = []
        var waiting: [CheckedContinuation<Result<FetchOutcome, FetchFailure>, Never>] = []
    }

    private let state: Mutex<State>
    private let observers = Observers<KeeperNotice>()

    /// A keeper that holds `snapshot`.
    public init(_ snapshot: Snapshot = .empty) {
        state = Mutex(State(snapshot: snapshot))
    }

    /// What it holds now.
    public var snapshot: Snapshot { state.withLock(\.snapshot) }

    /// What its fetches were asked for, in order.
    public var triggers: [FetchTrigger] { state.withLock(\.triggers) }

    /// Waits until `count` fetches have begun since the keeper was made.
    public func fetchBegan(_ count: Int) async throws {
        try await eventually("fetch number \(count)") { self.triggers.count >= count }
    }

    /// Ends the oldest waiting fetch: with a snapshot that it brings, or a failure. Waits for one if there is none.
    public func answer(_ answer: Result<Snapshot, FetchFailure>) async throws {
        let continuation = try await eventually("a fetch to answer") {
            self.state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        }
        switch answer {
        case .success(let snapshot):
            publish(snapshot)
            continuation.resume(returning: .success(FetchOutcome(status: .updated)))
        case .failure(let failure):
            continuation.resume(returning: .failure(failure))
        }
    }

    /// Ends the oldest waiting fetch well, but leaves the snapshot as it is. Waits for one if there is none.
    public func answer(_ outcome: FetchOutcome) async throws {
        let continuation = try await eventually("a fetch to answer") {
            self.state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        }
        continuation.resume(returning: .success(outcome))
    }

    /// Makes `snapshot` the current one, as if the source had pushed it.
    public func publish(_ snapshot: Snapshot) {
        state.withLock { state in
            state.snapshot = snapshot
            observers.enqueue(.snapshot(snapshot))
        }
        observers.deliver()
    }

    /// Tells that the source has something newer.
    public func announceChange() {
        observers.notify(.sourceChanged)
    }

    /// Waits until the test answers.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        let result = await withCheckedContinuation { continuation in
            state.withLock { state in
                state.triggers.append(trigger)
                state.waiting.append(continuation)
            }
        }
        return try result.get()
    }

    /// Calls `handler` with each notice.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }
}
