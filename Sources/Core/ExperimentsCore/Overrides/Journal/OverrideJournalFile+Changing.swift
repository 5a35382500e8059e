import Foundation

extension OverrideJournalFile {
    /// Changes overrides, and records the change as a step.
    ///
    /// - Parameters:
    ///   - store: the store of the file that the journal belongs to, alone or as the highest layer.
    ///   - title: what the change does, in words.
    /// - Throws: what `change` throws, or `FileProblem` if the overrides cannot be changed or the step cannot be
    ///   recorded. Nothing is changed then.
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

    /// Undoes the last step that has not been undone yet.
    ///
    /// - Parameters:
    ///   - number: the number that the step must have; nil for any.
    ///   - force: whether to restore even keys that were changed since by something other than a step.
    /// - Throws: `OverrideJournalProblem` if there is no such step, or if keys were changed since; `FileProblem` if
    ///   the journal or the overrides cannot be read. Nothing is changed then.
    @discardableResult
    package func undo(
        _ store: any OverrideStore, by origin: OverrideOrigin, at now: Date, expecting number: Int? = nil,
        force: Bool = false
    ) throws -> JournaledUpdate {
        try reverse(store, \.undoable, "undo", by: origin, at: now, number, force) { .undo(of: $0) }
    }

    /// Redoes the last step that was undone. Parameters and errors are those of ``undo(_:by:at:expecting:force:)``.
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

/// The result of a change that is recorded in a journal.
package struct JournaledUpdate: Sendable {
    /// The overrides before and after.
    package let update: OverrideUpdate
    /// The step that was added; nil if nothing changed, or if a newer version of this program keeps the journal.
    package let step: OverrideStep?
    /// The problem with the journal, if there is one. The overrides were changed nevertheless.
    package let problem: FileProblem?

    /// Creates the result of a change.
    package init(update: OverrideUpdate, step: OverrideStep?, problem: FileProblem?) {
        (self.update, self.step, self.problem) = (update, step, problem)
    }
}

extension OverrideUpdate {
    /// Returns the changes of the overrides of these keys, in alphabetical order of the names.
    package func changes(of names: Set<String>) -> [OverrideSetDifference.Change] {
        names.sorted().map { OverrideSetDifference.Change(name: $0, before: before[$0], after: after[$0]) }
    }
}
