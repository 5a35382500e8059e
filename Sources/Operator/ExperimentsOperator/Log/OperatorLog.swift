import ExperimentsCore
import Foundation

/// The events while a source is watched, the oldest first: fetches, live updates, changes to overrides, files that were
/// read again, and messages. The number is limited, and the oldest are removed first.
package struct OperatorLog: Sendable {
    /// The maximum number of entries.
    package static let limit = 1000

    /// The entries, the oldest first.
    package private(set) var entries: [LogEntry] = []
    /// Counts the changes, so that views of the entries notice them.
    package private(set) var revision = 0
    private var lastID = 0
    private let joinsRepeated: Bool
    private var sourcesRead: Set<String> = []
    var witness: OverrideWitness

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - overrides: the overrides at the start, so that changes are noticed.
    ///   - hasJournal: whether a journal records who changes overrides.
    ///   - joinsRepeated: whether an entry that repeats the previous one replaces it, with a count.
    package init(overrides: OverrideSet = .empty, hasJournal: Bool = false, joinsRepeated: Bool = true) {
        witness = OverrideWitness(overrides, hasJournal: hasJournal)
        self.joinsRepeated = joinsRepeated
    }

    /// Inserts an entry according to its time.
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

    /// Adds the stored fetches of a source from before it was watched here. Does nothing when called again.
    ///
    /// - Parameters:
    ///   - source: its name, to tell it apart from others.
    ///   - title: the shown name; nil if it is the only source.
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

/// Finds out who changed overrides: changes in the journal are from a command or a dashboard, others were written
/// into the file by an app or an editor. A change is seen first, and the journal read a moment later.
struct OverrideWitness: Sendable {
    /// Whether the journal records changes made here.
    private(set) var hasJournal: Bool
    private var overrides: OverrideSet
    /// The changes that are not explained yet.
    private var open: [OverrideSetDifference.Change] = []
    private var knownSteps: Set<Step> = []

    private struct Step: Hashable {
        let number: Int
        let at: Date
    }

    init(_ overrides: OverrideSet, hasJournal: Bool) {
        self.overrides = overrides
        self.hasJournal = hasJournal
    }

    /// Takes over the current overrides.
    mutating func see(_ new: OverrideSet) {
        let changes = OverrideSetDifference(from: overrides, to: new).changes
        overrides = new
        guard !changes.isEmpty else { return }
        let names = Set(changes.map(\.name))
        open = open.filter { !names.contains($0.name) } + changes
    }

    /// Returns the steps added to the journal since it was last read.
    ///
    /// - Parameter journal: the journal; nil if it cannot be used.
    mutating func read(_ journal: OverrideJournal?) -> [OverrideStep] {
        hasJournal = journal != nil
        guard let journal else { return [] }
        let new = journal.steps.filter { knownSteps.insert(Step(number: $0.number, at: $0.at)).inserted }
        // A journal does not contain more, and removed steps do not come back.
        if knownSteps.count > 2 * OverrideJournal.stepLimit {
            knownSteps = Set(journal.steps.map { Step(number: $0.number, at: $0.at) })
        }
        var last: [String: Override?] = [:]
        for change in journal.steps.flatMap(\.changes) { last[change.name] = .some(change.after) }
        explain { change in
            guard let after = last[change.name] else { return false }
            return after?.value == change.after?.value && after?.isEnabled == change.after?.isEnabled
        }
        return new
    }

    /// Removes the changes that the journal explains.
    mutating func explain(_ isExplained: (OverrideSetDifference.Change) -> Bool) {
        open.removeAll(where: isExplained)
    }

    /// Returns and removes the changes that the journal does not explain.
    mutating func takeOpen() -> [OverrideSetDifference.Change] {
        defer { open = [] }
        return open
    }
}

extension OperatorLog {
    /// Whether the journal records changes made here.
    package var hasJournal: Bool { witness.hasJournal }

    /// Takes the new overrides of the store. The author is known after the journal is read. Without a journal, changes
    /// made here are reported separately.
    ///
    /// - Parameter isAwaited: whether changes requested here are still unanswered.
    package mutating func overridesChanged(to overrides: OverrideSet, at now: Date, isAwaited: Bool = false) {
        witness.see(overrides)
        if !hasJournal, !isAwaited { tellOpen(at: now) }
    }

    /// Takes over the journal, which was read after a change to the overrides.
    ///
    /// - Parameter journal: the journal; nil if it cannot be used.
    package mutating func follow(_ journal: OverrideJournal?, at now: Date) {
        for step in witness.read(journal) { add(LogEntry(step)) }
        if journal != nil { tellOpen(at: now) }
    }

    /// Notes that a change requested here was made. If a journal records it, the journal explains it.
    package mutating func made(
        _ edit: OverrideEdit, _ update: OverrideUpdate, by origin: OverrideOrigin, at now: Date
    ) {
        guard !hasJournal else { return }
        witness.explain { edit.entries.keys.contains($0.name) }
        add(LogEntry(edit, update, by: origin, at: now))
    }

    private mutating func tellOpen(at now: Date) {
        let changes = witness.takeOpen()
        if !changes.isEmpty { add(LogEntry(changes, at: now)) }
    }
}
