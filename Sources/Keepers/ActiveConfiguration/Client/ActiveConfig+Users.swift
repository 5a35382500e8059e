import ExperimentsCore
import Synchronization

extension ActiveConfig {
    /// The user whose configuration is in force; nil for no user in particular.
    ///
    /// Setting another one puts in force, before it returns, what is known for that user: their own last configuration,
    /// else the shared one, else the bootstrapped one, else an empty one. Nothing of the previous user's stays, nothing is
    /// downloaded, and listeners hear of every section that is different. A download that is still under way for the
    /// previous user is stored for them when it ends, and tells nobody.
    ///
    /// It reads the store on the caller's thread. Don't set it from within the store.
    public var currentUserID: String? {
        get { contents.withLock(\.current.userID) }
        set { switchUser(to: newValue) }
    }

    private func switchUser(to userID: String?) {
        let next: CurrentActiveConfig? = changing.withLock { _ in
            let old = current
            guard old.userID != userID else { return nil }
            let found = chain.lastKnown(for: userID, at: now())
            return replace(old, with: CurrentActiveConfig(found, for: userID, revision: old.revision + 1)).current
        }
        guard let next else { return }
        for problem in next.problems { events.notify(.storeFailed(problem)) }
        events.notify(.changed(next))
    }
}
