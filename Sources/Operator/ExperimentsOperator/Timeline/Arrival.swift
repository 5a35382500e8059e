import ExperimentsCore

/// A snapshot that came, and what it changed.
package struct Arrival: Sendable {
    /// Counts the snapshots that came.
    package let number: Int
    package let snapshot: Snapshot
    /// Whether there were values before it that it could have changed.
    package let isFirst: Bool
    /// What leads back to the one before.
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

    /// How the text of a name changed, if it did.
    package func change(of name: String) -> SnapshotDifference.Change? {
        reversal[name].flatMap { SnapshotDifference.Change($0, snapshot.entries[name]) }
    }
}
