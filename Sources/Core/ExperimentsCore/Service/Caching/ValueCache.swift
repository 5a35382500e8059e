import Foundation
import Locks

/// The resolved values of one service, by key name, for as long as the snapshot and the overrides stay the same.
///
/// The hot path is one look-up in the thread's lane. It waits for no lock and allocates nothing, whatever the number of
/// keys and threads.
final class ValueCache: Sendable {
    /// The inputs from which values are resolved.
    struct Inputs: Sendable {
        var snapshot: Snapshot
        var overrides: OverrideSet
        /// The number of changes of the inputs so far, by which a value that was resolved from older inputs is
        /// recognised.
        var generation = 0
        /// The number of snapshots so far.
        var snapshotGeneration = 0
        /// The names whose overrides have ended by themselves since the overrides were read.
        var expired: Set<String> = []
        /// The time at which the latest successful fetch began.
        var fetchedAt: Date?

        /// Returns the text of the active override, if there is one.
        func activeOverrideText(for name: String, at now: Date) -> String? {
            guard !overrides.isEmpty else { return nil }
            return overrides.activeText(
                for: name, in: OverrideCircumstances(now: now, snapshot: snapshot, fetchedAt: fetchedAt))
        }
    }

    private struct Slot {
        var value: CachedValue
        var generation: Int
    }

    private struct State {
        var inputs: Inputs
        var snapshotReadings = ReadingOrder()
        var overrideReadings = ReadingOrder()
        /// The time at which the next override ends by itself. All values must then be checked again.
        var validUntil: Date?
        var slots: [String: Slot] = [:]
    }

    private let state: BargingMutex<State>
    /// What readers look into first. Its epoch and expiry are changed with the lock held alone.
    let lanes: ReadLanes
    private let now: @Sendable () -> Date

    init(snapshot: Snapshot, overrides: OverrideSet, now: @escaping @Sendable () -> Date) {
        self.now = now
        lanes = ReadLanes(now: now)
        let expiry = overrides.nextExpiry(after: now())
        state = BargingMutex(State(inputs: Inputs(snapshot: snapshot, overrides: overrides), validUntil: expiry))
        lanes.expire(at: expiry)
    }

    /// The inputs from which values are resolved now.
    var inputs: Inputs {
        state.withLock { state in
            expireOverrides(&state)
            return state.inputs
        }
    }

    /// Returns the value that was resolved for the key called `name` from the current inputs.
    func entry(named name: String) -> CachedValue? {
        if let epoch = lanes.currentEpoch, let value = lanes.value(named: name, epoch: epoch) { return value }
        let (found, epoch) = state.withLock { state -> (CachedValue?, Int) in
            if state.validUntil != nil { expireOverrides(&state) }
            let slot = state.slots[name].flatMap { $0.generation == state.inputs.generation ? $0 : nil }
            return (slot?.value, lanes.epoch.load(ordering: .relaxed))
        }
        guard let found else { return nil }
        lanes.keep(found, named: name, epoch: epoch)
        return found
    }

    /// Returns the value of the key called `name` as it was last resolved, from whichever inputs.
    func latestEntry(named name: String) -> CachedValue? {
        state.withLock { $0.slots[name]?.value }
    }

    /// Stores `value` in place of one that was resolved from the same or earlier inputs.
    func overwrite(_ value: CachedValue, named name: String, resolvedFrom generation: Int) {
        state.withLock { state in
            guard state.inputs.generation == generation else { return }
            state.slots[name] = Slot(value: value, generation: generation)
            lanes.forget()
        }
    }

    /// The result of storing a value.
    enum Storing {
        /// The value is stored, and the next reads get it. It replaces one that was resolved from earlier inputs.
        case stored(replacing: CachedValue?)
        /// Another thread, or another key with the same name, stored a value first.
        case alreadyThere(CachedValue)
        /// The inputs have changed since the value was resolved.
        case outdated
    }

    /// Stores `value` for the key called `name`, unless there is one already or the inputs have changed.
    func store(_ value: CachedValue, named name: String, resolvedFrom generation: Int) -> Storing {
        state.withLock { state in
            guard state.inputs.generation == generation else { return .outdated }
            let old = state.slots[name]
            if let old, old.generation == generation { return .alreadyThere(old.value) }
            state.slots[name] = Slot(value: value, generation: generation)
            return .stored(replacing: old?.value)
        }
    }

    /// Reads the snapshot again. `snapshot` is called without a lock, and possibly on several threads at once.
    func refresh(snapshot: () -> Snapshot) {
        let ticket = state.withLock { $0.snapshotReadings.begin() }
        let new = snapshot()
        replace(\.snapshot, with: new) { state in
            guard state.snapshotReadings.keep(ticket) else { return false }
            state.inputs.snapshotGeneration += 1
            return true
        }
    }

    /// Reads the overrides again. `overrides` is called without a lock, and possibly on several threads at once.
    func refresh(overrides: () -> OverrideSet) {
        let ticket = state.withLock { $0.overrideReadings.begin() }
        let new = overrides()
        replace(\.overrides, with: new) { state in
            guard state.overrideReadings.keep(ticket) else { return false }
            state.inputs.expired = []
            return true
        }
    }

    /// Notes that a fetch that began at `date` succeeded, which ends the overrides that were set to last until the next
    /// fetch.
    func noteFetch(startedAt date: Date) {
        state.withLock { state in
            state.inputs.fetchedAt = date
            if state.inputs.overrides.entries.values.contains(where: { $0.until == .nextFetch }) { forget(&state) }
        }
    }

    private func replace<Part: Sendable>(
        _ part: WritableKeyPath<Inputs, Part>, with new: Part, if isLatest: (inout State) -> Bool
    ) {
        let replaced: Inputs? = state.withLock { state in
            guard isLatest(&state) else { return nil }
            let old = state.inputs
            state.inputs[keyPath: part] = new
            forget(&state)
            return old
        }
        // Released outside the lock, because releasing a large snapshot takes time.
        _ = replaced
    }

    private func expireOverrides(_ state: inout State) {
        guard let validUntil = state.validUntil, validUntil <= now() else { return }
        let entries = state.inputs.overrides.entries
        state.inputs.expired.formUnion(entries.filter { $0.value.isExpired(at: now()) }.keys)
        forget(&state)
    }

    private func forget(_ state: inout State) {
        state.inputs.generation += 1
        state.validUntil = state.inputs.overrides.nextExpiry(after: now())
        lanes.expire(at: state.validUntil)
        lanes.forget()
    }
}
