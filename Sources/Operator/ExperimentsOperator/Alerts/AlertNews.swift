import ExperimentsCore
import Foundation

/// The news of a snapshot that are worth an alert: the first key, and the number of others.
package struct AlertNews: Sendable, Hashable {
    private enum Event: Hashable {
        case changed(SnapshotDifference.Change)
        case broken(KeyStatus)
    }

    private let name: String
    private let event: Event
    private let othersCount: Int

    /// Nil if nothing is.
    ///
    /// - Parameters:
    ///   - changes: the names whose text is another one now, and what became of them.
    ///   - rules: the rules that decide which alerts the operator gets.
    init?(
        _ arrival: Arrival, changes: [String: ChangeKind], by rules: AlertRules, among keys: [CatalogKey],
        booleanPolicy: BooleanPolicy, at now: Date
    ) {
        guard !rules.isEmpty, !changes.isEmpty else { return nil }
        let watched = rules.keys.sorted().compactMap { name in
            arrival.change(of: name).map { (name, Event.changed($0)) }
        }
        let broken =
            rules.tellsBroken
            ? Self.newlyBroken(
                keys.filter { changes[$0.name] != nil }, arrival: arrival, booleanPolicy: booleanPolicy, now: now) : []
        let others = broken.filter { !(rules.keys.contains($0.name) && changes[$0.name] != nil) }
        guard let first = watched.first ?? others.first.map({ ($0.name, Event.broken($0.status)) }) else { return nil }
        (name, event) = first
        othersCount = watched.count + others.count - 1
    }

    /// The keys, of some that changed, that were fine before and are missing or incorrect now.
    private static func newlyBroken(
        _ changed: [CatalogKey], arrival: Arrival, booleanPolicy: BooleanPolicy, now: Date
    ) -> [ReportRow] {
        guard !changed.isEmpty else { return [] }
        func rows(_ entry: (String) -> Snapshot.Entry?) -> [ReportRow] {
            var entries: [String: Snapshot.Entry] = [:]
            for key in changed { entries[key.name] = entry(key.name) }
            return Report(
                keys: changed, snapshot: arrival.snapshot.replacingEntries(entries), overrides: .empty,
                booleanPolicy: booleanPolicy, at: now
            ).rows
        }
        let after = rows { arrival.snapshot.entries[$0] }
        let before = rows { arrival.reversal[$0] ?? nil }
        return zip(before, after).compactMap { before, after in after.isBroken(since: before) ? after : nil }
    }

    /// Returns the news in words: `max_items changed: 7 → 8, and 2 more`.
    ///
    /// - Parameter shortened: cuts a value that is too long.
    package func words(_ shortened: (String) -> String) -> String {
        let first = "\(name) \(words(for: event, shortened))"
        return othersCount == 0 ? first : "\(first), and \(othersCount) more"
    }

    private func words(for event: Event, _ shortened: (String) -> String) -> String {
        func text(_ value: String?) -> String { value.map(shortened) ?? Snapshot.Entry.appDefault }
        return switch event {
        case .broken(let status): "is \(status.rawValue)"
        case .changed(.added(let new)): "came: \(text(new))"
        case .changed(.changed(let old, let new)): "changed: \(text(old)) → \(text(new))"
        case .changed(.removed): "is gone"
        }
    }
}
