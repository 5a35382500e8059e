import ExperimentsCore
import Locks

extension ActiveConfig {
    /// The user whose configuration is in force; nil for no user in particular.
    ///
    /// Setting another user puts the configuration in force that is known for that user, before the setter returns:
    /// their own last one, otherwise the shared one, otherwise the bootstrapped one, otherwise an empty one. Nothing of
    /// the previous user's configuration remains. Nothing is downloaded. Listeners are called for each section that
    /// differs. If a download for the previous user is still under way, its configuration is stored for that user, and
    /// no listener is called.
    ///
    /// The setter reads the store on the caller's thread. It must not be called by the store or the bootstrapped
    /// configuration.
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
