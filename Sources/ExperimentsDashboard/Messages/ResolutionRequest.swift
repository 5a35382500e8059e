import ExperimentsCore
import Foundation

/// Keys to be resolved beside the loop.
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

    /// What it comes to.
    func resolved() -> ResolvedSnapshot {
        switch content {
        case .arrival(let snapshot, let old, let number):
            let arrival = Arrival(snapshot, after: old, number: number)
            return ResolvedSnapshot(
                number: self.number, report: self.number.map { _ in report(snapshot) }, arrival: arrival,
                changes: arrival.changes)
        case .generation(let timeline, let index):
            let changes = index > 0 ? timeline.difference(from: index - 1, to: index).changes : [:]
            return ResolvedSnapshot(
                number: number, report: report(timeline.snapshot(at: index)), arrival: nil, changes: changes)
        }
    }

    private func report(_ snapshot: Snapshot) -> Report {
        Report(
            keys: keys, snapshot: snapshot, overrides: overrides, booleanPolicy: booleanPolicy, at: now,
            fetchedAt: fetchedAt)
    }
}

/// The keys as a snapshot leaves them.
public struct ResolvedSnapshot: Sendable {
    let number: Int?
    /// Nil where the snapshot is only to be kept.
    let report: Report?
    /// The snapshot that came, where one did.
    let arrival: Arrival?
    /// What it changed from the one before.
    let changes: [String: SnapshotDifference.Change]
}
