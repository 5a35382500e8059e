import ExperimentsCore
import Foundation

extension ActiveConfig {
    /// Downloads the current user's configuration again and again, for as long as the result is kept.
    ///
    /// The first download comes after one interval. After failures the pauses grow, and a server that says when to come
    /// back is left alone until then. Observers and notifications tell how the downloads went.
    ///
    /// - Parameters:
    ///   - interval: from the end of a download to the next.
    ///   - seed: decides how the pauses after failures vary; nil for not at all.
    ///   - sleep: waits.
    public func refresh(
        every interval: Duration, seed: UInt64? = .random(in: 0 ... .max),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) -> ObservationHandle {
        let now = now
        let task = Task { [weak self] in
            var schedule = RefreshSchedule(interval: interval, firstFetchAt: now() + interval.inSeconds, seed: seed)
            while let next = schedule.nextFetchAt {
                let wait = max(0, next.timeIntervalSince(now()))
                guard (try? await sleep(.seconds(wait))) != nil, !Task.isCancelled, let self else { return }
                schedule.fetchStarted()
                do throws(ActiveConfigDownloadFailure) {
                    try await self.downloadNewConfig()
                    schedule.fetchSucceeded(at: now())
                } catch {
                    schedule.fetchFailed(at: now(), retryAt: error.failure.retryAt)
                }
            }
        }
        return ObservationHandle { task.cancel() }
    }
}
