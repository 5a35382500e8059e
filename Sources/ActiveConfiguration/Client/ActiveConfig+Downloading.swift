import ExperimentsCore
import Foundation
import Synchronization

extension ActiveConfig {
    /// Downloads the current user's configuration and puts it in force.
    ///
    /// One download per user is under way at a time: whoever asks meanwhile gets the result of that one. Different users'
    /// downloads run side by side. A caller that is cancelled does not stop a download that others may wait for.
    ///
    /// - Returns: what became of the answer.
    /// - Throws: why nothing changed.
    @discardableResult
    public func downloadNewConfig() async throws(ActiveConfigDownloadFailure) -> ActiveConfigDownloadReport {
        let download = contents.withLock { contents in
            let current = contents.current
            if let underWay = contents.downloads[current.userID] { return underWay }
            let request = ActiveConfigRequest(
                userID: current.userID, etag: current.origin == .own ? current.etag : nil)
            let download = Task { await self.perform(request) }
            contents.downloads[current.userID] = download
            return download
        }
        return try await download.value.get()
    }

    private func perform(_ request: ActiveConfigRequest) async -> DownloadResult {
        let result: DownloadResult
        do {
            let download = try await downloader.download(request)
            result = take(download, for: request.userID)
        } catch {
            result = .failure(ActiveConfigDownloadFailure(userID: request.userID, failure: FetchFailure(error)))
        }
        contents.withLock { _ = $0.downloads.removeValue(forKey: request.userID) }
        post(result)
        switch result {
        case .success(let report): events.notify(.downloadFinished(report))
        case .failure(let failure): events.notify(.downloadFailed(failure))
        }
        return result
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
