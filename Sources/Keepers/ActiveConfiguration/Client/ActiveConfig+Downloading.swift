import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation

extension ActiveConfig {
    /// Downloads the current user's configuration and activates it.
    ///
    /// There is at most one download per user at a time, and calls in the meantime get its result. Downloads of
    /// different users run at the same time. A caller that is cancelled returns immediately, and the download continues
    /// for the others. When all callers are cancelled, so is the download: it changes nothing, even if its response
    /// still arrives, and is reported as failed.
    ///
    /// - Returns: the changes.
    /// - Throws: the reason why nothing changed, also if the caller was cancelled.
    @discardableResult
    public func downloadNewConfig() async throws(ActiveConfigDownloadFailure) -> ActiveConfigDownloadReport {
        let (userID, flight) = contents.withLock { contents in
            let userID = contents.current.userID
            return (userID, contents.downloads.join(userID))
        }
        defer { contents.withLock { $0.downloads.leave(userID) } }
        do {
            return try await flight.run(
                { try await self.download(for: userID).get() }, whenOver: { self.tell(of: $0, for: userID) })
        } catch {
            throw ActiveConfigDownloadFailure(error, for: userID)
        }
    }

    /// Downloads the configuration of a user who need not be the current one. Nothing is activated or stored, and no
    /// one is notified.
    ///
    /// - Returns: the configuration. If the download fails, or its response has none, the known configuration of the
    ///   user, or of all users.
    /// - Throws: why there is no configuration.
    func configuration(of userID: String?) async throws(ActiveConfigDownloadFailure) -> CurrentActiveConfig {
        let failure: ActiveConfigDownloadFailure
        do {
            let download = try await downloader.download(ActiveConfigRequest(userID: userID))
            do throws(InvalidActiveConfig) {
                if let own = try read(download), !own.state.sectionNames.isEmpty {
                    return CurrentActiveConfig(
                        state: own.state, userID: userID, origin: .own, etag: own.etag,
                        downloadedAt: own.downloadedAt, revision: 0, problems: [], isStored: false)
                }
                failure = ActiveConfigDownloadFailure(
                    userID: userID,
                    failure: .withoutConfiguration(
                        from: download.server, download.httpStatus, bytes: download.bytes))
            } catch {
                failure = ActiveConfigDownloadFailure(error, of: download, for: userID)
            }
        } catch {
            failure = ActiveConfigDownloadFailure(error, for: userID)
        }
        let found = changing.withLock { _ in chain.lastKnown(for: userID, at: now()) }
        guard found.origin != .none else { throw failure }
        return found
    }

    private func download(for userID: String?) async throws -> DownloadResult {
        let current = current
        let isOwn = current.userID == userID && current.origin == .own
        let download = try await downloader.download(
            ActiveConfigRequest(userID: userID, etag: isOwn ? current.etag : nil))
        // A downloader may ignore its cancellation. Then the next download may have begun, and this one must change nothing.
        try Task.checkCancellation()
        return take(download, for: userID)
    }

    private func tell(of result: Result<ActiveConfigDownloadReport, any Error>, for userID: String?) {
        let result = result.mapError { ActiveConfigDownloadFailure($0, for: userID) }
        post(result)
        switch result {
        case .success(let report): events.notify(.downloadFinished(report))
        case .failure(let failure): events.notify(.downloadFailed(failure))
        }
    }

    private func take(_ download: ActiveConfigDownload, for userID: String?) -> DownloadResult {
        func report(_ outcome: ActiveConfigDownloadReport.Outcome, _ state: ActiveConfigState?)
            -> DownloadResult
        {
            .success(
                ActiveConfigDownloadReport(
                    userID: userID, outcome: outcome, meta: (state ?? current.state).meta,
                    httpStatus: download.httpStatus, bytes: download.bytes, server: download.server,
                    problems: state?.problems ?? []))
        }
        do throws(InvalidActiveConfig) {
            guard let downloaded = try read(download) else {
                if download.content == .unchanged { storeIfNotStored(for: userID) }
                return report(download.content == .unchanged ? .unchanged : .empty, nil)
            }
            // A server responds with a configuration without sections if it has none for this user.
            guard !downloaded.state.sectionNames.isEmpty else { return report(.empty, downloaded.state) }
            let changes = take(downloaded, for: userID)
            return report(
                changes.map { .applied(changedSections: $0.names) } ?? .storedForItsUser, downloaded.state)
        } catch {
            return .failure(ActiveConfigDownloadFailure(error, of: download, for: userID))
        }
    }

    private func read(_ download: ActiveConfigDownload) throws(InvalidActiveConfig) -> StoredActiveConfig? {
        let time = now()
        switch download.content {
        case .document(let bytes):
            return StoredActiveConfig(
                state: try ActiveConfigState(parsing: bytes, at: time), etag: download.etag,
                downloadedAt: time,
                document: bytes)
        case .value(let document):
            return StoredActiveConfig(
                state: try ActiveConfigState(document, at: time), etag: download.etag, downloadedAt: time)
        case .unchanged, .empty:
            return nil
        }
    }

    /// Activates a configuration for the current user, and stores it.
    ///
    /// Use it for a configuration that was not downloaded, for example one in a push message. It replaces the whole
    /// configuration, even if it has no sections.
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

    /// Activates a downloaded configuration if its user is the current one, and stores it in any case.
    ///
    /// - Returns: the changes; nil if its user is not the current one.
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

    /// Stores the user's current configuration again if it could not be stored when it arrived, because a server that
    /// finds it unchanged never sends it again.
    func storeIfNotStored(for userID: String?) {
        var problems: [ActiveConfigStoreProblem] = []
        changing.withLock { _ in
            let current = current
            guard current.userID == userID, current.origin == .own, !current.isStored,
                let downloadedAt = current.downloadedAt
            else { return }
            let stored = StoredActiveConfig(
                state: current.state, etag: current.etag, downloadedAt: downloadedAt)
            let isStored = persist(stored, for: userID, &problems)
            contents.withLock { $0.current.isStored = isStored }
        }
        tell(nil, problems)
    }

    /// Activates `next` and enqueues the calls of listeners. Only while `changing` is held.
    @discardableResult
    func replace(
        _ old: CurrentActiveConfig, with next: CurrentActiveConfig, changes: SectionChanges? = nil,
        isFirstDownload: Bool = false
    ) -> (current: CurrentActiveConfig, changes: SectionChanges) {
        let changes = changes ?? SectionChanges(from: old.state, to: next.state)
        contents.withLock { contents in
            contents.current = next
            // Enqueued under the lock, so that calls are made in the order of the changes.
            enqueue(contents.registry.deliveries(for: changes, in: next.state))
            if isFirstDownload { postFirstDownloadFinished() }
        }
        // Release the old configuration here: releasing a large one under the lock would make readers wait.
        withExtendedLifetime(old) {}
        return (next, changes)
    }

    private func replace(
        _ old: CurrentActiveConfig, with stored: StoredActiveConfig,
        _ problems: inout [ActiveConfigStoreProblem],
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

    /// - Returns: whether the store accepted it; if not, `problems` contains the reason.
    private func persist(
        _ configuration: StoredActiveConfig, for userID: String?, _ problems: inout [ActiveConfigStoreProblem]
    ) -> Bool {
        attempt(&problems) { try store.persist(configuration, for: userID) }
    }

    /// - Returns: whether `action` succeeded; if not, `problems` contains the reason.
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
