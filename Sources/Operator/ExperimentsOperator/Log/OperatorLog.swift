import ExperimentsCore
import Foundation

/// The events while a source is watched, the oldest first: fetches, live updates, changes of overrides, files that were
/// read again, and messages. The number is limited, and the oldest are removed first.
package struct OperatorLog: Sendable {
    /// The most entries that are kept.
    package static let limit = 1000

    /// The entries, the oldest first.
    package private(set) var entries: [LogEntry] = []
    /// Counts the changes, so that whoever shows the entries notices one.
    package private(set) var revision = 0
    private var lastID = 0
    private let joinsRepeated: Bool
    private var sourcesRead: Set<String> = []
    var witness: OverrideWitness

    /// An empty log.
    ///
    /// - Parameters:
    ///   - overrides: what is overridden at the start, so that a change of it is noticed.
    ///   - hasJournal: whether a journal tells who changes overrides.
    ///   - joinsRepeated: whether an entry that says the same as the one before takes its place, and counts.
    package init(overrides: OverrideSet = .empty, hasJournal: Bool = false, joinsRepeated: Bool = true) {
        witness = OverrideWitness(overrides, hasJournal: hasJournal)
        self.joinsRepeated = joinsRepeated
    }

    /// Adds an entry where its time wants it.
    package mutating func add(_ entry: LogEntry) {
        var entry = entry
        revision += 1
        let place = (entries.lastIndex { $0.date <= entry.date } ?? -1) + 1
        if joinsRepeated, place > 0, entries[place - 1].isRepeated(by: entry) {
            let before = entries[place - 1]
            (entry.id, entry.times, entry.since) = (before.id, before.times + 1, before.since)
            entries[place - 1] = entry
            return
        }
        lastID += 1
        entry.id = lastID
        entries.insert(entry, at: place)
        if entries.count > Self.limit { entries.removeFirst() }
    }

    /// Adds the fetches of a source that were kept before it was watched here; the second time, nothing.
    ///
    /// - Parameters:
    ///   - source: its name, to tell it from others.
    ///   - title: what to call it; nil if there is only the one.
    package mutating func add(
        earlier fetches: [(record: FetchRecord, program: String?)], of source: String?, called title: String?,
        time: (Date) -> String
    ) {
        guard sourcesRead.insert(source ?? "").inserted else { return }
        for (record, program) in fetches {
            add(LogEntry(record, source: title, program: program, time: time))
        }
    }
}
