import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsLocks
import TestSupport

/// Keeps what a watch tells.
package final class Follower: Sendable {
    private struct State {
        var mirror = EtcdMirror()
        var revisions: [Int64] = []
        var condition = EtcdWatchCondition.connecting
        var states = 0
    }

    private let state = Mutex(State())

    /// Creates one that knows nothing yet.
    package init() {}

    /// What the watched range holds, by what was told.
    package var mirror: EtcdMirror { state.withLock(\.mirror) }

    /// The revisions of the events that were told, in the order in which they were.
    package var revisions: [Int64] { state.withLock(\.revisions) }

    /// How often everything was read.
    package var states: Int { state.withLock(\.states) }

    /// Whether changes are told at once.
    package var isLive: Bool {
        if case .live = state.withLock(\.condition) { true } else { false }
    }

    /// Why the watch is over; nil while it is not.
    package var end: EtcdError? {
        if case .ended(let error) = state.withLock(\.condition) { error } else { nil }
    }

    /// Waits until it was told of so many events more than now.
    package func followsMore(_ count: Int) async throws {
        let before = revisions.count
        try await eventually("\(count) more events") { revisions.count >= before + count }
    }

    /// Takes what is told.
    package func take(_ news: EtcdNews) {
        state.withLock { state in
            _ = state.mirror.take(news)
            switch news {
            case .state: state.states += 1
            case .events(_, let events): state.revisions += events.map(\.revision)
            case .condition(let condition): state.condition = condition
            }
        }
    }
}
