import ExperimentsCore
import Foundation
import Synchronization

extension ActiveConfig {
    /// Puts a configuration in force for the current user, and stores it.
    ///
    /// For configurations that come another way than by a download, for example in a push message. It replaces the whole
    /// configuration, also where it has no sections.
    ///
    /// - Returns: the names of the sections that it changed or removed, in the order in which listeners are told.
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
                keep(downloaded, for: userID, &problems)
                return nil
            }
            let isFirst = !store.firstDownloadFinished
            if isFirst { attempt(&problems) { try store.noteFirstDownload() } }
            return replace(old, with: downloaded, &problems, isFirstDownload: isFirst)
        }
        tell(applied?.current, problems)
        return applied?.changes
    }

    /// Puts `next` in force and lines up what listeners are to be told. Only while `changing` is held.
    @discardableResult
    func replace(
        _ old: CurrentActiveConfig, with next: CurrentActiveConfig, changes: SectionChanges? = nil,
        isFirstDownload: Bool = false
    ) -> (current: CurrentActiveConfig, changes: SectionChanges) {
        let changes = changes ?? SectionChanges(from: old.state, to: next.state)
        let state = next.state.sharing(old.state, except: Set(changes.changed))
        let current = CurrentActiveConfig(
            state: state, userID: next.userID, origin: next.origin, etag: next.etag,
            downloadedAt: next.downloadedAt, revision: next.revision, problems: next.problems)
        contents.withLock { contents in
            contents.current = current
            // Lined up under the lock, so that the order of calls is the order of changes.
            enqueue(contents.registry.deliveries(for: changes, in: state))
            if isFirstDownload { postFirstDownloadFinished() }
        }
        // A large old configuration is let go of here, and not while the lock keeps readers waiting.
        withExtendedLifetime(old) {}
        return (current, changes)
    }

    private func replace(
        _ old: CurrentActiveConfig, with stored: StoredActiveConfig, _ problems: inout [ActiveConfigStoreProblem],
        isFirstDownload: Bool = false
    ) -> (current: CurrentActiveConfig, changes: SectionChanges) {
        let changes = SectionChanges(from: old.state, to: stored.state)
        let isKnown =
            old.origin == .own && old.etag == stored.etag && changes.isEmpty
            && old.state.meta.isDeeplyEqual(to: stored.state.meta)
        if !isKnown { keep(stored, for: old.userID, &problems) }
        let next = CurrentActiveConfig(
            state: stored.state, userID: old.userID, origin: .own, etag: stored.etag,
            downloadedAt: stored.downloadedAt, revision: old.revision + 1, problems: [])
        return replace(old, with: next, changes: changes, isFirstDownload: isFirstDownload)
    }

    private func keep(
        _ configuration: StoredActiveConfig, for userID: String?, _ problems: inout [ActiveConfigStoreProblem]
    ) {
        attempt(&problems) { try store.persist(configuration, for: userID) }
    }

    private func attempt(_ problems: inout [ActiveConfigStoreProblem], _ action: () throws -> Void) {
        do { try action() } catch { problems.append(ActiveConfigStoreProblem(error)) }
    }

    private func tell(_ current: CurrentActiveConfig?, _ problems: [ActiveConfigStoreProblem]) {
        for problem in problems { events.notify(.storeFailed(problem)) }
        if let current { events.notify(.changed(current)) }
    }
}
