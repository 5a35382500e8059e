import ExperimentsCore
import Foundation
import Locks

extension ActiveConfig {
    /// Puts a configuration in force for the current user, and stores it.
    ///
    /// Use it for a configuration that does not come by a download, for example one in a push message. It replaces the
    /// whole configuration, even if it has no sections.
    ///
    /// - Returns: the names of the sections that it changed or removed, in the order in which listeners are called.
    @discardableResult
    public func apply(_ state: ActiveConfigState) -> [String] {
        let stored = StoredActiveConfig(state: state, downloadedAt: now())
        var problems: [ActiveConfigStoreProblem] = []
        let (next, changes) = changing.withLock { _ in
            replace(current, with: stored, &problems)
        }
        tell(next, problems)
        return changes.names
    }

    /// Puts a downloaded configuration in force if its user is the current one, and stores it in any case.
    ///
    /// - Returns: what it changes; nil if its user is not the current one.
    func take(_ downloaded: StoredActiveConfig, for userID: String?) -> SectionChanges? {
        var problems: [ActiveConfigStoreProblem] = []
        let applied: (current: CurrentActiveConfig, changes: SectionChanges)? = changing.withLock { _ in
            let old = current
            guard old.userID == userID else {
                _ = persist(downloaded, for: userID, &problems)
                return nil
            }
            let isFirst = !store.firstDownloadFinished
            if isFirst { _ = attempt(&problems) { try store.noteFirstDownload() } }
            return replace(old, with: downloaded, &problems, isFirstDownload: isFirst)
        }
        tell(applied?.current, problems)
        return applied?.changes
    }

    /// Stores the user's configuration in force once more if it could not be stored when it came: a server that finds
    /// it unchanged never sends it again.
    func storeIfNotStored(for userID: String?) {
        var problems: [ActiveConfigStoreProblem] = []
        changing.withLock { _ in
            let current = current
            guard current.userID == userID, current.origin == .own, !current.isStored,
                let downloadedAt = current.downloadedAt
            else { return }
            let stored = StoredActiveConfig(state: current.state, etag: current.etag, downloadedAt: downloadedAt)
            let isStored = persist(stored, for: userID, &problems)
            contents.withLock { $0.current.isStored = isStored }
        }
        tell(nil, problems)
    }

    /// Puts `next` in force and enqueues the calls of listeners. Only while `changing` is held.
    @discardableResult
    func replace(
        _ old: CurrentActiveConfig, with next: CurrentActiveConfig, changes: SectionChanges? = nil,
        isFirstDownload: Bool = false
    ) -> (current: CurrentActiveConfig, changes: SectionChanges) {
        let changes = changes ?? SectionChanges(from: old.state, to: next.state)
        let state = next.state.sharing(old.state, except: Set(changes.changed))
        let current = CurrentActiveConfig(
            state: state, userID: next.userID, origin: next.origin, etag: next.etag,
            downloadedAt: next.downloadedAt, revision: next.revision, problems: next.problems,
            isStored: next.isStored)
        contents.withLock { contents in
            contents.current = current
            // Enqueued under the lock, so that calls come in the order of the changes.
            enqueue(contents.registry.deliveries(for: changes, in: state))
            if isFirstDownload { postFirstDownloadFinished() }
        }
        // Keeps the old configuration until here: freeing a large one under the lock would keep readers waiting.
        withExtendedLifetime(old) {}
        return (current, changes)
    }

    private func replace(
        _ old: CurrentActiveConfig, with stored: StoredActiveConfig, _ problems: inout [ActiveConfigStoreProblem],
        isFirstDownload: Bool = false
    ) -> (current: CurrentActiveConfig, changes: SectionChanges) {
        let changes = SectionChanges(from: old.state, to: stored.state)
        let isStoredAlready =
            old.isStored && old.etag == stored.etag && changes.isEmpty
            && old.state.meta.isDeeplyEqual(to: stored.state.meta)
        let isStored = isStoredAlready || persist(stored, for: old.userID, &problems)
        let next = CurrentActiveConfig(
            state: stored.state, userID: old.userID, origin: .own, etag: stored.etag,
            downloadedAt: stored.downloadedAt, revision: old.revision + 1, problems: [], isStored: isStored)
        return replace(old, with: next, changes: changes, isFirstDownload: isFirstDownload)
    }

    /// - Returns: whether the store took it; if not, `problems` says why.
    private func persist(
        _ configuration: StoredActiveConfig, for userID: String?, _ problems: inout [ActiveConfigStoreProblem]
    ) -> Bool {
        attempt(&problems) { try store.persist(configuration, for: userID) }
    }

    /// - Returns: whether `action` succeeded; if not, `problems` says why.
    private func attempt(_ problems: inout [ActiveConfigStoreProblem], _ action: () throws -> Void) -> Bool {
        do {
            try action()
            return true
        } catch {
            problems.append(ActiveConfigStoreProblem(error))
            return false
        }
    }

    private func tell(_ current: CurrentActiveConfig?, _ problems: [ActiveConfigStoreProblem]) {
        for problem in problems { events.notify(.storeFailed(problem)) }
        if let current { events.notify(.changed(current)) }
    }
}
