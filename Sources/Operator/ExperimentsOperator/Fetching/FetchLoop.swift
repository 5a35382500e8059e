import ExperimentsCore
import Foundation

/// Whether a fetch is under way.
public enum FetchActivity: Sendable, Hashable {
    case idle
    case running(since: Date)
}

/// When a source is asked, and how that goes: the dashboard and `watch` both go by it.
///
/// A value without a clock. It is told what the service tells, and what somebody asks for, and answers when to fetch next.
package struct FetchLoop: Sendable {
    /// Whether a fetch is under way.
    package private(set) var activity = FetchActivity.idle
    /// Whether the source tells of its changes the moment they happen.
    package private(set) var liveStatus: LiveStatus
    /// When the next fetch is due.
    package private(set) var schedule: RefreshSchedule
    /// Why the source last ceased to announce its changes, or could not.
    private var liveProblem: String?

    /// A source whose first fetch is due now.
    ///
    /// - Parameters:
    ///   - interval: the time between fetches; nil to fetch once, and then only when somebody asks.
    ///   - seed: decides how waits after failures vary; nil for not at all.
    package init(interval: Duration?, liveStatus: LiveStatus, at now: Date, seed: UInt64?) {
        self.liveStatus = liveStatus
        schedule = RefreshSchedule(interval: interval, firstFetchAt: now, isLive: liveStatus == .live, seed: seed)
    }

    /// The time between fetches, as it is now; nil to fetch by hand only.
    package var interval: Duration? { schedule.interval }

    /// Whether to fetch now, by itself.
    package func isDue(at now: Date) -> Bool { activity == .idle && schedule.isDue(at: now) }

    /// Somebody asks for a fetch.
    package mutating func begin(at now: Date) {
        activity = .running(since: now)
        schedule.fetchStarted()
    }

    /// Takes what the service tells.
    ///
    /// - Returns: what is worth saying of announcements: each reason for which there are none, once.
    package mutating func hear(_ event: ServiceEvent, at now: Date) -> LiveNews? {
        switch event {
        case .fetchStarted(_, let date): begin(at: date)
        case .fetchFinished(let record):
            activity = .idle
            schedule.fetchFinished(record, at: now)
        case .liveStatusChanged(let status): return hear(status, at: now)
        case .snapshotChanged, .overridesChanged: break
        }
        return nil
    }

    private mutating func hear(_ status: LiveStatus, at now: Date) -> LiveNews? {
        liveStatus = status
        schedule.sourceBecame(live: status == .live, at: now)
        switch status {
        case .off, .connecting: return nil
        case .live:
            guard liveProblem != nil else { return nil }
            liveProblem = nil
            return .back
        case .interrupted(let reason, let nextTryAt):
            guard liveProblem != reason else { return nil }
            liveProblem = reason
            return .lost(status.words, nextTryAt: nextTryAt)
        case .unavailable(let reason):
            guard liveProblem != reason else { return nil }
            liveProblem = reason
            return .unavailable(status.words)
        }
    }

    /// Another time between fetches, from now on.
    package mutating func change(interval: Duration?, at now: Date) {
        schedule.change(interval: interval, at: now, isFetching: activity != .idle)
    }

    /// Another source takes the place of this one: its first fetch is due now.
    ///
    /// - Parameter shortest: the shortest time between fetches that it allows, where it says.
    package mutating func begin(anewWith liveStatus: LiveStatus, allowing shortest: Duration?, at now: Date) {
        if let shortest, let interval { schedule.interval = max(interval, shortest) }
        schedule = schedule.restarted(firstFetchAt: now, isLive: liveStatus == .live)
        self.liveStatus = liveStatus
        activity = .idle
        liveProblem = nil
    }
}

/// What is worth saying of a source's announcements.
package enum LiveNews: Sendable, Hashable {
    /// They are back.
    case back
    /// They ceased, and why, in words.
    case lost(String, nextTryAt: Date?)
    /// There are none, and why, in words.
    case unavailable(String)
}
