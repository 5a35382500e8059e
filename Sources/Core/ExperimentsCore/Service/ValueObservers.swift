import ExperimentsLocks
import Foundation

/// The subscribers of a service's keys, by key name. A change notifies only the subscribers of the names that it
/// changes.
final class ValueObservers: Sendable {
    private typealias Look = @Sendable (_ isForced: Bool) -> Void

    private struct State {
        /// The inputs at the last notification of the subscribers.
        var inputs: ValueCache.Inputs
        var looks: [String: [(id: Int, call: Look)]] = [:]
        var nextID = 0
    }

    private let state: Mutex<State>

    init(inputs: ValueCache.Inputs) {
        state = Mutex(State(inputs: inputs))
    }

    /// Adds a subscriber of the key called `name`, until the returned handle is cancelled or released.
    func add(name: String, _ look: @escaping @Sendable (_ isForced: Bool) -> Void) -> ObservationHandle {
        let id = state.withLock { state in
            defer { state.nextID += 1 }
            state.looks[name, default: []].append((state.nextID, look))
            return state.nextID
        }
        return ObservationHandle { [weak self] in self?.remove(id, name) }
    }

    private func remove(_ id: Int, _ name: String) {
        // Released outside the lock, because a subscriber may run code when it is deallocated.
        let removed = state.withLock { state -> Look? in
            guard let index = state.looks[name]?.firstIndex(where: { $0.id == id }) else { return nil }
            let look = state.looks[name]?.remove(at: index).call
            if state.looks[name]?.isEmpty == true { state.looks[name] = nil }
            return look
        }
        _ = removed
    }

    /// Notifies the subscribers of those names that differ between `inputs` and the inputs before.
    func inputsChanged(to inputs: ValueCache.Inputs) {
        let (looks, old) = state.withLock { state -> ([Look], ValueCache.Inputs) in
            let old = state.inputs
            // Another thread has already notified them of later inputs.
            guard inputs.generation > old.generation else { return ([], old) }
            state.inputs = inputs
            return (Self.looks(state.looks, from: old, to: inputs), old)
        }
        for look in looks { look(false) }
        withExtendedLifetime(old) {}
    }

    /// Notifies the subscribers of one key.
    func look(name: String, isForced: Bool) {
        let looks = state.withLock { $0.looks[name] ?? [] }
        for look in looks { look.call(isForced) }
    }

    private static func looks(
        _ looks: [String: [(id: Int, call: Look)]], from old: ValueCache.Inputs, to new: ValueCache.Inputs
    ) -> [Look] {
        guard !looks.isEmpty else { return [] }
        var names = new.overrides.namesChanged(from: old.overrides).union(
            new.expired.subtracting(old.expired)
        ).filter {
            looks[$0] != nil
        }
        if new.fetchedAt != old.fetchedAt {
            for name in looks.keys where new.overrides[name]?.until == .nextFetch { names.insert(name) }
        }
        if new.snapshotGeneration != old.snapshotGeneration {
            for name in looks.keys
            where !new.snapshot.entries[name].flatMap(\.text).isExactly(
                old.snapshot.entries[name].flatMap(\.text))
            {
                names.insert(name)
            }
        }
        if new.defaultsGeneration != old.defaultsGeneration {
            for name in looks.keys where !new.defaults[name].isExactly(old.defaults[name]) {
                names.insert(name)
            }
        }
        return names.flatMap { looks[$0] ?? [] }.sorted { $0.id < $1.id }.map(\.call)
    }
}

/// Sends one subscriber the current value of one key, and then each new value once and in order.
///
/// Calls that arrive while a value is being sent cause another check afterwards. So the last value sent is the current
/// one, regardless of the threads that make the changes.
final class ValueObserver<Value: RemoteValue>: Sendable {
    private struct State {
        var last: Value?
        var isTelling = false
        var isDue = false
        var isForced = false
    }

    private let state = Mutex(State())
    private let read: @Sendable () -> Value?
    private let tell: @Sendable (Value) -> Void
    private let end: @Sendable () -> Void

    /// - Parameters:
    ///   - read: returns the current value; nil if the service was released.
    ///   - tell: called with a value, on the thread that causes the change.
    ///   - end: called when the observer is released.
    init(
        read: @escaping @Sendable () -> Value?, tell: @escaping @Sendable (Value) -> Void,
        end: @escaping @Sendable () -> Void
    ) {
        self.read = read
        self.tell = tell
        self.end = end
    }

    deinit {
        end()
    }

    /// Reads the value, and sends it if it differs from the last one or `isForced` is true.
    func look(isForced: Bool) {
        let isFirst = state.withLock { state in
            state.isDue = true
            if isForced { state.isForced = true }
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard isFirst else { return }
        while beginLooking() {
            guard let value = read() else { continue }
            if isNews(value) { tell(value) }
        }
    }

    private func beginLooking() -> Bool {
        state.withLock { state in
            defer { state.isDue = false }
            state.isTelling = state.isDue
            return state.isDue
        }
    }

    private func isNews(_ value: Value) -> Bool {
        state.withLock { state in
            defer { (state.last, state.isForced) = (value, false) }
            guard let last = state.last, !state.isForced else { return true }
            return !Self.areSame(last, value)
        }
    }

    private static func areSame(_ one: Value, _ other: Value) -> Bool {
        // Two texts that only look the same are different values.
        if let one = one as? String, let other = other as? String { return one.isExactly(other) }
        func isEqual<Left: Equatable>(_ left: Left) -> Bool { left == other as? Left }
        if let one = one as? any Equatable { return isEqual(one) }
        return one.remoteText.isExactly(other.remoteText)
    }
}

/// Waits for the next override to expire, so that subscribers are notified at that time.
///
/// Overrides end by the time of day, which may be set while the timer waits.
package final class ExpiryTimer: Sendable {
    /// The longest wait, in seconds. After it, the time is compared again.
    package static let longestWait: TimeInterval = 60

    private let sleep: @Sendable (Duration) async throws -> Void
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }) {
        self.sleep = sleep
    }

    deinit {
        task.withLock { $0?.cancel() }
    }

    /// Calls `action` at `date`, or after the longest wait, instead of at the date that was waited for before. With nil,
    /// waits for nothing.
    func wait(until date: Date?, now: Date, _ action: @escaping @Sendable () -> Void) {
        let next = date.map { date in
            // A little later than the date, so that a clock of another resolution agrees that the time is over.
            let wait = min(date.timeIntervalSince(now) + 0.001, Self.longestWait)
            return Task.detached { [sleep] in
                guard (try? await sleep(.seconds(wait))) != nil else { return }
                action()
            }
        }
        let previous = task.withLock { task in
            defer { task = next }
            return task
        }
        previous?.cancel()
    }
}
