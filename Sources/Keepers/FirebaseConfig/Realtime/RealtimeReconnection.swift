import ExperimentsCore
import ExperimentsTransport
import Foundation

/// When a realtime stream is opened again after it ended. A value: it knows no clock and sends nothing.
///
/// A stream that ends well after some time is opened again within a second: services close streams now and then. A
/// failure that may pass (the network's, or a status of `retryableStatuses`) starts a wait, doubled by each failure after
/// it; what the service asks for counts instead where it says so, but for the floor of `RetryWait`. Anything else ends the
/// listening. A stream that lived for a while forgets the failures; one that ended right after an answer of 200 counts as
/// one more, so that a server that only says 200, or sends garbage after it, is not asked without end.
struct RealtimeReconnection: Sendable {
    /// The statuses that may pass.
    static let retryableStatuses: Set<Int> = [408, 429, 502, 503, 504]
    /// A stream that ended within so many seconds brought nothing.
    static let shortestStream: TimeInterval = 5

    /// How a stream ended.
    enum Ending: Sendable, Hashable {
        /// The service closed it, or it was silent too long.
        case closed
        /// The network failed.
        case failed(String)
        /// The service said no.
        case refused(ServerRefusal)
        /// The project's realtime updates are switched off.
        case disabled
        /// This client cannot listen at all.
        case impossible(String)

        /// Whether it says nothing about what the service wants.
        var isOfTheNetwork: Bool {
            if case .failed = self { true } else { false }
        }
    }

    /// What to do after it.
    enum Step: Sendable, Hashable {
        /// Open it again at this time, or within a second for nil.
        case connect(at: Date?, because: String?)
        /// Leave it.
        case stop(because: String)
    }

    private let settings: RealtimeSettings
    /// How many failures there were in a row.
    private(set) var failures = 0
    private var shortStreams = 0
    private var openedAt: Date?
    private var rest: (since: Date, until: Date)?

    init(_ settings: RealtimeSettings) {
        self.settings = settings
    }

    /// The service answered 200 at `now`.
    mutating func noteOpened(at now: Date) {
        openedAt = now
    }

    /// The service asked at `now` for no new connection within so many seconds.
    mutating func note(retryInterval: TimeInterval, at now: Date) {
        rest = (now, now + retryInterval)
    }

    /// What to do at `now`, when a stream has ended.
    ///
    /// - Parameter fraction: a random number from 0 up to 1, to spread clients that were cut off together.
    mutating func step(after ending: Ending, at now: Date, fraction: Double) -> Step {
        defer { openedAt = nil }
        if livedLong(until: now) { failures = 0 }
        switch ending {
        case .disabled: return .stop(because: "they are switched off for this project")
        case .impossible(let reason): return .stop(because: reason)
        case .refused(let refusal) where !Self.retryableStatuses.contains(refusal.status):
            return .stop(because: refusal.description)
        case .closed where livedLong(until: now):
            shortStreams = 0
            return .connect(at: resting(at: now), because: nil)
        case .closed:
            shortStreams += 1
            let wait = wait(after: shortStreams, fraction)
            return .connect(at: later(now + wait, resting(at: now)), because: "the stream ended at once")
        case .failed(let reason): return retry(because: reason, asked: nil, at: now, fraction)
        case .refused(let refusal):
            return retry(because: refusal.description, asked: refusal.retryAfter, at: now, fraction)
        }
    }

    private mutating func retry(
        because reason: String, asked: TimeInterval?, at now: Date, _ fraction: Double
    ) -> Step {
        failures += 1
        if let limit = settings.maximumRetries, failures > limit {
            return .stop(because: "given up after \(limit) tries: \(reason)")
        }
        let wait =
            asked.map {
                RetryWait.seconds(
                    asked: $0, failures: failures, longest: settings.longestWait.inSeconds, fraction: fraction)
            } ?? wait(after: failures, fraction)
        return .connect(at: later(now + wait, resting(at: now)), because: reason)
    }

    private func wait(after failures: Int, _ fraction: Double) -> TimeInterval {
        let doubled = settings.firstWait.inSeconds * exp2(Double(min(failures - 1, 30)))
        // Settings may be anything; a server is not asked without pause.
        return max(min(doubled, settings.longestWait.inSeconds), RetryWait.shortest) * (0.5 + fraction)
    }

    /// A clock that was moved back says nothing about how long a stream lived.
    private func livedLong(until now: Date) -> Bool {
        guard let openedAt, now >= openedAt else { return openedAt != nil }
        return now.timeIntervalSince(openedAt) >= Self.shortestStream
    }

    private func resting(at now: Date) -> Date? {
        guard let rest, now >= rest.since, now < rest.until else { return nil }
        return rest.until
    }

    private func later(_ one: Date, _ other: Date?) -> Date {
        other.map { max(one, $0) } ?? one
    }
}
