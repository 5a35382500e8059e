import Foundation

/// Decides when to fetch again: at a steady interval while fetches succeed, after longer and longer waits while they
/// fail, and rarely while there are live updates.
///
/// It is a value without a clock: it gets the events, and returns when the next fetch is due. Waits after failures are
/// lengthened at random, so that many clients that lost the same source do not return at the same moment. The random
/// part follows from a seed.
package struct RefreshSchedule: Sendable, Hashable {
    /// The longest wait after any number of failures, unless the interval is longer or the source asks for a longer
    /// wait.
    package static let longestWait: Duration = .seconds(300)
    /// The largest random part of a wait after a failure, as a fraction of that wait.
    package static let spread = 0.25
    /// The largest random part of a wait after a failure, however long the wait is.
    package static let mostSpread: Duration = .seconds(60)
    /// The shortest interval. Shorter ones are raised to it.
    package static let shortestInterval: Duration = .milliseconds(100)
    /// The shortest interval while the source announces its changes, when fetches are only a precaution.
    package static let shortestLiveInterval: Duration = .seconds(60)

    /// The time between fetches; nil to fetch only on request. A new interval applies after the next fetch.
    package var interval: Duration?
    /// The number of fetches that failed in a row.
    package private(set) var failures = 0
    /// The time at which the next fetch is due; nil if none is.
    package private(set) var nextFetchAt: Date?
    /// Whether the source announces its changes.
    package private(set) var isLive: Bool
    /// Whether the next fetch is delayed at the request of the source.
    package private(set) var isAskedToWait = false
    private var chance: SplitMix64?

    /// Creates a schedule whose first fetch is due at `firstFetch`. With nil, no fetch is due until one is requested.
    ///
    /// - Parameter seed: determines the random part of waits after failures; nil for no random part.
    package init(
        interval: Duration?, firstFetchAt firstFetch: Date?, isLive: Bool = false, seed: UInt64? = nil
    ) {
        self.interval = interval
        self.isLive = isLive
        chance = seed.map(SplitMix64.init)
        nextFetchAt = firstFetch
    }

    /// Returns a schedule with the same interval for a source that replaces this one.
    package func restarted(firstFetchAt firstFetch: Date?, isLive: Bool) -> RefreshSchedule {
        var schedule = RefreshSchedule(interval: interval, firstFetchAt: firstFetch, isLive: isLive)
        schedule.chance = chance
        return schedule
    }

    private var seconds: TimeInterval? {
        interval.map { max($0, Self.shortestInterval).inSeconds }
    }

    private var secondsAfterSuccess: TimeInterval? {
        seconds.map { isLive ? max($0, Self.shortestLiveInterval.inSeconds) : $0 }
    }

    /// Notes that a fetch has begun. No other is due until it ends.
    package mutating func fetchStarted() {
        nextFetchAt = nil
    }

    /// Notes that a fetch succeeded at `now`.
    package mutating func fetchSucceeded(at now: Date) {
        failures = 0
        isAskedToWait = false
        nextFetchAt = secondsAfterSuccess.map { now + $0 }
    }

    /// Notes that live updates start or stop at `now`. When they stop, the next fetch is due according to the interval.
    /// When they start, a wait after failures does not change.
    package mutating func sourceBecame(live: Bool, at now: Date) {
        guard live != isLive else { return }
        isLive = live
        guard failures == 0, let nextFetchAt, let seconds = secondsAfterSuccess else { return }
        self.nextFetchAt = live ? now + seconds : min(nextFetchAt, now + seconds)
    }

    /// Changes the time between fetches at `now`. A running fetch is waited for. A wait after failures does not become
    /// longer.
    package mutating func change(interval: Duration?, at now: Date, isFetching: Bool) {
        self.interval = interval
        guard !isFetching else { return }
        let next = secondsAfterSuccess.map { now + $0 }
        isAskedToWait = false
        nextFetchAt = failures > 0 ? next.map { min(nextFetchAt ?? $0, $0) } : next
    }

    /// Notes that a fetch failed at `now`. The source may have said when to try again.
    ///
    /// - Parameter wasDue: whether the fetch was scheduled. A fetch that was requested by a user, or announced by the
    ///   source, tells nothing about the length of an outage, so its failure does not lengthen the wait.
    package mutating func fetchFailed(at now: Date, retryAt: Date?, wasDue: Bool = true) {
        failures = wasDue ? failures + 1 : max(failures, 1)
        isAskedToWait = false
        guard let seconds else {
            nextFetchAt = nil
            return
        }
        let doubled = seconds * pow(2, Double(min(failures, 16) - 1))
        let own = min(doubled, max(Self.longestWait.inSeconds, seconds))
        let asked = retryAt?.timeIntervalSince(now) ?? 0
        isAskedToWait = asked > own
        let wait = max(own, asked)
        let next = now + wait + min(wait * Self.spread, Self.mostSpread.inSeconds) * fraction()
        // A sum of times may be off by a tiny amount, which only matters for a time that the source names.
        nextFetchAt = max(next, retryAt ?? .distantPast)
    }

    /// Notes that a fetch ended at `now`. Only this method decides what follows from it.
    package mutating func fetchFinished(_ record: FetchRecord, at now: Date) {
        guard let failure = record.failure else { return fetchSucceeded(at: now) }
        fetchFailed(
            at: now, retryAt: failure.retryAt, wasDue: record.trigger == .scheduled && !failure.wasHeldBack)
    }

    /// Returns the next random number from 0 up to 1; 0 without a seed.
    private mutating func fraction() -> Double { chance?.fraction() ?? 0 }

    /// Notes that the clock was set by a number of seconds. The remaining wait for the next fetch does not change.
    package mutating func clockWasSet(by seconds: TimeInterval) {
        nextFetchAt = nextFetchAt.map { $0 + seconds }
    }

    /// Returns whether a fetch is due at `now`.
    package func isDue(at now: Date) -> Bool { nextFetchAt.map { $0 <= now } ?? false }
}
