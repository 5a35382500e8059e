import Foundation
import Synchronization

/// The resolved values of one service, by key name, for as long as snapshot and overrides stay the same.
///
/// The hot path is one lock and one look-up: no allocation, whatever the number of keys.
final class ValueCache: Sendable {
    /// What the values were resolved from.
    struct Inputs: Sendable {
        var snapshot: Snapshot
        var overrides: OverrideSet
        /// Counts the changes of either, so that a value resolved from older inputs is not stored.
        var generation = 0
    }

    private struct State {
        var inputs: Inputs
        /// When an override ends by itself, which makes every value suspect.
        var validUntil: Date?
        var values: [String: CachedValue] = [:]
    }

    private let state: Mutex<State>
    private let now: @Sendable () -> Date

    init(snapshot: Snapshot, overrides: OverrideSet, now: @escaping @Sendable () -> Date) {
        self.now = now
        state = Mutex(
            State(
                inputs: Inputs(snapshot: snapshot, overrides: overrides),
                validUntil: overrides.nextExpiry(after: now())))
    }

    var inputs: Inputs { state.withLock(\.inputs) }

    func value<Value: RemoteValue>(named name: String) -> Value? {
        state.withLock { state in
            if let validUntil = state.validUntil { expire(validUntil, &state) }
            return state.values[name]?.value(as: Value.self)
        }
    }

    func entry(named name: String) -> CachedValue? {
        state.withLock { state in
            if let validUntil = state.validUntil { expire(validUntil, &state) }
            return state.values[name]
        }
    }

    func store(_ value: CachedValue, named name: String, resolvedFrom generation: Int) {
        state.withLock { state in
            guard state.inputs.generation == generation else { return }
            state.values[name] = value
        }
    }

    func replace(snapshot: Snapshot) {
        state.withLock { state in
            state.inputs.snapshot = snapshot
            forget(&state)
        }
    }

    func replace(overrides: OverrideSet) {
        state.withLock { state in
            state.inputs.overrides = overrides
            forget(&state)
        }
    }

    private func expire(_ validUntil: Date, _ state: inout State) {
        guard validUntil <= now() else { return }
        forget(&state)
    }

    private func forget(_ state: inout State) {
        state.inputs.generation += 1
        state.values.removeAll(keepingCapacity: true)
        state.validUntil = state.inputs.overrides.nextExpiry(after: now())
    }
}
