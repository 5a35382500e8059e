import Foundation

extension OverrideJournalFile {
    /// Changes overrides, and records the change as a step.
    ///
    /// - Parameters:
    ///   - store: the store of the file that the journal belongs to, alone or as the highest layer.
    ///   - title: what the change does, in words.
    ///   - change: changes the overrides, which are those of all scopes.
    /// - Throws: what `change` throws, or `FileProblem` if the overrides cannot be changed or the step cannot be
    ///   recorded. Nothing is changed then.
    @discardableResult
    package func change(
        _ store: any OverrideStore, _ title: String, by origin: OverrideOrigin, at now: Date,
        change: (inout OverrideSet) throws -> Void
    ) throws -> JournaledUpdate {
        var kept = Announcement()
        let update = try store.update(change) { update in
            let changes = update.before.changes(to: update.after)
            guard !changes.isEmpty else { return }
            kept = try announce(.edit, title, by: origin, at: now, changes: changes, of: update.before)
        } recording: { _ in
            if kept.step != nil { confirm() }
        }
        return JournaledUpdate(update, kept)
    }

    /// Undoes the last step that has not been undone yet, or redoes the last one that was undone.
    ///
    /// - Parameters:
    ///   - number: the number that the step must have; nil for any.
    ///   - force: whether to restore even keys that were changed since by something other than a step.
    /// - Throws: `OverrideJournalProblem` if there is no such step, or if keys were changed since; `FileProblem` if
    ///   the journal or the overrides cannot be read. Nothing is changed then.
    @discardableResult
    package func reverse(
        _ reversal: OverrideReversal, in store: any OverrideStore, by origin: OverrideOrigin, at now: Date,
        expecting number: Int? = nil, force: Bool = false
    ) throws -> JournaledUpdate {
        var reversed: OverrideStep?
        var kept = Announcement()
        let update = try store.update { overrides in
            let journal = try read(overrides)
            reversed = try journal.reverse(reversal, of: &overrides, expecting: number, force: force)
        } announcing: { update in
            guard let step = reversed else { return }
            kept = try announce(
                OverrideStep.Kind(reversal, of: step.subject), step.title, by: origin, at: now,
                changes: update.changes(of: step), of: update.before)
        } recording: { _ in
            if kept.step != nil { confirm() }
        }
        return JournaledUpdate(update, kept)
    }
}

/// The result of a change that is recorded in a journal: all that there is to know of it, so that nothing need be read
/// again.
package struct JournaledUpdate: Sendable {
    /// The overrides before and after.
    package let update: OverrideUpdate
    /// The step that was added; nil if nothing changed, or if a newer version of this program keeps the journal.
    package let step: OverrideStep?
    /// The journal with the step; nil without a step, and where the journal is not in a file.
    package let journal: OverrideJournal?
    /// The problem with the journal, if there is one. The overrides were changed nevertheless.
    package let problem: FileProblem?

    /// Creates the result of a change that no journal in a file records.
    package init(update: OverrideUpdate, step: OverrideStep? = nil) {
        (self.update, self.step, journal, problem) = (update, step, nil, nil)
    }

    fileprivate init(_ update: OverrideUpdate, _ kept: OverrideJournalFile.Announcement) {
        (self.update, step, problem) = (update, kept.step, kept.problem)
        var journal = kept.journal
        journal?.settle(by: update.after)
        self.journal = journal
    }

    /// Whether overrides changed, and no step records it.
    package var isUnrecorded: Bool { step == nil && update.before != update.after }
}

extension OverrideUpdate {
    /// Returns the changes of the overrides that a step changed.
    fileprivate func changes(of step: OverrideStep) -> [OverrideSetDifference.Change] {
        Set(step.names).sorted().map { name in
            let address = OverrideAddress(text: name)
            return OverrideSetDifference.Change(name: name, before: before[address], after: after[address])
        }
    }
}
