import ExperimentsCore
import ExperimentsTransport
import Foundation
import Locks

extension ActiveConfig {
    /// Downloads the current user's configuration and puts it in force.
    ///
    /// There is at most one download per user at a time, and calls in the meantime get its result. Downloads of different
    /// users run at the same time. A caller that is cancelled returns at once, and the download continues for the others.
    /// When all callers are cancelled, so is the download: it changes nothing, even if its answer still arrives, and is
    /// reported as failed.
    ///
    /// - Returns: what the answer changed.
    /// - Throws: why nothing changed. If the caller was cancelled, the failure says so.
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

    /// Downloads the configuration of a user who need not be the current one. Nothing is put in force or stored, and
    /// nobody is notified.
    ///
    /// - Returns: the configuration. If the download fails, or its answer has none, the one that is known for the user,
    ///   or for all users.
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
                    userID: userID, failure: .withoutConfiguration(download.httpStatus, bytes: download.bytes))
            } catch {
                failure = ActiveConfigDownloadFailure(error, of: download, for: userID)
            }
        } catch {
            failure = ActiveConfigDownloadFailure(error, for: userID)
        }
        let found = changing.withLock { _ in chain.lastKnown(for: userID, at: now()) }
        guard found.origin != .none else { throw failure }
        return CurrentActiveConfig(found, for: userID, revision: 0)
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
        func report(_ outcome: ActiveConfigDownloadReport.Outcome, _ state: ActiveConfigState?) -> DownloadResult {
            .success(
                ActiveConfigDownloadReport(
                    userID: userID, outcome: outcome, meta: (state ?? current.state).meta,
                    httpStatus: download.httpStatus, bytes: download.bytes, problems: state?.problems ?? []))
        }
        do throws(InvalidActiveConfig) {
            guard let downloaded = try read(download) else {
                if download.content == .unchanged { storeIfNotStored(for: userID) }
                return report(download.content == .unchanged ? .unchanged : .empty, nil)
            }
            // A configuration without sections is how a server says that it has none for this user.
            guard !downloaded.state.sectionNames.isEmpty else { return report(.empty, downloaded.state) }
            let changes = take(downloaded, for: userID)
            return report(changes.map { .applied(changedSections: $0.names) } ?? .storedForItsUser, downloaded.state)
        } catch {
            return .failure(ActiveConfigDownloadFailure(error, of: download, for: userID))
        }
    }

    private func read(_ download: ActiveConfigDownload) throws(InvalidActiveConfig) -> StoredActiveConfig? {
        let time = now()
        switch download.content {
        case .document(let bytes):
            return StoredActiveConfig(
                state: try ActiveConfigState(parsing: bytes, at: time), etag: download.etag, downloadedAt: time,
                document: bytes)
        case .value(let document):
            return StoredActiveConfig(
                state: try ActiveConfigState(document, at: time), etag: download.etag, downloadedAt: time)
        case .unchanged, .empty:
            return nil
        }
    }
}
