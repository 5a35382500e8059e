import ExperimentsCore
import Foundation

extension ResolutionRequest {
    /// What is to be told of a snapshot that came; nil for nothing.
    func alert(_ arrival: Arrival, _ changes: [String: ChangeKind]) -> String? {
        guard !alertRules.isEmpty, !changes.isEmpty else { return nil }
        let watched = alertRules.keys.sorted().compactMap { name in
            arrival.change(of: name).map { "\(name) \($0.words)" }
        }
        let broken = alertRules.tellsBroken ? newlyBroken(changes, arrival) : []
        let others = broken.filter { !(alertRules.keys.contains($0.name) && changes[$0.name] != nil) }
        let first = watched.first ?? others.first.map { "\($0.name) is \($0.status.rawValue)" }
        let count = watched.count + others.count
        return first.map { count == 1 ? $0 : "\($0), and \(count - 1) more" }
    }

    /// The keys that were fine before and are missing or incorrect now.
    private func newlyBroken(_ changes: [String: ChangeKind], _ arrival: Arrival) -> [ReportRow] {
        let changed = keys.filter { changes[$0.name] != nil }
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
}

extension SnapshotDifference.Change {
    /// What happened, after the name.
    fileprivate var words: String {
        func text(_ value: String?) -> String { value.map { DisplayText($0).truncated(to: 40) } ?? Snapshot.Entry.appDefault }
        return switch self {
        case .added(let new): "came: \(text(new))"
        case .changed(let old, let new): "changed: \(text(old)) → \(text(new))"
        case .removed: "is gone"
        }
    }
}
