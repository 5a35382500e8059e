import Foundation

/// Decides when to fetch again: at a steady interval while fetches succeed, later and later while they fail, and seldom
/// while the source announces its changes.
///
/// A value without a clock: it is told what happened and answers when the next fetch is due. Waits after failures are
/// made longer by chance, so that many who lost the same source do not come back together; how much follows from a seed.
package struct RefreshSchedule: Sendable, Hashable {
    /// The longest wait after failures, however many, unless the interval is longer or the source asks for more.
    package static let longestWait: Duration = .seconds(300)
    /// The most by which a wait after a failure is lengthened at random, as a part of that wait.
    package static let spread = 0.25
    /// The most by which it is lengthened at random, however long it is.
    package static let mostSpread: Duration = .seconds(60)
    /// The shortest interval. A shorter one counts as this.
    package static let shortestInterval: Duration = .milliseconds(100)
    /// The shortest interval while the source announces its changes: fetches then only make sure.
    package static let shortestLiveInterval: Duration = .seconds(60)

    /// The time between fetches; nil to fetch by hand only. Another one counts from the end of the next fetch.
    package var interval: Duration?
    /// How many fetches failed in a row.
    package private(set) var failures = 0
    /// When the next fetch is due; nil while none is.
    package private(set) var nextFetchAt: Date?
    /// Whether the source announces its changes.
    package private(set) var isLive: Bool
    /// Whether the next fetch is so late because the source asked for it.
    package private(set) var isAskedToWait = false
    private var chance: SplitMix64?

    /// A schedule whose first fetch is due at `firstFetch`; with nil, not before someone asks.
    ///
    /// - Parameter seed: decides how waits after failures vary; nil for not at all.
    package init(interval: Duration?, firstFetchAt firstFetch: Date?, isLive: Bool = false, seed: UInt64? = nil) {
        self.interval = interval
        self.isLive = isLive
        chance = seed.map(SplitMix64.init)
        nextFetchAt = firstFetch
    }

    /// The same for a source that takes the place of this one.
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

    /// A fetch has begun: none is due until it ends.
    package mutating func fetchStarted() {
        nextFetchAt = nil
    }

    /// A fetch succeeded at `now`.
    package mutating func fetchSucceeded(at now: Date) {
        failures = 0
        isAskedToWait = false
        nextFetchAt = secondsAfterSuccess.map { now + $0 }
    }

    /// The source begins or ceases, at `now`, to announce its changes. Where it ceases, values come by fetching as soon
    /// as the interval says; where it begins, a fetch that waits because others failed is left as it is.
    package mutating func sourceBecame(live: Bool, at now: Date) {
        guard live != isLive else { return }
        isLive = live
        guard failures == 0, let nextFetchAt, let seconds = secondsAfterSuccess else { return }
        self.nextFetchAt = live ? now + seconds : min(nextFetchAt, now + seconds)
    }

    /// Another time between fetches, from `now` on. A fetch that runs is waited for, and where others failed before, the
    /// wait is not made longer than it is.
    package mutating func change(interval: Duration?, at now: Date, isFetching: Bool) {
        self.interval = interval
        guard !isFetching else { return }
        let next = secondsAfterSuccess.map { now + $0 }
        isAskedToWait = false
        nextFetchAt = failures > 0 ? next.map { min(nextFetchAt ?? $0, $0) } : next
    }

    /// A fetch failed at `now`; the source may have said when to try again.
    ///
    /// - Parameter wasDue: whether the schedule had asked for the fetch. One that somebody asked for, or that the source
    ///   announced, says nothing of how long an outage lasts: however many of them fail, the wait grows no longer.
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
        // A sum of times may be off by less than anybody notices, except a source that counts.
        nextFetchAt = max(next, retryAt ?? .distantPast)
    }

    /// A fetch is over at `now`: the one place that says what follows from it.
    package mutating func fetchFinished(_ record: FetchRecord, at now: Date) {
        guard let failure = record.failure else { return fetchSucceeded(at: now) }
        fetchFailed(
            at: now, retryAt: failure.retryAt, wasDue: record.trigger == .scheduled && !failure.wasHeldBack)
    }

    /// The next number from 0 up to 1; 0 where there is no chance.
    private mutating func fraction() -> Double { chance?.fraction() ?? 0 }

    /// Whether a fetch is due at `now`.
    package func isDue(at now: Date) -> Bool {
        guard let nextFetchAt else { return false }
        return nextFetchAt <= now
    }
}
