import ExperimentsCore
import Foundation

/// The values of the source, generation by generation: the newest completely, each older one as the differences from
/// the next.
package struct Timeline: Sendable {
    /// A content of the source, from its arrival to that of the next one.
    package struct Generation: Sendable, Identifiable {
        /// The numbers of the snapshots with this content.
        package fileprivate(set) var numbers: ClosedRange<Int>
        /// The time of its arrival; for the oldest, the time when it was first seen.
        package internal(set) var since: Date
        /// The source's own version of it, if there is one.
        package fileprivate(set) var version: String?
        /// The source's version of it when it arrived.
        private let firstVersion: String?
        /// The snapshot without its entries.
        fileprivate var shell: Snapshot
        /// The reversal that leads back to it from the next generation.
        package fileprivate(set) var reversal = Reversal.none

        package var id: Int { numbers.lowerBound }

        init(numbers: ClosedRange<Int>, since: Date, shell: Snapshot, back: Reversal = .none) {
            self.numbers = numbers
            self.since = since
            self.shell = shell
            reversal = back
            version = shell.version
            firstVersion = shell.version
        }

        /// Returns whether the source had this content in a version. Those between its first and last version are not
        /// stored, but have the same content.
        package func has(version other: String) -> Bool {
            guard let version, let firstVersion else { return false }
            if other == version || other == firstVersion { return true }
            guard let first = Int64(firstVersion), let last = Int64(version), let number = Int64(other) else {
                return false
            }
            return first <= number && number <= last
        }
    }

    /// The largest number of stored generations, at least two.
    package let capacity: Int
    /// The approximate maximum size of older generations in bytes. The last of them may exceed it.
    package let costLimit: Int
    /// The source's current values.
    package private(set) var newest: Snapshot
    /// The generations, oldest first; never empty.
    package internal(set) var generations: [Generation]
    var cost = 0

    package init(_ snapshot: Snapshot, at now: Date, capacity: Int = 500, costLimit: Int = 8 << 20) {
        self.capacity = max(2, capacity)
        self.costLimit = costLimit
        newest = snapshot
        generations = [Self.generation(snapshot, numbers: 0...0, since: now)]
    }

    private static func generation(_ snapshot: Snapshot, numbers: ClosedRange<Int>, since: Date) -> Generation
    {
        Generation(numbers: numbers, since: since, shell: snapshot.replacingEntries([:]))
    }

    package var newestGeneration: Generation { generations[generations.count - 1] }

    /// Adds the next generation, unless its content is equal.
    ///
    /// - Parameters:
    ///   - reversal: the changes from it back to the previous newest one.
    ///   - number: the number of the snapshot, including those that were not added.
    /// - Returns: the oldest generations, if they are removed.
    @discardableResult
    package mutating func append(
        _ snapshot: Snapshot, _ reversal: Reversal, number: Int, at now: Date
    ) -> [Generation] {
        let last = generations.count - 1
        let numbers = generations[last].numbers
        guard number > numbers.upperBound else { return [] }
        if newest.fetchedAt == nil {
            // No content was known before, so there is nothing to go back to. Values from an earlier program keep the
            // time of their fetch, because later ones are newer.
            generations[last] = Self.generation(
                snapshot, numbers: numbers.lowerBound...number, since: min(now, snapshot.fetchedAt ?? now))
        } else if reversal.isEmpty {
            generations[last].numbers = numbers.lowerBound...number
            generations[last].version = snapshot.version
            generations[last].shell = snapshot.replacingEntries([:])
        } else {
            generations[last].reversal = reversal
            cost += reversal.cost
            generations.append(
                Self.generation(snapshot, numbers: numbers.upperBound + 1...number, since: now))
        }
        newest = snapshot
        var dropped: [Generation] = []
        // Always keep the step back from the newest, regardless of its size.
        while generations.count > 2, generations.count > capacity || cost > costLimit {
            let oldest = generations.removeFirst()
            cost -= oldest.reversal.cost
            dropped.append(oldest)
        }
        return dropped
    }

    /// Returns the index of the generation that a number belongs to; nil if it is no longer stored.
    package func index(of number: Int) -> Int? {
        generations.lastIndex { $0.numbers.contains(number) }
    }

    /// Returns the whole content of a generation.
    package func snapshot(at index: Int) -> Snapshot {
        guard index < generations.count - 1 else { return newest }
        var entries = newest.entries
        for generation in generations[index...].dropLast().reversed() {
            generation.reversal.apply(to: &entries)
        }
        return generations[index].shell.replacingEntries(entries)
    }

    /// Returns the entry of a name in a generation.
    package func entry(_ name: String, at index: Int) -> Snapshot.Entry? {
        for generation in generations[index...].dropLast() {
            if let before = generation.reversal[name] { return before }
        }
        return newest.entries[name]
    }

    /// Returns the difference from one generation to a later or earlier one.
    package func difference(from first: Int, to second: Int) -> SnapshotDifference {
        var changes = ExactDictionary<SnapshotDifference.Change>()
        let names = generations[min(first, second)..<max(first, second)].flatMap(\.reversal.names)
        for name in names where changes[name] == nil {
            changes[name] = SnapshotDifference.Change(entry(name, at: first), entry(name, at: second))
        }
        return SnapshotDifference(changes: changes)
    }

    /// Returns when a name got the value that it has in a generation; nil if it had it from the start.
    package func dateOfChange(of name: String, at index: Int) -> Date? {
        for later in generations[...index].indices.dropFirst().reversed()
        where generations[later - 1].reversal[name] != nil {
            return generations[later].since
        }
        return nil
    }

    /// Returns the generation that brought the newest value of a name; nil if it was there from the start.
    package func generationOfChange(of name: String) -> Generation? {
        generations.indices.dropLast().last { generations[$0].reversal[name] != nil }.map {
            generations[$0 + 1]
        }
    }

    /// Returns the values of a name, newest first, each with the generation that brought it.
    package func values(of name: String) -> [(generation: Generation, entry: Snapshot.Entry?)] {
        var values: [(generation: Generation, entry: Snapshot.Entry?)] = []
        var entry = newest.entries[name]
        for index in generations.indices.dropLast().reversed() {
            guard let before = generations[index].reversal[name] else { continue }
            values.append((generations[index + 1], entry))
            entry = before
        }
        return values + [(generations[0], entry)]
    }
}

