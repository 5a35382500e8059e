import ExperimentsTransport
import Foundation

/// The queue of events to send. It is a value that gets the time and random numbers from outside.
///
/// Events that occur together are sent together. At most one request is in progress. If a request fails, it is sent
/// again after longer and longer pauses. If too many events wait, the oldest are dropped and counted.
struct TrackingQueue: Sendable {
    /// The largest number of waiting events.
    static let mostWaiting = 2_000
    /// The largest number of events in one request.
    static let mostTogether = 100
    /// The time, in seconds, for which events are gathered.
    static let gathering: TimeInterval = 1
    /// The longest pause after failures, in seconds.
    static let longestPause: TimeInterval = 300
    /// The number of exposures that are remembered as sent.
    static let mostKnown = 1_000

    /// The result of a request.
    enum Outcome: Sendable, Hashable {
        /// The server accepted it.
        case taken
        /// The server refused it, and would refuse it again.
        case refused(String)
        /// The events were not delivered. They are sent again, not earlier than the server asks for.
        case lost(String, retryAfter: TimeInterval?)
    }

    private var waiting: [GrowthBookEvent] = []
    private var underWay = 0
    private var failures = 0
    private var notBefore = Date.distantPast
    private var known: Set<GrowthBookEvent> = []
    private var knownInOrder: [GrowthBookEvent] = []
    private(set) var status = GrowthBookTracker.Status()

    /// The time of the next request; nil while one is in progress, or if no events wait.
    var nextAttemptAt: Date? { underWay > 0 || waiting.isEmpty ? nil : notBefore }

    /// Whether nothing waits, and nothing is under way.
    var isEmpty: Bool { waiting.isEmpty }

    /// Adds an event. An exposure that was reported recently is skipped.
    mutating func add(_ event: GrowthBookEvent, at now: Date) {
        if event.isExposure, !learn(event) { return }
        if waiting.isEmpty { notBefore = max(notBefore, now + Self.gathering) }
        waiting.append(event)
        if waiting.count > Self.mostWaiting {
            // The ones under way may still arrive.
            waiting.remove(at: underWay)
            status.dropped += 1
        }
        status.waiting = waiting.count
    }

    /// Returns the events of the next request, if one is due.
    ///
    /// - Parameter hurries: whether to shorten waits.
    mutating func next(at now: Date, hurries: Bool = false) -> [GrowthBookEvent]? {
        guard let due = nextAttemptAt, hurries || due <= now else { return nil }
        underWay = min(waiting.count, Self.mostTogether)
        return Array(waiting.prefix(underWay))
    }

    /// Handles the result of the current request.
    ///
    /// - Parameter fraction: a random number from 0 up to 1.
    mutating func finish(_ outcome: Outcome, at now: Date, fraction: Double) {
        defer {
            underWay = 0
            status.waiting = waiting.count
        }
        switch outcome {
        case .taken:
            status.sent += underWay
            status.problem = nil
            settle(at: now)
        case .refused(let reason):
            status.dropped += underWay
            status.problem = reason
            settle(at: now + RetryWait.shortest)
        case .lost(let reason, let asked):
            failures += 1
            status.problem = reason
            notBefore =
                now
                + RetryWait.seconds(
                    asked: asked ?? 0, failures: failures, longest: Self.longestPause, fraction: fraction)
        }
    }

    private mutating func settle(at next: Date) {
        waiting.removeFirst(min(underWay, waiting.count))
        failures = 0
        notBefore = next
    }

    /// - Returns: whether the exposure is new.
    private mutating func learn(_ event: GrowthBookEvent) -> Bool {
        guard known.insert(event).inserted else { return false }
        knownInOrder.append(event)
        if knownInOrder.count > Self.mostKnown { known.remove(knownInOrder.removeFirst()) }
        return true
    }
}
