import ExperimentsCore
import Foundation

/// The values of a source before a timeline begins, as stored on disk, ready to be put before it.
public struct EarlierValues: Sendable {
    /// The oldest generation of the timeline, to which they lead.
    fileprivate let successor: Int
    /// The oldest first, each with what leads back to it.
    fileprivate let generations: [Timeline.Generation]
    /// Since when the timeline's oldest content was already there; nil if it came when the timeline began.
    fileprivate let successorSince: Date?

    /// The number of generations.
    package var count: Int { generations.count }

    /// The largest size in bytes, as near as it can be counted: half of the limit of a timeline.
    private static let costLimit = 4 << 20
    private static let countLimit = 400

    /// - Parameters:
    ///   - history: what is kept, if anything is; nothing that was found since the timeline began is taken.
    ///   - request: where the timeline begins.
    /// - Throws: `FileProblem` where it cannot be read.
    package init(_ history: ValueHistory?, _ request: EarlierValuesRequest) throws(FileProblem) {
        var moments: [(moment: ValueMoment, back: Reversal)] = []
        var last: [String: KeptText] = [:]
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
        // What is kept does not tell who supplied a text, and of long ones not all.
        let entries = Dictionary(
            uniqueKeysWithValues: last.map { name, text in
                let entry = request.oldest.entries[name]
                let isSame = entry.map { KeptText($0.text, limit: .max).isSame(as: text) } ?? false
                return (name, isSame ? entry ?? Self.entry(text) : Self.entry(text))
            })
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

/// Where a timeline begins whose past is wanted.
public struct EarlierValuesRequest: Sendable {
    /// The source whose timeline it is, by name.
    package let source: String?
    /// The oldest generation, and what it holds.
    package let oldestGeneration: Int
    package let oldest: Snapshot
    /// When the timeline began.
    package let before: Date

    package init(source: String?, _ timeline: Timeline) {
        self.source = source
        oldestGeneration = timeline.generations[0].id
        oldest = timeline.snapshot(at: 0)
        before = timeline.generations[0].since
    }
}

extension Timeline {
    /// Puts what was before the oldest generation in front of it.
    ///
    /// - Returns: whether it was; not where the oldest is another one by now.
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