extension SnapshotDifference.Change {
    /// Creates the change from one entry to another; nil if the text is the same.
    package init?(_ old: Snapshot.Entry?, _ new: Snapshot.Entry?) {
        switch (old, new) {
        case (nil, nil): return nil
        case (nil, let new?): self = .added(new.text)
        case (let old?, nil): self = .removed(old.text)
        case (let old?, let new?):
            guard !old.text.isExactly(new.text) else { return nil }
            self = .changed(from: old.text, to: new.text)
        }
    }
}

extension Snapshot {
    package func replacingEntries(_ entries: ExactDictionary<Entry>) -> Snapshot {
        Snapshot(
            entries: entries, version: version, etag: etag, fetchedAt: fetchedAt, experiments: experiments,
            notes: notes, groupSeparator: groupSeparator)
    }
}

/// How the last fetch with changes changed a name.
package enum ChangeKind: String, Sendable, Hashable {
    case added, changed, removed

    package init(_ change: SnapshotDifference.Change) {
        self =
            switch change {
            case .added: .added
            case .changed: .changed
            case .removed: .removed
            }
    }

    /// The mark before a row.
    package var sign: String {
        switch self {
        case .added: "+"
        case .changed: "Δ"
        case .removed: "-"
        }
    }
}

/// When the value of each key last changed while the dashboard was open.
///
/// Changes by the source and by overrides are in separate tables: after a fetch, the source's table is replaced by one
/// computed in the background; the other, which the main loop updates, is small.
package struct ChangeTimes: Sendable {
    /// When the source last changed each name.
    package var arrivals: [String: Date]
    /// When an override last changed each name.
    package private(set) var overrides: [String: Date] = [:]
    /// Counts the changes, so that results from older ones are recognized.
    package private(set) var revision = 0

    package init(arrivals: [String: Date] = [:]) {
        self.arrivals = arrivals
    }

    /// The time when the value of a key last changed; nil if it has not.
    package subscript(name: String) -> Date? {
        guard let override = overrides[name] else { return arrivals[name] }
        return max(override, arrivals[name] ?? override)
    }

    /// Overrides changed these names.
    package mutating func note(overridesOf names: some Sequence<String>, at now: Date) {
        for name in names { overrides[name] = now }
        revision += 1
    }

    /// Replaces the table of the times of changes after the source has changed.
    ///
    /// - Returns: the old table, which is large.
    package mutating func replaceArrivals(_ new: [String: Date]) -> [String: Date] {
        let old = arrivals
        arrivals = new
        revision += 1
        return old
    }

    package var isEmpty: Bool { arrivals.isEmpty && overrides.isEmpty }

    /// Returns the number of names that changed after a moment, and the first in alphabetical order.
    package func names(changedAfter moment: Date) -> (count: Int, first: String)? {
        var first: String?
        var count = 0
        func take(_ name: String) {
            count += 1
            if first.map({ name < $0 }) ?? true { first = name }
        }
        for (name, date) in arrivals where date > moment { take(name) }
        for (name, date) in overrides where date > moment && !(arrivals[name].map { $0 > moment } ?? false) {
            take(name)
        }
        return first.map { (count, $0) }
    }
}
