import ExperimentsCore
import Foundation

extension DashboardState {
    /// What is to be told of a snapshot that came.
    mutating func alerts(for changes: [String: SnapshotDifference.Change], _ arrival: Arrival) -> [Effect] {
        guard !alertRules.isEmpty, !changes.isEmpty else { return [] }
        let broken = alertRules.tellsBroken ? newlyBroken(changes, arrival) : []
        let watched = alertRules.keys.sorted().filter { changes[$0] != nil }
        let lines =
            watched.compactMap { name in changes[name].map { "\(name) \($0.words)" } }
            + broken.filter { !watched.contains($0.name) }.map { "\($0.name) is \($0.status.rawValue)" }
        guard let first = lines.first else { return [] }
        let text = lines.count == 1 ? first : "\(first), and \(lines.count - 1) more"
        say(text, .warning, seconds: 30)
        return [.alert(Alert(text: text, ways: alertRules.ways))]
    }

    /// The keys that were fine before and are missing or incorrect now.
    private func newlyBroken(_ changes: [String: SnapshotDifference.Change], _ arrival: Arrival) -> [ReportRow] {
        let changed = keys.filter { changes[$0.name] != nil }
        guard !changed.isEmpty else { return [] }
        func rows(_ snapshot: Snapshot) -> [ReportRow] {
            var entries: [String: Snapshot.Entry] = [:]
            for key in changed { entries[key.name] = snapshot.entries[key.name] }
            return Report(
                keys: changed, snapshot: snapshot.replacingEntries(entries), overrides: .empty,
                booleanPolicy: report.booleanPolicy, at: now
            ).rows
        }
        return zip(rows(timeline.newest), rows(arrival.snapshot)).compactMap { before, after in
            guard after.status == .missing || after.status == .incorrect, after.status != before.status else {
                return nil
            }
            return after
        }
    }

    /// Tells of the key under the cursor from now on, or no longer.
    mutating func toggleAlert() {
        guard let name = selectedName else { return }
        if alertRules.keys.remove(name) != nil {
            say("\(name) changes in silence", .success, seconds: 4)
        } else {
            alertRules.keys.insert(name)
            say("the bell rings when \(name) changes", .success, seconds: 4)
        }
    }

    mutating func toggleBrokenAlerts() {
        alertRules.tellsBroken.toggle()
        say(
            alertRules.tellsBroken
                ? "the bell rings when a key becomes missing or incorrect"
                : "missing and incorrect keys come in silence", .success, seconds: 4)
    }
}

extension SnapshotDifference.Change {
    /// What happened, after the name.
    var words: String {
        func text(_ value: String?) -> String { value.map { DisplayText($0).truncated(to: 40) } ?? "the app's default" }
        return switch self {
        case .added(let new): "came: \(text(new))"
        case .changed(let old, let new): "changed: \(text(old)) → \(text(new))"
        case .removed: "is gone"
        }
    }
}
