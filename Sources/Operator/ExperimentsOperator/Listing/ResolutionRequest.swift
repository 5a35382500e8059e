import ExperimentsCore
import Foundation

/// A request to resolve keys in the background, and to prepare the report, the list and the alerts. The main loop only
/// has to store the result, regardless of the number of keys.
public struct ResolutionRequest: Sendable {
    /// The values against which the keys are resolved.
    package enum Content: Sendable {
        /// A snapshot that arrived after another one.
        case arrival(Snapshot, after: Snapshot, number: Int)
        /// A generation, with its changes; nil for the differences from the generation before.
        case generation(Timeline, index: Int, changes: ExactDictionary<ChangeKind>? = nil)
        /// Values that are only looked at, for example those of another user. They change nothing about the source.
        case view(Snapshot)
    }

    /// The number of the request, so that an older answer does not replace a newer one; nil if the answer is only
    /// stored.
    private let number: Int?
    private let content: Content
    private let keys: [CatalogKey]
    private let overrides: OverrideSet
    private let booleanPolicy: BooleanPolicy
    private let now: Date
    /// The start of the latest successful fetch.
    private let fetchedAt: Date?
    /// The previous times of changes.
    private let times: ChangeTimes
    /// The changes of the last fetch that changed anything.
    private let lastChanges: ExactDictionary<ChangeKind>
    /// How long keys have been at their defaults.
    private let ages: ValueAges
    /// The list on screen, and its choice of rows.
    private let listing: KeyListing
    private let choice: KeyListing.Choice
    /// The rules that decide which alerts the operator gets.
    private let alertRules: AlertRules

    /// - Parameters:
    ///   - number: counts the requests whose answer is shown; nil if the answer is only stored.
    ///   - before: the current report.
    ///   - listing: the list on screen, which `choice` describes.
    package init(
        number: Int?, _ content: Content, keys: [CatalogKey], after before: KeyListing.Content,
        listing: KeyListing,
        choice: KeyListing.Choice, alertRules: AlertRules
    ) {
        self.number = number
        self.content = content
        self.keys = keys
        // Copy only this from the report. Otherwise changing a row in the meantime would copy all rows.
        overrides = before.report.overrides
        booleanPolicy = before.report.booleanPolicy
        fetchedAt = before.report.fetchedAt
        (now, times, lastChanges, ages) = (before.now, before.times, before.lastChanges, before.ages)
        self.listing = listing
        self.choice = choice
        self.alertRules = alertRules
    }

    /// Resolves the keys, and returns the result.
    package func resolved() -> ResolvedSnapshot {
        switch content {
        case .arrival(let snapshot, let old, let number):
            let arrival = Arrival(snapshot, after: old, number: number)
            let changes = arrival.changes
            var times = self.times
            for name in changes.keys { times.arrivals[name] = now }
            let lastChanges = changes.isEmpty ? self.lastChanges : changes
            let report: Report? = self.number == nil ? nil : self.report(snapshot)
            return ResolvedSnapshot(
                number: self.number, report: report,
                listing: report.map { list(of: $0, times, lastChanges) }, choice: choice, arrival: arrival,
                times: times, lastChanges: lastChanges,
                alert: AlertNews(
                    arrival, changes: changes, by: alertRules, among: keys, booleanPolicy: booleanPolicy,
                    at: now))
        case .generation(let timeline, let index, let known):
            let lastChanges = known ?? Self.changes(of: timeline, at: index)
            return resolved(self.report(timeline.snapshot(at: index)), lastChanges)
        case .view(let snapshot): return resolved(self.report(snapshot), lastChanges)
        }
    }

    private static func changes(of timeline: Timeline, at index: Int) -> ExactDictionary<ChangeKind> {
        let changes = index > 0 ? timeline.difference(from: index - 1, to: index).changes : [:]
        return changes.mapValues(ChangeKind.init)
    }

    /// Returns the result for values that did not arrive just now.
    private func resolved(_ report: Report, _ lastChanges: ExactDictionary<ChangeKind>) -> ResolvedSnapshot {
        ResolvedSnapshot(
            number: number, report: report, listing: list(of: report, times, lastChanges), choice: choice,
            arrival: nil, times: times, lastChanges: lastChanges, alert: nil)
    }

    private func report(_ snapshot: Snapshot) -> Report {
        Report(
            keys: keys, snapshot: snapshot, overrides: overrides, booleanPolicy: booleanPolicy, at: now,
            fetchedAt: fetchedAt)
    }

    private func list(of report: Report, _ times: ChangeTimes, _ lastChanges: ExactDictionary<ChangeKind>)
        -> KeyListing
    {
        var listing = listing
        listing.reportChanged()
        var content = KeyListing.Content(report: report, times: times, lastChanges: lastChanges, now: now)
        content.ages = ages
        if report.rows.count > listing.quickCount {
            listing.prepare(content, choice)
        } else if choice.scope != nil {
            listing.rebuild(content, choice)
        }
        return listing
    }
}

/// The result of a request: the keys, resolved against a snapshot.
public struct ResolvedSnapshot: Sendable {
    package let number: Int?
    /// The report; nil if the snapshot is only stored.
    package let report: Report?
    /// The list of its rows.
    package let listing: KeyListing?
    /// The choice of keys that the list shows.
    package let choice: KeyListing.Choice
    /// The new snapshot, if there is one.
    package let arrival: Arrival?
    /// The times of changes, including this one.
    package let times: ChangeTimes
    /// The changes of the last fetch that changed anything.
    package let lastChanges: ExactDictionary<ChangeKind>
    /// The alerts that follow from the changes.
    package let alert: AlertNews?
}

/// A request to sort a list and to make it searchable in the background.
public struct PreparationRequest: Sendable {
    private let listing: KeyListing
    private let content: KeyListing.Content
    private let choice: KeyListing.Choice

    package init(_ listing: KeyListing, of content: KeyListing.Content, choice: KeyListing.Choice) {
        self.listing = listing
        self.content = content
        self.choice = choice
    }

    /// Prepares the list, and returns it.
    package func prepared() -> PreparedListing {
        var listing = listing
        listing.prepare(content, choice)
        return PreparedListing(listing: listing, choice: choice)
    }
}

/// A list that is sorted and searchable.
public struct PreparedListing: Sendable {
    package let listing: KeyListing
    /// The choice of keys that the list shows.
    package let choice: KeyListing.Choice
}
