import ExperimentsCore
import Foundation

/// Changes overrides in their store, and records each change in the journal as a step that can be undone.
package struct OverrideLedger: Sendable {
    /// The store of the overrides.
    package let store: any OverrideStore
    /// The journal of changes; nil for none.
    package let journal: OverrideJournalFile?
    private let origin: OverrideOrigin

    /// - Parameter origin: the author and the program of changes.
    package init(store: any OverrideStore, journal: OverrideJournalFile?, origin: OverrideOrigin) {
        self.store = store
        self.journal = journal
        self.origin = origin
    }

    /// Makes an edit.
    ///
    /// - Throws: `FileProblem` if the store or the journal cannot be written; `OverrideJournalProblem` if the step to
    ///   reverse is no longer the last one, or its keys have changed since. In that case, nothing has changed.
    @discardableResult
    package func make(_ edit: OverrideEdit, at now: Date) throws -> JournaledUpdate {
        switch (edit.reversal, edit.step) {
        case (nil, _): return try change(edit.title, at: now) { try edit.apply(to: &$0) }
        case (let reversal?, let step?) where journal != nil:
            return try reverse(reversal, at: now, expecting: step, force: edit.isForced)
        default: return JournaledUpdate(update: try store.update { try edit.apply(to: &$0) })
        }
    }

    /// Applies the edit that a verb returns for the current overrides, while no other program changes them.
    ///
    /// - Parameters:
    ///   - title: a description of the change, without its scope.
    ///   - scope: the scope of the overrides to change.
    ///   - snapshot: the values of the source, if the end of an override depends on them.
    /// - Throws: the error of the verb, `FileProblem`, and `OverrideDocumentProblem` if the overrides for apps cannot
    ///   be read. In that case, nothing has changed.
    @discardableResult
    package func change(
        _ title: String, at now: Date, in scope: OverrideScope = .everyone, given snapshot: Snapshot = .empty,
        _ verb: (OverrideVerbs) throws -> OverrideEdit
    ) throws -> JournaledUpdate {
        let layers = store.layers
        let circumstances = OverrideCircumstances(now: now, snapshot: snapshot, fetchedAt: nil)
        return try change(title + scope.titleEnding, at: now) { overrides in
            try overrides.change(in: scope, over: layers, circumstances, author: origin.author, verb)
        }
    }

    /// Changes the overrides of all scopes together, as one step.
    ///
    /// - Throws: what `change` throws, or `FileProblem`. Nothing is changed then.
    @discardableResult
    package func change(
        _ title: String, at now: Date, _ change: (inout OverrideSet) throws -> Void
    ) throws -> JournaledUpdate {
        guard let journal else { return JournaledUpdate(update: try store.update(change)) }
        return try journal.change(store, title, by: origin, at: now, change: change)
    }

    /// Undoes the last step, or redoes the last undone one.
    ///
    /// - Parameters:
    ///   - number: the number that the step must have; nil for any.
    ///   - force: whether to restore keys even if they were changed since without a step.
    /// - Throws: `OverrideJournalProblem` if there is none, or its keys were changed since.
    @discardableResult
    package func reverse(
        _ reversal: OverrideReversal, at now: Date, expecting number: Int? = nil, force: Bool = false
    ) throws -> JournaledUpdate {
        guard let journal else { throw OverrideJournalProblem.nothing(to: reversal) }
        return try journal.reverse(reversal, in: store, by: origin, at: now, expecting: number, force: force)
    }
}

extension OverrideSet {
    /// Makes the edit that a verb returns for these overrides.
    ///
    /// - Parameters:
    ///   - scope: the scope of the overrides to change.
    ///   - layers: the overrides of each layer, the lowest first.
    /// - Throws: the error of the verb, and `OverrideDocumentProblem` if the overrides for apps cannot be read.
    package mutating func change(
        in scope: OverrideScope, over layers: [OverrideLayer], _ circumstances: OverrideCircumstances,
        author: String?,
        _ verb: (OverrideVerbs) throws -> OverrideEdit
    ) throws {
        try checkReadable(scope)
        for layer in layers { try layer.overrides.checkReadable(scope) }
        let layers = scope == .everyone ? layers : self.layers(of: scope, in: layers)
        let verbs = OverrideVerbs(own: self[scope], layers: layers, in: circumstances, author: author)
        try verb(verbs).scoped(to: scope).apply(to: &self)
    }
}
