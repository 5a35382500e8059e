import ExperimentsCore
import Foundation

/// The entries to change in a snapshot to get the previous one: those that differ, with their old values.
///
/// It has two sorted arrays with binary search instead of a dictionary, because a change of a hundred thousand values
/// must be small in memory.
package struct Reversal: Sendable {
    /// The names that differ, in order.
    package private(set) var names: [String] = []
    /// The earlier entry of each name; nil for a name that did not exist.
    package private(set) var entries: [Snapshot.Entry?] = []
    /// The approximate size in bytes.
    package private(set) var cost = 0

    /// No difference.
    package static let none = Reversal()

    private init() {}

    /// Creates the reversal that leads from `new` back to `old`.
    package init(from old: Snapshot, to new: Snapshot) {
        // If a source answered that nothing changed, both share the same table, and this costs nothing.
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
    package init(_ before: ExactDictionary<Snapshot.Entry?>) {
        self.init(before.map { ($0.key, $0.value) })
    }

    private init(_ unordered: [(name: String, before: Snapshot.Entry?)]) {
        let changed = unordered.sorted { $0.name.precedes($1.name) }
        names = changed.map(\.name)
        entries = changed.map(\.before)
        cost = entries.reduce(0) { $0 + Self.cost($1) }
    }

    package var isEmpty: Bool { names.isEmpty }

    /// Returns the earlier entry of a name; `.some(nil)` if there was none, nil if it did not change.
    package subscript(name: String) -> Snapshot.Entry?? {
        let place = names.partitioningIndex { !$0.precedes(name) }
        return place < names.count && names[place].isExactly(name) ? .some(entries[place]) : nil
    }

    /// Restores the previous texts.
    package func apply(to texts: inout ExactDictionary<Snapshot.Entry>) {
        for (name, entry) in zip(names, entries) { texts[name] = entry }
    }

    /// Returns the approximate size of an entry in bytes.
    private static func cost(_ entry: Snapshot.Entry?) -> Int {
        // A text of more than 15 bytes is stored outside of the string.
        let length = entry?.text?.utf8.count ?? 0
        return 56 + (length > 15 ? length + 32 : 0)
    }
}

/// A new snapshot, and its changes.
package struct Arrival: Sendable {
    /// The number of the snapshot.
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

    /// The names whose text changed, with the kind of change.
    package var changes: ExactDictionary<ChangeKind> {
        var changes = ExactDictionary<ChangeKind>(minimumCapacity: reversal.names.count)
        for (name, before) in zip(reversal.names, reversal.entries) {
            changes[name] = SnapshotDifference.Change(before, snapshot.entries[name]).map(ChangeKind.init)
        }
        return changes
    }

    /// Returns the change to a name's text, if it changed.
    package func change(of name: String) -> SnapshotDifference.Change? {
        reversal[name].flatMap { SnapshotDifference.Change($0, snapshot.entries[name]) }
    }
}

/// The values of a source before a timeline begins, as stored on disk, ready to be prepended.
public struct EarlierValues: Sendable {
    /// The oldest generation of the timeline, to which they lead.
    fileprivate let successor: Int
    /// The generations, the oldest first, each with the reversal that leads back to it.
    fileprivate let generations: [Timeline.Generation]
    /// The time since which the timeline's oldest content existed; nil if it arrived when the timeline began.
    fileprivate let successorSince: Date?

    /// The number of generations.
    package var count: Int { generations.count }

    /// The largest size in bytes, as near as it can be counted: half of the limit of a timeline.
    private static let costLimit = 4 << 20
    private static let countLimit = 400

    /// - Parameters:
    ///   - history: the stored values, if there are any. Values that are newer than the start of the timeline are
    ///     ignored.
    ///   - request: the start of the timeline.
    /// - Throws: `FileProblem` if it cannot be read.
    package init(_ history: ValueHistory?, _ request: EarlierValuesRequest) throws(FileProblem) {
        var moments: [(moment: ValueMoment, back: Reversal)] = []
        var last: ExactDictionary<KeptText> = [:]
        var cost = 0
        try history?.replay { moment, change, texts in
            guard moment.at < request.before else { return }
            last = texts
            var back = Reversal.none
            if case .changes(let before) = change { back = Reversal(before.mapValues { $0.map(Self.entry) }) }
            cost += back.cost
            moments.append((moment, back))
            while moments.count > 1, cost > Self.costLimit || moments.count > Self.countLimit {
                cost -= moments.removeFirst().back.cost
            }
        }
        // Stored values have no suppliers, and long texts are cut.
        let pairs = last.map { name, text in
            let entry = request.oldest.entries[name]
            let isSame = entry.map { KeptText($0.text, limit: .max).isSame(as: text) } ?? false
            return (name, isSame ? entry ?? Self.entry(text) : Self.entry(text))
        }
        let entries = ExactDictionary(pairs) { first, _ in first }
        let bridge = Reversal(from: Snapshot(entries: entries, fetchedAt: nil), to: request.oldest)
        successor = request.oldestGeneration
        successorSince = bridge.isEmpty ? moments.last?.moment.at : nil
        let kept = bridge.isEmpty ? moments.dropLast() : moments[...]
        generations = kept.indices.map { index in
            let moment = moments[index].moment
            let number = request.oldestGeneration - (kept.endIndex - index)
            let back = index + 1 < moments.endIndex ? moments[index + 1].back : bridge
            return Timeline.Generation(
                numbers: number...number, since: moment.at,
                shell: Snapshot(
                    entries: [:], version: moment.version, fetchedAt: moment.at, notes: moment.notes,
                    groupSeparator: request.oldest.groupSeparator), back: back)
        }
    }

    private static func entry(_ text: KeptText) -> Snapshot.Entry { Snapshot.Entry(text: text.text) }
}

/// The start of a timeline whose earlier values are requested.
public struct EarlierValuesRequest: Sendable {
    /// The source whose timeline it is, by name.
    package let source: String?
    /// The number and the content of the oldest generation.
    package let oldestGeneration: Int
    package let oldest: Snapshot
    /// The start of the timeline.
    package let before: Date

    package init(source: String?, _ timeline: Timeline) {
        self.source = source
        oldestGeneration = timeline.generations[0].id
        oldest = timeline.snapshot(at: 0)
        before = timeline.generations[0].since
    }
}

extension Timeline {
    /// Adds earlier generations before the oldest one.
    ///
    /// - Returns: whether they were added; false if the oldest generation has changed.
    @discardableResult
    package mutating func prepend(_ earlier: EarlierValues) -> Bool {
        guard generations[0].id == earlier.successor else { return false }
        if let since = earlier.successorSince { generations[0].since = since }
        let room = max(0, capacity - generations.count)
        let older = earlier.generations.suffix(room)
        generations.insert(contentsOf: older, at: 0)
        cost += older.reduce(0) { $0 + $1.reversal.cost }
        return true
    }
}
