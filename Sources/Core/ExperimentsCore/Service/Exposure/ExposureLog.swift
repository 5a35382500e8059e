import Synchronization

/// Remembers what was tracked, so that each key and group is tracked once for each snapshot.
final class ExposureLog: Sendable {
    private struct Entry: Hashable {
        let key: String
        let group: String
        let value: String
        let origin: Exposure.Origin
    }

    private struct State {
        var generation = -1
        var entries: Set<Entry> = []
    }

    private let state = Mutex(State())

    /// Whether the exposure is the first of its kind in its generation. One of an earlier generation comes too late.
    func isFirst(_ exposure: Exposure) -> Bool {
        state.withLock { state in
            guard exposure.generation >= state.generation else { return false }
            if exposure.generation > state.generation { state = State(generation: exposure.generation) }
            return state.entries.insert(
                Entry(
                    key: exposure.key, group: exposure.experimentalGroupKey,
                    value: exposure.experimentalGroupValue, origin: exposure.origin)
            ).inserted
        }
    }
}
