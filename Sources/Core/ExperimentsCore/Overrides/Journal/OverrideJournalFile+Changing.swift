import Foundation

extension OverrideJournalFile {
    /// Changes overrides, and keeps the change as a step.
    ///
    /// - Parameters:
    ///   - store: on the file that the journal is of, alone or as the highest layer.
    ///   - title: what the change does, in words.
    /// - Throws: what `change` throws, or `FileProblem` where the overrides cannot be changed, or the step not be kept.
    ///   Nothing is changed then.
    @discardableResult
    package func change(
        _ store: any OverrideStore, _ title: String, by origin: OverrideOrigin, at now: Date,
        _ change: (inout OverrideSet) throws -> Void
    ) throws -> JournaledUpdate {
        var kept = Announcement()
        let update = try store.update(change) { update in
            let names = update.after.namesChanged(from: update.before)
            guard !names.isEmpty else { return }
            kept = try announce(
                .edit, title, by: origin, at: now, changes: update.changes(of: names), of: update.before)
        } recording: { _ in
            if kept.step != nil { confirm() }
        }
        return JournaledUpdate(update: update, step: kept.step, problem: kept.problem)
    }

    /// Takes the last step back that was not taken back yet.
    ///
    /// - Parameters:
    ///   - number: the step that it must be, where the caller knows one.
    ///   - force: whether keys are restored that were changed since without a step.
    /// - Throws: `OverrideJournalProblem` where there is none, or keys were changed since; `FileProblem` where the journal
    ///   or the overrides cannot be read. Nothing is changed then.
    @discardableResult
    package func undo(
        _ store: any OverrideStore, by origin: OverrideOrigin, at now: Date, expecting number: Int? = nil,
        force: Bool = false
    ) throws -> JournaledUpdate {
        try reverse(store, \.undoable, "undo", by: origin, at: now, number, force) { .undo(of: $0) }
    }

    /// Does the last step again that was taken back; else as ``undo(_:by:at:expecting:force:)``.
    @discardableResult
    package func redo(
        _ store: any OverrideStore, by origin: OverrideOrigin, at now: Date, expecting number: Int? = nil,
        force: Bool = false
    ) throws -> JournaledUpdate {
        try reverse(store, \.redoable, "redo", by: origin, at: now, number, force) { .redo(of: $0) }
    }

    private func reverse(
        _ store: any OverrideStore, _ steps: KeyPath<OverrideJournal, [OverrideStep]>, _ verb: String,
        by origin: OverrideOrigin, at now: Date, _ number: Int?, _ force: Bool,
        kind: (Int) -> OverrideStep.Kind
    ) throws -> JournaledUpdate {
        var reversed: OverrideStep?
        var kept = Announcement()
        let update = try store.update { overrides in
            reversed = try read(overrides).reverse(steps, verb, &overrides, expecting: number, force: force)
        } announcing: { update in
            guard let step = reversed else { return }
            kept = try announce(
                kind(step.subject), step.title, by: origin, at: now, changes: update.changes(of: Set(step.names)),
                of: update.before)
        } recording: { _ in
            if kept.step != nil { confirm() }
        }
        return JournaledUpdate(update: update, step: kept.step, problem: kept.problem)
    }
}

/// The result of a change that is kept in a journal.
package struct JournaledUpdate: Sendable {
    /// The overrides before and after.
    package let update: OverrideUpdate
    /// The step that was added; nil where nothing changed, or a later version keeps the journal.
    package let step: OverrideStep?
    /// The problem with the journal, if there is one. The overrides were changed all the same.
    package let problem: FileProblem?

    /// Creates the result of a change.
    package init(update: OverrideUpdate, step: OverrideStep?, problem: FileProblem?) {
        (self.update, self.step, self.problem) = (update, step, problem)
    }
}

extension OverrideUpdate {
    /// What became of keys, in the order of their names.
    package func changes(of names: Set<String>) -> [OverrideSetDifference.Change] {
        names.sorted().map { OverrideSetDifference.Change(name: $0, before: before[$0], after: after[$0]) }
    }
}
