import ExperimentsLocks
import Foundation

/// The owner of a client's state, which provides it, changes it, and saves it in the background.
///
/// Saves are combined: while one is under way, the next waits, and only the latest state is written.
final class StateKeeper: Sendable {
    private struct Contents {
        var state: StoredState
        var fetchStatus = RemoteConfig.FetchStatus.noFetchYet
        var savingProblem: String?
        var saved: StoredState
        var saving: Task<Void, Never>?
    }

    private let store: any ConfigStore
    private let identity: StoreIdentity
    private let contents: Mutex<Contents>
    private let loadingProblem: String?

    init(store: any ConfigStore, identity: StoreIdentity) {
        self.store = store
        self.identity = identity
        let (state, problem) = store.load(for: identity)
        loadingProblem = problem
        contents = Mutex(Contents(state: state, saved: state))
    }

    var state: StoredState { contents.withLock { $0.state } }

    var warning: String? { contents.withLock { $0.savingProblem } ?? loadingProblem }

    var fetchStatus: RemoteConfig.FetchStatus {
        get { contents.withLock { $0.fetchStatus } }
        set { contents.withLock { $0.fetchStatus = newValue } }
    }

    func update<Result: Sendable>(_ change: (inout StoredState) -> Result) -> Result {
        contents.withLock { contents in
            let result = change(&contents.state)
            if contents.saving == nil, contents.state.isWorthSaving(over: contents.saved) {
                contents.saving = Task.detached { self.saveUntilUpToDate() }
            }
            return result
        }
    }

    /// Returns when the current state has been saved, or could not be saved.
    func flush() async {
        await contents.withLock { $0.saving }?.value
    }

    private func saveUntilUpToDate() {
        while let state = nextToSave() {
            do {
                try store.save(state, for: identity)
                contents.withLock { $0.savingProblem = nil }
            } catch {
                contents.withLock { $0.savingProblem = "the configuration could not be saved: \(error)" }
            }
        }
    }

    private func nextToSave() -> StoredState? {
        contents.withLock { contents in
            guard contents.state.isWorthSaving(over: contents.saved) else {
                contents.saving = nil
                return nil
            }
            contents.saved = contents.state
            return contents.state
        }
    }
}

extension StoredState {
    /// Returns whether a later launch would differ if this state were saved in place of `saved`. The time of the last
    /// good fetch alone does not justify a write if fetches are seconds apart.
    func isWorthSaving(over saved: StoredState) -> Bool {
        var comparable = self
        if let new = lastSuccess, let old = saved.lastSuccess, new >= old, new.timeIntervalSince(old) < 60 {
            comparable.lastSuccess = old
        }
        return comparable != saved
    }
}
