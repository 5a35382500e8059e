import ExperimentsCore
import Foundation

/// Whether a fetch is under way.
public enum FetchActivity: Sendable, Hashable {
    /// No fetch is under way.
    case idle
    /// A fetch has been under way since this time.
    case running(since: Date)
}

/// Decides when to fetch from a source, and tracks the state of the fetches, for the dashboard and `watch`.
///
/// It is a value without a clock. It gets the events of the service and the requests of users, and returns when to
/// fetch next.
package struct FetchLoop: Sendable {
    /// Whether a fetch is under way.
    package private(set) var activity = FetchActivity.idle
    /// Whether the source announces its changes as soon as they happen.
    package private(set) var liveStatus: LiveStatus
    /// The schedule of the next fetch.
    package private(set) var schedule: RefreshSchedule
    /// The reason why live updates ended last, or are not possible.
    private var liveProblem: String?

    /// Creates a loop for a source whose first fetch is due now.
    ///
    /// - Parameters:
    ///   - interval: the time between fetches; nil to fetch once, and then only on request.
    ///   - seed: determines the random part of waits after failures; nil for none.
    package init(interval: Duration?, liveStatus: LiveStatus, at now: Date, seed: UInt64?) {
        self.liveStatus = liveStatus
        schedule = RefreshSchedule(
            interval: interval, firstFetchAt: now, isLive: liveStatus == .live, seed: seed)
    }

    /// The present time between fetches; nil to fetch only on request.
    package var interval: Duration? { schedule.interval }

    /// Returns whether to fetch now without a request.
    package func isDue(at now: Date) -> Bool { activity == .idle && schedule.isDue(at: now) }

    /// Notes that the clock was set by a number of seconds.
    package mutating func clockWasSet(by seconds: TimeInterval) {
        schedule.clockWasSet(by: seconds)
        if case .running(let since) = activity { activity = .running(since: since + seconds) }
    }

    /// Notes that a fetch was requested.
    package mutating func begin(at now: Date) {
        activity = .running(since: now)
        schedule.fetchStarted()
    }

    /// Handles an event of the service.
    ///
    /// - Returns: news about announcements, if there are any. Each reason for their absence is reported once.
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

    /// Changes the time between fetches from now on.
    package mutating func change(interval: Duration?, at now: Date) {
        schedule.change(interval: interval, at: now, isFetching: activity != .idle)
    }

    /// Replaces the source. The first fetch of the new one is due immediately.
    ///
    /// - Parameter shortest: the minimum time between fetches that the source allows, if it defines one.
    package mutating func begin(anewWith liveStatus: LiveStatus, allowing shortest: Duration?, at now: Date) {
        if let shortest, let interval { schedule.interval = max(interval, shortest) }
        schedule = schedule.restarted(firstFetchAt: now, isLive: liveStatus == .live)
        self.liveStatus = liveStatus
        activity = .idle
        liveProblem = nil
    }
}

/// News about the announcements of a source.
package enum LiveNews: Sendable, Hashable {
    /// Live updates are back.
    case back
    /// Live updates have stopped, for this reason.
    case lost(String, nextTryAt: Date?)
    /// Live updates are not available, for this reason.
    case unavailable(String)
}
