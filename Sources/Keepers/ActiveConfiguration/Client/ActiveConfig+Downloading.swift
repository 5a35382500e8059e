import ExperimentsCore
import ExperimentsTransport
import Foundation
import Synchronization

extension ActiveConfig {
    /// Downloads the current user's configuration and puts it in force.
    ///
    /// One download per user is under way at a time: whoever asks meanwhile gets the result of that one. Different users'
    /// downloads run side by side. A caller that is cancelled leaves at once, and the download goes on for the others;
    /// when the last has left, it is cancelled, changes nothing even if an answer still comes, and is told as failed.
    ///
    /// - Returns: what became of the answer.
    /// - Throws: why nothing changed.
    @discardableResult
    public func downloadNewConfig() async throws(ActiveConfigDownloadFailure) -> ActiveConfigDownloadReport {
        let (userID, flight) = contents.withLock { contents in
            let userID = contents.current.userID
            let flight = contents.downloads[userID] ?? SingleFlight()
            contents.downloads[userID] = flight
            return (userID, flight)
        }
        do {
            return try await flight.run(
                { try await self.download(for: userID).get() }, whenOver: { self.tell(of: $0, for: userID) })
        } catch {
            throw ActiveConfigDownloadFailure(error, for: userID)
        }
    }

    private func download(for userID: String?) async throws -> DownloadResult {
        let current = current
        let isOwn = current.userID == userID && current.origin == .own
        let download = try await downloader.download(
            ActiveConfigRequest(userID: userID, etag: isOwn ? current.etag : nil))
        // A downloader need not notice that nobody waits any more, and the next download may be under way by now.
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
                return report(download.content == .unchanged ? .unchanged : .empty, nil)
            }
            // A server that has nothing to say answers with an empty configuration.
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
