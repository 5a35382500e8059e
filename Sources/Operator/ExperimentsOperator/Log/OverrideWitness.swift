import ExperimentsCore
import Foundation

/// Finds out who changed overrides: changes in the journal are from a command or a dashboard, others were written
/// into the file by an app or an editor. A change is seen first, and the journal read a moment later.
struct OverrideWitness: Sendable {
    /// Whether the journal records changes that are made here.
    private(set) var hasJournal: Bool
    private var overrides: OverrideSet
    /// The changes of which nothing is known yet.
    private var open: [OverrideSetDifference.Change] = []
    private var knownSteps: Set<Step> = []

    private struct Step: Hashable {
        let number: Int
        let at: Date
    }

    init(_ overrides: OverrideSet, hasJournal: Bool) {
        (self.overrides, self.hasJournal) = (overrides, hasJournal)
    }

    /// The overrides are these now.
    mutating func see(_ new: OverrideSet) {
        let changes = OverrideSetDifference(from: overrides, to: new).changes
        overrides = new
        guard !changes.isEmpty else { return }
        let names = Set(changes.map(\.name))
        open = open.filter { !names.contains($0.name) } + changes
    }

    /// The steps that the journal has since it was read last.
    ///
    /// - Parameter journal: nil if it cannot be used.
    mutating func read(_ journal: OverrideJournal?) -> [OverrideStep] {
        hasJournal = journal != nil
        guard let journal else { return [] }
        let new = journal.steps.filter { knownSteps.insert(Step(number: $0.number, at: $0.at)).inserted }
        // A journal holds no more, and removed steps do not come back.
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
    /// Whether the journal records changes that are made here.
    package var hasJournal: Bool { witness.hasJournal }

    /// The overrides in the store are these now. Who changed them is known once the journal is read; without one, whoever
    /// changed them here says so.
    ///
    /// - Parameter isAwaited: whether changes that were asked for here are still to be answered.
    package mutating func overridesChanged(to overrides: OverrideSet, at now: Date, isAwaited: Bool = false) {
        witness.see(overrides)
        if !hasJournal, !isAwaited { tellOpen(at: now) }
    }

    /// The journal was read, after any change of the overrides.
    ///
    /// - Parameter journal: nil if it cannot be used.
    package mutating func follow(_ journal: OverrideJournal?, at now: Date) {
        for step in witness.read(journal) { add(LogEntry(step)) }
        if journal != nil { tellOpen(at: now) }
    }

    /// A change that was requested here was made. If a journal records it, the journal explains it.
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
