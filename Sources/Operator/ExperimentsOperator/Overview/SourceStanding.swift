import ExperimentsCore
import Foundation

/// The state of a source, in a row of an overview of several.
package struct SourceStanding: Sendable {
    /// The name in the project file.
    package let name: String
    /// The name for people.
    package let title: String
    /// The environment of its values, for example `production`.
    package let environment: String?
    /// The kind of source, as in a project file; nil if it is not known.
    package let kind: String?
    /// The number of its keys and values; nil until something is known.
    package private(set) var content: Content?
    /// Whether it announces its changes.
    package private(set) var liveStatus = LiveStatus.off
    /// The latest fetches by this program, the oldest first.
    package private(set) var fetches: [FetchRecord] = []
    /// The state of the fetch from the source.
    package private(set) var fetchState = FetchState.not
    /// Whether updates are held back.
    package private(set) var isPaused = false

    /// The numbers of keys and values of a source.
    package struct Content: Sendable, Hashable {
        /// The number of declared keys.
        package let keys: Int
        package let missing: Int
        package let incorrect: Int
        /// The number of overridden values.
        package let overrides: Int
        /// The first keys that are missing or incorrect, in the order of the report.
        package let faults: [ReportRow]
        /// The first keys, in the order of the report.
        package let firstRows: [ReportRow]
        /// When the values were fetched; nil if they never were.
        package let fetchedAt: Date?

        private static let rowLimit = 100

        /// The numbers of a report.
        ///
        /// - Parameter fetchedAt: when the source last had these values, if that is not in the report.
        package init(_ report: Report, fetchedAt: Date? = nil) {
            keys = report.declaredCount
            missing = report.counts[.missing]
            incorrect = report.counts[.incorrect]
            overrides = report.counts[.override]
            let isFault = { (row: ReportRow) in row.status == .missing || row.status == .incorrect }
            faults = Array(report.rows.lazy.filter(isFault).prefix(min(Self.rowLimit, missing + incorrect)))
            firstRows = Array(report.rows.prefix(Self.rowLimit))
            self.fetchedAt = [fetchedAt, report.fetchedAt, report.snapshot.fetchedAt].compactMap(\.self).max()
        }
    }

    /// The state of a fetch from a source.
    package enum FetchState: Sendable, Hashable {
        case not
        case underway
        case answered
        case failed(String)
    }

    /// Creates the status of a source of which nothing is known yet.
    package init(name: String, title: String, environment: String? = nil, kind: String? = nil) {
        self.name = name
        self.title = title
        self.environment = environment
        self.kind = kind
    }

    /// Notes that the source is being asked. The earlier answer stays.
    package mutating func ask() { fetchState = .underway }

    /// Takes over an answer.
    package mutating func take(_ answer: SourceAnswer) {
        if let content = answer.content { self.content = content }
        if !answer.fetches.isEmpty { fetches = answer.fetches }
        liveStatus = answer.liveStatus
        isPaused = answer.isPaused
        if answer.isFinal { fetchState = answer.problem.map(FetchState.failed) ?? .answered }
    }

    /// The reason why it could not be fetched; nil if it could.
    package var problem: String? {
        if case .failed(let reason) = fetchState { reason } else { nil }
    }

    /// Returns the problem in words, with the time of the earlier values: `values from 3h ago, fetch failed: REASON`.
    ///
    /// - Parameter time: formats a time in the past.
    package func problem(_ time: (Date) -> String) -> String? {
        guard let problem, let fetchedAt = content?.fetchedAt else { return problem }
        return OutageWords.values(from: time(fetchedAt), because: problem)
    }

    /// The state in one word: `failing`, `asking…`, `paused`, `live`, `connecting`, `lost`, `answered`, `not fetched`.
    package var word: String {
        switch (fetchState, liveStatus) {
        case (.failed, _): "failing"
        case _ where isPaused: "paused"
        case (.underway, _): "asking…"
        case (_, .live): "live"
        case (_, .connecting): "connecting"
        case (_, .interrupted): "lost"
        case (.answered, _): "answered"
        case (.not, _): "not fetched"
        }
    }

    /// The parts of the row that a filter examines.
    package var subject: FilterSubject {
        FilterSubject(
            names: [name, title], texts: [environment, kind, word, problem].compactMap(\.self),
            group: environment, source: name, changedAt: content?.fetchedAt)
    }
}

/// The state of a source at some time.
public struct SourceAnswer: Sendable {
    /// The numbers of keys and values; nil if they are not known.
    package let content: SourceStanding.Content?
    /// The latest fetches by this program, the oldest first.
    package let fetches: [FetchRecord]
    /// Whether it sends live updates.
    package let liveStatus: LiveStatus
    /// The reason why it could not be fetched; nil if it could.
    package let problem: String?
    /// Whether it was asked; if not, this is an earlier answer.
    package let isFinal: Bool
    /// Whether updates are held back.
    package let isPaused: Bool

    package init(
        content: SourceStanding.Content?, fetches: [FetchRecord] = [], liveStatus: LiveStatus = .off,
        problem: String? = nil, isFinal: Bool = true, isPaused: Bool = false
    ) {
        self.content = content
        self.fetches = fetches
        self.liveStatus = liveStatus
        self.problem = problem
        self.isFinal = isFinal
        self.isPaused = isPaused
    }
}
