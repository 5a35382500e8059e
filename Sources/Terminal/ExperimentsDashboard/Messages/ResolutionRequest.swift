import ExperimentsCore
import Foundation

/// Keys to be resolved beside the loop, with all that follows from it for very many keys: the loop only takes it over.
public struct ResolutionRequest: Sendable {
    /// What the keys are to be resolved against.
    enum Content: Sendable {
        /// A snapshot that came after another.
        case arrival(Snapshot, after: Snapshot, number: Int)
        /// A generation that came before.
        case generation(Timeline, index: Int)
    }

    /// Counts the requests whose answer is to be shown, so that an older answer does not replace a newer one; nil where
    /// it is only to be kept.
    let number: Int?
    let content: Content
    let keys: [CatalogKey]
    let overrides: OverrideSet
    let booleanPolicy: BooleanPolicy
    let now: Date
    /// When the latest fetch that succeeded began.
    let fetchedAt: Date?
    /// When the keys changed before.
    let times: ChangeTimes
    /// What the last fetch that changed anything changed.
    let lastChanges: [String: ChangeKind]
    /// The list that is on screen, and what it lists.
    let listing: KeyListing
    let choice: KeyListing.Choice
    /// What the operator is told of.
    let alertRules: AlertRules

    /// What it comes to.
    func resolved() -> ResolvedSnapshot {
        switch content {
        case .arrival(let snapshot, let old, let number):
            let arrival = Arrival(snapshot, after: old, number: number)
            let changes = arrival.changes
            var times = times
            for name in changes.keys { times.arrivals[name] = now }
            let lastChanges = changes.isEmpty ? lastChanges : changes
            let report: Report? = self.number == nil ? nil : self.report(snapshot)
            return ResolvedSnapshot(
                number: self.number, report: report,
                listing: report.map { list(of: $0, times, lastChanges) }, choice: choice, arrival: arrival,
                times: times, lastChanges: lastChanges, alert: alert(arrival, changes))
        case .generation(let timeline, let index):
            let changes = index > 0 ? timeline.difference(from: index - 1, to: index).changes : [:]
            let lastChanges = changes.mapValues(ChangeKind.init)
            let report = self.report(timeline.snapshot(at: index))
            return ResolvedSnapshot(
                number: number, report: report, listing: list(of: report, times, lastChanges), choice: choice,
                arrival: nil, times: times, lastChanges: lastChanges, alert: nil)
        }
    }

    private func report(_ snapshot: Snapshot) -> Report {
        Report(
            keys: keys, snapshot: snapshot, overrides: overrides, booleanPolicy: booleanPolicy, at: now,
            fetchedAt: fetchedAt)
    }

    private func list(
        of report: Report, _ times: ChangeTimes, _ lastChanges: [String: ChangeKind]
    ) -> KeyListing {
        var listing = listing
        listing.reportChanged()
        let content = KeyListing.Content(report: report, times: times, lastChanges: lastChanges, now: now)
        if report.rows.count > listing.quickCount {
            listing.prepare(content, choice)
        } else if choice.scope != nil {
            listing.rebuild(content, choice)
        }
        return listing
    }
}

/// The keys as a snapshot leaves them.
public struct ResolvedSnapshot: Sendable {
    let number: Int?
    /// Nil where the snapshot is only to be kept.
    let report: Report?
    /// The list of its rows.
    let listing: KeyListing?
    /// What that lists.
    let choice: KeyListing.Choice
    /// The snapshot that came, where one did.
    let arrival: Arrival?
    /// When the keys changed, this time included.
    let times: ChangeTimes
    /// What the last fetch that changed anything changed.
    let lastChanges: [String: ChangeKind]
    /// What is to be told of it.
    let alert: String?
}
