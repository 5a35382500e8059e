import ExperimentsLinkProtocol
import Foundation

/// The queue of an app's reports to its server. It is a value that gets the time and random numbers from outside.
///
/// Only the latest state of a key is reported: a key that changed twice is sent once. Exposures and metric events are
/// all sent. If too many wait while the server cannot be reached, the oldest are dropped, and their number is reported.
/// At most one report is in progress at a time. If the response to a report was lost, the report is sent again
/// unchanged.
struct ReportQueue: Sendable {
    /// The maximum number of exposures, and of metric events, that wait for the server.
    static let mostWaiting = 2_000
    /// The minimum time for which events are collected, so that changes that belong together are sent together.
    static let gathering: Duration = .milliseconds(200)
    /// The maximum random addition to that time, so that two thousand apps that got one change do not all report at the
    /// same time.
    static let spread: Duration = .milliseconds(800)

    /// Enough for any one key: a server that finds even this too large does not accept reports.
    static let leastBytes = 131_072

    /// The state that the server knows from earlier reports.
    struct ReportedState: Sendable {
        var keys: [String: ReportedKey] = [:]
        var revision: LinkRevision?
        var source: ReportedSource?
        /// The origin of the server that received the reports. A server with another origin does not know them.
        var origin: String?
    }

    let identity: AppIdentity
    /// A name for the run that the numbers of reports count in.
    let run: String

    var keys: [String: ReportedKey] = [:]
    var source: ReportedSource?
    var revision: LinkRevision?
    var mismatches: [ReportedMismatch] = []
    var exposures: [ReportedExposure] = []
    var metrics: [ReportedMetric] = []
    var dropped = 0

    var reported = ReportedState()
    var needsWhole = true
    var sequence = 0
    /// The report that is under way, or whose answer was lost.
    var unconfirmed: AppReport?
    var roundTrip: Double?
    /// The maximum number of bytes of a report; lower once the server found one too large.
    var byteLimit = LinkLimits.reportBytes
    var backoff = LinkBackoff()

    private enum Phase: Hashable {
        /// The server cannot be reached, or does not accept reports.
        case silent
        /// There may be something to report at this time.
        case gathering(until: Duration)
        /// There is nothing to report.
        case idle
        /// A report is under way.
        case sending(since: Duration)
    }

    private var phase = Phase.silent

    init(identity: AppIdentity, run: String) {
        self.identity = identity
        self.run = run
    }

    /// The time at which ``next(at:date:)`` has a report; nil for none.
    var deadline: Duration? {
        if case .gathering(let until) = phase { until } else { nil }
    }

    /// Notes that the server is connected.
    mutating func begin(at now: Duration, fraction: Double) {
        guard phase == .silent else { return }
        backoff.forget()
        phase = .gathering(until: now + Self.gathering + Self.spread * fraction)
    }

    /// Notes that the server cannot be reached. There may still be a response to the report in progress.
    mutating func pause() {
        if case .sending = phase { return }
        phase = .silent
    }

    /// Reports go to another server from now on, or to none. It knows nothing yet, and no report is under way.
    mutating func forgetServer() {
        (reported, unconfirmed, needsWhole, phase) = (ReportedState(), nil, true, .silent)
        (byteLimit, roundTrip) = (LinkLimits.reportBytes, nil)
        backoff.forget()
    }

    /// Notes that something may have changed.
    mutating func wake(at now: Duration, fraction: Double) {
        guard phase == .idle else { return }
        phase = .gathering(until: now + Self.gathering + Self.spread * fraction)
    }

    /// Returns the report to send now; nil for none.
    ///
    /// - Parameters:
    ///   - now: the time since a fixed moment.
    ///   - date: the time by the device's clock.
    mutating func next(at now: Duration, date: Date) -> AppReport? {
        guard case .gathering(let until) = phase, until <= now else { return nil }
        guard let report = unconfirmed ?? makeReport(date: date) else {
            phase = .idle
            return nil
        }
        unconfirmed = report
        phase = .sending(since: now)
        return report
    }

    /// Handles the result of a report.
    ///
    /// - Parameters:
    ///   - number: the number of the report. The result of any but the current one is too late.
    ///   - isLinked: whether the server is connected.
    mutating func handle(
        _ answer: ReportAnswer, to number: Int, isLinked: Bool, at now: Duration, fraction: Double
    ) {
        guard case .sending(let since) = phase, number == unconfirmed?.sequence else { return }
        var wait = Self.gathering + Self.spread * fraction
        switch answer {
        case .taken(let receipt):
            roundTrip = Double((now - since) / .milliseconds(1)) / 1000
            confirm()
            needsWhole = needsWhole || receipt.wantsWhole
            backoff.forget()
        case .tooLarge:
            unconfirmed = nil
            guard byteLimit > Self.leastBytes else {
                phase = .silent
                return
            }
            byteLimit = max(byteLimit / 2, Self.leastBytes)
        case .unreadable:
            // Its content would be refused again, and block all other reports.
            dropped += (unconfirmed?.exposures.count ?? 0) + (unconfirmed?.metrics.count ?? 0)
            confirm()
        case .unwanted:
            phase = .silent
            return
        case .lost(let failure):
            wait = backoff.wait(after: failure, fraction: fraction)
        }
        phase = isLinked ? .gathering(until: now + wait) : .silent
    }
}

/// The result of sending a report.
enum ReportAnswer: Sendable, Hashable {
    /// The server has it.
    case taken(ReportReceipt)
    /// The report is larger than the server accepts.
    case tooLarge
    /// The server cannot read it, and would not a second time.
    case unreadable
    /// The server accepts no reports, or none of this app.
    case unwanted
    /// The report may or may not have arrived.
    case lost(LinkFailure)
}

/// The events of an app.
extension ReportQueue {
    /// Notes the keys of the app, which replace all earlier ones.
    mutating func note(keys: [ReportedKey], source: ReportedSource?) {
        // A key that is declared twice is reported as the service sees it: by its first declaration.
        self.keys = Dictionary(keys.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.source = source
    }

    /// Records the revision of the active overrides; nil for none. A server that numbers revisions differently from the
    /// previous one gets a complete report.
    mutating func note(revision: LinkRevision?) {
        self.revision = revision
        guard let origin = revision?.origin, let known = reported.origin, origin != known else { return }
        needsWhole = true
    }

    mutating func note(_ mismatch: ReportedMismatch) {
        guard mismatches.count < LinkLimits.mismatches, !mismatches.contains(mismatch) else { return }
        mismatches.append(mismatch)
    }

    mutating func note(_ exposure: ReportedExposure) {
        dropped += Self.add(exposure, to: &exposures, underWay: unconfirmed?.exposures.count)
    }

    mutating func note(_ metric: ReportedMetric) {
        dropped += Self.add(metric, to: &metrics, underWay: unconfirmed?.metrics.count)
    }

    /// Adds an event, in place of the oldest if there is no room. Events in the current report belong to the server
    /// already.
    ///
    /// - Returns: the number of dropped events.
    private static func add<Event>(_ event: Event, to events: inout [Event], underWay: Int?) -> Int {
        guard events.count >= mostWaiting else {
            events.append(event)
            return 0
        }
        let oldest = underWay ?? 0
        if oldest < events.count {
            events.remove(at: oldest)
            events.append(event)
        }
        return 1
    }
}
