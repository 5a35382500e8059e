import ExperimentsCore

/// The entries to put back over a snapshot to get the previous one: those that differ, as they were.
///
/// Two arrays in the order of the names instead of a table: a change of a hundred thousand values has to be kept small,
/// and a name is found by halving.
package struct Reversal: Sendable {
    /// The names that differ, in order.
    package private(set) var names: [String] = []
    /// The earlier entry of each name; nil for a name that did not exist.
    package private(set) var entries: [Snapshot.Entry?] = []
    /// About how many bytes it keeps in memory.
    package private(set) var cost = 0

    /// No difference.
    package static let none = Reversal()

    private init() {}

    /// Creates the reversal that leads from `new` back to `old`.
    package init(from old: Snapshot, to new: Snapshot) {
        // Where a source answered that nothing changed, both hold the very same table, and this costs nothing.
        guard old.entries != new.entries else {
            self = .none
            return
        }
        var changed: [(name: String, before: Snapshot.Entry?)] = []
        var added = 0
        for (name, entry) in new.entries {
            let before = old.entries[name]
            if before == nil { added += 1 }
            if before != entry { changed.append((name, before)) }
        }
        if old.entries.count + added > new.entries.count {
            for (name, entry) in old.entries where new.entries[name] == nil { changed.append((name, entry)) }
        }
        self.init(changed)
    }

    /// Creates a reversal from the earlier entries of the names that differ.
    package init(_ before: [String: Snapshot.Entry?]) {
        self.init(before.map { ($0.key, $0.value) })
    }

    private init(_ unordered: [(name: String, before: Snapshot.Entry?)]) {
        let changed = unordered.sorted { $0.name < $1.name }
        names = changed.map(\.name)
        entries = changed.map(\.before)
        cost = entries.reduce(0) { $0 + Self.cost($1) }
    }

    package var isEmpty: Bool { names.isEmpty }

    /// Returns the earlier entry of a name; `.some(nil)` if there was none, nil if it did not change.
    package subscript(name: String) -> Snapshot.Entry?? {
        var low = 0
        var high = names.count
        while low < high {
            let middle = (low + high) / 2
            if names[middle] < name { low = middle + 1 } else { high = middle }
        }
        return low < names.count && names[low] == name ? .some(entries[low]) : nil
    }

    /// Puts back what was there before.
    package func apply(to texts: inout [String: Snapshot.Entry]) {
        for (name, entry) in zip(names, entries) { texts[name] = entry }
    }

    /// About how many bytes an entry keeps in memory.
    private static func cost(_ entry: Snapshot.Entry?) -> Int {
        // A text of more than 15 bytes lies outside of the string.
        let length = entry?.text?.utf8.count ?? 0
        return 56 + (length > 15 ? length + 32 : 0)
    }
}

/// A snapshot that came, and what it changed.
package struct Arrival: Sendable {
    /// Counts the snapshots that came.
    package let number: Int
    package let snapshot: Snapshot
    /// Whether there were values before it that it could have changed.
    package let isFirst: Bool
    /// The reversal that leads back to the previous generation.
    package let reversal: Reversal

    package init(_ snapshot: Snapshot, after old: Snapshot, number: Int) {
        self.number = number
        self.snapshot = snapshot
        isFirst = old.fetchedAt == nil
        reversal = isFirst ? .none : Reversal(from: old, to: snapshot)
    }

    /// The names whose text is another one now, and what became of them.
    package var changes: [String: ChangeKind] {
        var changes = Dictionary<String, ChangeKind>(minimumCapacity: reversal.names.count)
        for (name, before) in zip(reversal.names, reversal.entries) {
            changes[name] = SnapshotDifference.Change(before, snapshot.entries[name]).map(ChangeKind.init)
        }
        return changes
    }

    /// Returns the change of a name's text, if it changed.
    package func change(of name: String) -> SnapshotDifference.Change? {
        reversal[name].flatMap { SnapshotDifference.Change($0, snapshot.entries[name]) }
    }
}
