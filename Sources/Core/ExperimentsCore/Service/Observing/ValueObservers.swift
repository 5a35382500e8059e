import Foundation
import Locks

/// The subscribers of a service's keys, by key name. A change notifies only the subscribers of the names that it
/// changes.
final class ValueObservers: Sendable {
    private typealias Look = @Sendable (_ isForced: Bool) -> Void

    private struct State {
        /// The inputs of which the subscribers were last notified.
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
        var names = new.overrides.namesChanged(from: old.overrides).union(new.expired.subtracting(old.expired)).filter {
            looks[$0] != nil
        }
        if new.fetchedAt != old.fetchedAt {
            for name in looks.keys where new.overrides[name]?.until == .nextFetch { names.insert(name) }
        }
        if new.snapshotGeneration != old.snapshotGeneration {
            for name in looks.keys where new.snapshot.entries[name]?.text != old.snapshot.entries[name]?.text {
                names.insert(name)
            }
        }
        return names.flatMap { looks[$0] ?? [] }.sorted { $0.id < $1.id }.map(\.call)
    }
}
