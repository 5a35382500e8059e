import ExperimentsLocks
import Foundation

/// The resolved values of one service, by key name, for as long as the snapshot and the overrides stay the same.
///
/// A read is one look-up in a table. It allocates nothing, regardless of the number of keys and threads.
package final class ValueCache: Sendable {
    /// The inputs from which values are resolved.
    struct Inputs: Sendable {
        var snapshot: Snapshot
        var overrides: OverrideSet
        /// The number of changes to the inputs so far, which tells whether a value was resolved from older inputs.
        var generation = 0
        /// The number of snapshots so far.
        var snapshotGeneration = 0
        /// The names whose overrides have ended by themselves since the overrides were read.
        var expired: Set<String> = []
        /// The time at which the latest successful fetch began.
        var fetchedAt: Date?
        /// The texts of a document that comes before the defaults of the keys, and the number of such documents so far.
        var defaults: ExactDictionary<String> = [:]
        var defaultsGeneration = 0
        /// The unit that values are resolved for, and the number of users so far.
        var unit: String?
        var user = 0

        /// Returns the text of the active override, if there is one.
        func activeOverrideText(for name: String, at now: Date) -> String? {
            guard !overrides.isEmpty else { return nil }
            return overrides.activeText(
                for: name, in: OverrideCircumstances(now: now, snapshot: snapshot, fetchedAt: fetchedAt))
        }
    }

    private struct State {
        var inputs: Inputs
        var snapshotReadings = ReadingOrder()
        var overrideReadings = ReadingOrder()
        /// The time at which the next override expires. All values must then be checked again.
        var validUntil: Date?
    }

    private let state: Mutex<State>
    private let table = ValueTable()
    /// The values of typed keys that stay the same for a session.
    private let sessionTable = ValueTable()
    /// The generation of the inputs, and the time at which the next override expires, as the bits of a `Double`:
    /// seconds since 2001. Both are changed under the exclusive lock, and read without it.
    private let generation = Atomic(0)
    private let validUntil = Atomic(Double.infinity.bitPattern)
    /// Counts the changes that make values of typed keys outdated.
    private let epoch = Atomic(0)
    /// The number of the session, for keys that keep their values for a session.
    private let session = Atomic(0)
    private let now: @Sendable () -> Date

    init(snapshot: Snapshot, overrides: OverrideSet, unit: String?, now: @escaping @Sendable () -> Date) {
        self.now = now
        let expiry = overrides.nextExpiry(after: now())
        let inputs = Inputs(snapshot: snapshot, overrides: overrides, unit: unit)
        state = Mutex(State(inputs: inputs, validUntil: expiry))
        expire(at: expiry)
    }

    /// The inputs from which values are resolved now.
    var inputs: Inputs {
        state.withLock { state in
            expireOverrides(&state)
            return state.inputs
        }
    }

    private var currentGeneration: Int {
        expireOverrides()
        return generation.load(ordering: .acquiring)
    }

    private func expireOverrides() {
        let time = Double(bitPattern: validUntil.load(ordering: .relaxed))
        guard time != .infinity, time <= now().timeIntervalSinceReferenceDate else { return }
        state.withLock { expireOverrides(&$0) }
    }

    /// Returns the value of the key called `name` that was resolved from the current inputs, otherwise the result of
    /// `other`.
    func value<Value: Sendable>(of name: String, else other: () -> Value) -> Value {
        let current = currentGeneration
        return table.value(
            of: name,
            find: { $0.pointee.generation == current ? $0.pointee.resolved?.box.place(of: Value.self) : nil },
            else: other)
    }

    /// Returns the entry of the key called `name`, resolved from the current inputs.
    func entry(named name: String) -> CachedValue? {
        let current = currentGeneration
        return table.look(at: name) { $0.pointee.generation == current ? $0.pointee.resolved : nil }
    }

    /// Returns the last resolved value of the key called `name`, from any inputs.
    func latestEntry(named name: String) -> CachedValue? {
        table.look(at: name) { $0.pointee.resolved }
    }

    /// Stores `value` in place of one that was resolved from the same or earlier inputs.
    func overwrite(_ value: CachedValue, named name: String, resolvedFrom generation: Int) {
        let old = table.update(name) { entry -> CachedValue? in
            guard entry.generation <= generation else { return nil }
            defer { (entry.resolved, entry.generation) = (value, generation) }
            return entry.resolved
        }
        epoch.add(1, ordering: .releasing)
        withExtendedLifetime(old) {}
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
        guard self.generation.load(ordering: .acquiring) == generation else { return .outdated }
        return table.update(name) { entry in
            if let old = entry.resolved, entry.generation >= generation {
                return entry.generation == generation ? .alreadyThere(old) : .outdated
            }
            defer { (entry.resolved, entry.generation) = (value, generation) }
            return .stored(replacing: entry.resolved)
        }
    }

    /// Reads the snapshot again. `snapshot` is called without a lock, and possibly on several threads at the same time.
    func refresh(snapshot: () -> Snapshot) {
        let ticket = state.withLock { $0.snapshotReadings.begin() }
        let new = snapshot()
        replace(\.snapshot, with: new) { state in
            guard state.snapshotReadings.keep(ticket) else { return false }
            state.inputs.snapshotGeneration += 1
            return true
        }
    }

    /// Reads the overrides again. `overrides` is called without a lock, and possibly on several threads at the same
    /// time.
    func refresh(overrides: () -> OverrideSet) {
        let ticket = state.withLock { $0.overrideReadings.begin() }
        let new = overrides()
        replace(\.overrides, with: new) { state in
            guard state.overrideReadings.keep(ticket) else { return false }
            state.inputs.expired = []
            return true
        }
    }

    /// Uses texts before the defaults of the keys.
    func refresh(defaults: ExactDictionary<String>) {
        replace(\.defaults, with: defaults) { state in
            state.inputs.defaultsGeneration += 1
            return true
        }
    }

    /// Resolves values for another user from now on: from this snapshot, until the next one.
    func begin(user: Int, unit: String?, snapshot: Snapshot) {
        replace(\.snapshot, with: snapshot) { state in
            guard user > state.inputs.user else { return false }
            state.inputs.user = user
            state.inputs.unit = unit
            state.inputs.snapshotGeneration += 1
            // A snapshot that another thread has just read is that of the user before.
            let ticket = state.snapshotReadings.begin()
            return state.snapshotReadings.keep(ticket)
        }
    }

    /// Notes that a fetch that began at `date` succeeded, which ends the overrides that were set to last until the next
    /// fetch.
    func noteFetch(startedAt date: Date) {
        state.withLock { state in
            state.inputs.fetchedAt = date
            if state.inputs.overrides.entries.values.contains(where: { $0.until == .nextFetch }) {
                forget(&state)
            }
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
        expire(at: state.validUntil)
        generation.store(state.inputs.generation, ordering: .releasing)
        epoch.add(1, ordering: .releasing)
    }

    private func expire(at date: Date?) {
        let time = date?.timeIntervalSinceReferenceDate ?? .infinity
        validUntil.store(time.bitPattern, ordering: .relaxed)
    }
}

// MARK: Typed keys

extension ValueCache {
    /// Returns the number of the latest change, or with `isAtLaunch` that of the session. Values read before another
    /// number are outdated.
    package func stamp(isAtLaunch: Bool) -> Int {
        if isAtLaunch { return session.load(ordering: .acquiring) }
        expireOverrides()
        return epoch.load(ordering: .acquiring)
    }

    /// Returns the cached value of a typed key if it is up to date, or otherwise the result of `other`.
    ///
    /// - Parameters:
    ///   - name: the name of the key.
    ///   - isAtLaunch: whether the key keeps its value for a session.
    ///   - isObserved: whether code that tracks observation must be notified when the value changes. In that case, the
    ///     value of a key without observers is the result of `other`.
    ///   - other: returns the value if there is none.
    package func typedValue<Value: Sendable>(
        of name: String, isAtLaunch: Bool, isObserved: Bool, else other: () -> Value
    ) -> Value {
        let stamp = stamp(isAtLaunch: isAtLaunch)
        var observed: ObservedKey?
        defer { observed?.access() }
        func find(_ place: ValueTable.Place) -> UnsafeRawPointer? {
            guard place.pointee.typed.stamp == stamp else { return nil }
            if isObserved {
                observed = place.pointee.typed.observed
                if observed == nil { return nil }
            }
            return place.pointee.typed.box?.place(of: Value.self)
        }
        return (isAtLaunch ? sessionTable : table).value(of: name, find: find, else: other)
    }

    /// Stores the value of a typed key as the app reads it.
    ///
    /// - Parameters:
    ///   - name: the name of the key.
    ///   - isAtLaunch: whether the key keeps its value for a session.
    ///   - stamp: the stamp before the value was read, so that a change in the meantime makes it outdated.
    ///   - observed: the object that views observe, if it is known.
    package func keep(
        _ value: ValueBox, named name: String, isAtLaunch: Bool, stamp: Int, observed: ObservedKey?
    ) {
        let old = (isAtLaunch ? sessionTable : table).update(name) { entry in
            let old = entry.typed
            entry.typed = ValueTable.TypedValue(box: value, stamp: stamp, observed: observed ?? old.observed)
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Begins another session, which makes values for a session outdated.
    package func beginSession() {
        session.add(1, ordering: .releasing)
    }
}
