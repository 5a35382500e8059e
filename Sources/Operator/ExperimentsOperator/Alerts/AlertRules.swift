import ExperimentsCore
import Foundation

/// An alert for an operator who is not looking at the dashboard.
public struct Alert: Sendable, Hashable {
    /// The form of an alert.
    public enum Way: String, Sendable, Hashable, CaseIterable {
        /// The terminal's bell.
        case bell
        /// A notification of the desktop, if the terminal supports it.
        case desktop
    }

    /// The reason, in words.
    public var text: String
    /// The ways of showing it.
    public var ways: Set<Way>

    /// Creates an alert.
    public init(text: String, ways: Set<Way>) {
        self.text = text
        self.ways = ways
    }
}

/// The rules for alerts, by default none.
public struct AlertRules: Sendable, Hashable {
    /// The keys for which every change is reported.
    public var keys: Set<String>
    /// Whether it is reported when a key becomes missing or incorrect.
    public var tellsBroken: Bool
    /// The forms of the alerts.
    public var ways: Set<Alert.Way>

    /// Creates rules.
    public init(keys: Set<String> = [], tellsBroken: Bool = false, ways: Set<Alert.Way> = [.bell]) {
        self.keys = keys
        self.tellsBroken = tellsBroken
        self.ways = ways
    }

    /// Whether nothing is reported.
    public var isEmpty: Bool { keys.isEmpty && !tellsBroken || ways.isEmpty }

    /// Returns whether a change to a key is reported: every change to the key is, or the change broke it. The first
    /// value of a key is not reported.
    package func tell(_ row: ReportRow, after was: ReportRow) -> Bool {
        keys.contains(row.name) || (tellsBroken && row.isBroken(since: was))
    }
}

extension ReportRow {
    /// Returns whether the key became missing or incorrect. A key whose earlier status is not known did not become so.
    package func isBroken(since was: ReportRow) -> Bool {
        (status == .missing || status == .incorrect) && status != was.status && was.status != .unknown
    }
}

/// The news of a snapshot that are worth an alert: the first key, and the number of others.
package struct AlertNews: Sendable, Hashable {
    private enum Event: Hashable {
        case changed(SnapshotDifference.Change)
        case broken(KeyStatus)
    }

    private let name: String
    private let event: Event
    private let othersCount: Int

    /// Creates the news; nil if there are none.
    ///
    /// - Parameters:
    ///   - changes: the names whose text changed, with the kind of change.
    ///   - rules: the rules that decide which alerts the operator gets.
    init?(
        _ arrival: Arrival, changes: ExactDictionary<ChangeKind>, by rules: AlertRules,
        among keys: [CatalogKey],
        booleanPolicy: BooleanPolicy, at now: Date
    ) {
        guard !rules.isEmpty, !changes.isEmpty else { return nil }
        let watched = rules.keys.sorted().compactMap { name in
            arrival.change(of: name).map { (name, Event.changed($0)) }
        }
        let broken =
            rules.tellsBroken
            ? Self.newlyBroken(
                keys.filter { changes[$0.name] != nil }, arrival: arrival, booleanPolicy: booleanPolicy,
                now: now) : []
        let others = broken.filter { !(rules.keys.contains($0.name) && changes[$0.name] != nil) }
        guard let first = watched.first ?? others.first.map({ ($0.name, Event.broken($0.status)) }) else {
            return nil
        }
        (name, event) = first
        othersCount = watched.count + others.count - 1
    }

    /// Returns those changed keys that were ok before and are now missing or incorrect.
    private static func newlyBroken(
        _ changed: [CatalogKey], arrival: Arrival, booleanPolicy: BooleanPolicy, now: Date
    ) -> [ReportRow] {
        guard !changed.isEmpty else { return [] }
        func rows(_ entry: (String) -> Snapshot.Entry?) -> [ReportRow] {
            var entries = ExactDictionary<Snapshot.Entry>()
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
        case .changed(.added(let new)): "added: \(text(new))"
        case .changed(.changed(let old, let new)): "changed: \(text(old)) → \(text(new))"
        case .changed(.removed): "was removed"
        }
    }
}
