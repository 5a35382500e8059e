import ExperimentsCore
import Foundation

extension ActiveConfig {
    /// Downloads the current user's configuration at intervals, until the result is cancelled or released.
    ///
    /// The first download comes after one interval. After failures the pauses become longer, and a server that says
    /// when to ask again is not asked before. On Apple's systems, a download waits for the foreground, and for the end
    /// of Low Data Mode. The results are reported to observers and posted as notifications.
    ///
    /// - Parameters:
    ///   - interval: the time from the end of a download to the beginning of the next.
    ///   - seed: seeds the random part of the pauses after failures; nil for none.
    ///   - sleep: waits for a duration, or throws to end the downloads.
    public func refresh(
        every interval: Duration, seed: UInt64? = .random(in: 0 ... .max),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) -> ObservationHandle {
        refresh(every: interval, seed: seed, sleep: sleep, of: .system)
    }

    /// - Parameter presence: a download waits until it is active.
    package func refresh(
        every interval: Duration, seed: UInt64?, sleep: @escaping @Sendable (Duration) async throws -> Void,
        of presence: AppPresence
    ) -> ObservationHandle {
        let now = now
        let task = Task { [weak self] in
            var schedule = RefreshSchedule(interval: interval, firstFetchAt: now() + interval.inSeconds, seed: seed)
            while let next = schedule.nextFetchAt {
                let wait = max(0, next.timeIntervalSince(now()))
                guard (try? await sleep(.seconds(wait))) != nil, (try? await presence.untilActive()) != nil,
                    !Task.isCancelled, let self
                else { return }
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
