import Foundation
import Synchronization

/// A keeper whose values are given to it: for tests, previews and embedding.
public final class InMemoryRemoteConfigKeeper: RemoteConfigKeeper {
    private struct State {
        var snapshot: Snapshot
        var answers: [Result<Snapshot, FetchFailure>] = []
    }

    private let state: Mutex<State>
    private let observers = Observers<KeeperNotice>()

    /// A keeper that holds `snapshot`.
    public init(_ snapshot: Snapshot = .empty) {
        state = Mutex(State(snapshot: snapshot))
    }

    /// What was last published.
    public var snapshot: Snapshot { state.withLock(\.snapshot) }

    /// Makes `snapshot` the current one, as if the source had pushed it.
    public func publish(_ snapshot: Snapshot) {
        state.withLock { state in
            state.snapshot = snapshot
            observers.enqueue(.snapshot(snapshot))
        }
        observers.deliver()
    }

    /// What the next fetch brings, after those already lined up. Without any, a fetch changes nothing.
    public func lineUp(_ answer: Result<Snapshot, FetchFailure>) {
        state.withLock { $0.answers.append(answer) }
    }

    /// Tells that the source has something newer, as a watched file or a realtime stream would.
    public func announceChange() {
        observers.notify(.sourceChanged)
    }

    /// Brings the next answer that was lined up.
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
