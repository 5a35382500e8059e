import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Where a team's overrides are changed: what `OverrideLedger` is for the files of one's own.
package struct TeamLedger: Sendable {
    /// The store of the overrides.
    package let store: TeamStore
    private let origin: OverrideOrigin
    private let doubt: @Sendable (String) -> Void

    /// - Parameters:
    ///   - origin: who changes overrides here, with which program.
    ///   - doubt: called with the reason while it is not known whether a change was made.
    package init(store: TeamStore, origin: OverrideOrigin, doubt: @escaping @Sendable (String) -> Void = { _ in }) {
        (self.store, self.origin, self.doubt) = (store, origin, doubt)
    }

    /// Makes an edit.
    ///
    /// - Throws: as ``TeamStore/change(_:by:at:doubt:_:)`` and ``TeamStore/reverse(_:by:at:expecting:force:doubt:)``.
    @discardableResult
    package func make(_ edit: OverrideEdit, at now: Date) async throws -> JournaledUpdate {
        guard let reversal = edit.reversal, let step = edit.step else {
            return try await change(edit.title, at: now) { try edit.apply(to: &$0) }
        }
        return try await reverse(reversal, at: now, expecting: step, force: edit.isForced)
    }

    /// Applies the edit that a verb returns for the team's current overrides. If another person changes them first, the
    /// verb is called again.
    @discardableResult
    package func change(
        _ title: String, at now: Date, in scope: OverrideScope, given snapshot: Snapshot = .empty,
        _ verb: @Sendable (OverrideVerbs) throws -> OverrideEdit
    ) async throws -> JournaledUpdate {
        let circumstances = OverrideCircumstances(now: now, snapshot: snapshot, fetchedAt: nil)
        let author = origin.author
        return try await change(title + scope.titleEnding, at: now) { overrides in
            try overrides.change(in: scope, over: [], circumstances, author: author, verb)
        }
    }

    /// Changes the overrides of all scopes at once, as one step.
    @discardableResult
    package func change(
        _ title: String, at now: Date, _ change: @Sendable (inout OverrideSet) throws -> Void
    ) async throws -> JournaledUpdate {
        try await store.change(title, by: origin, at: now, doubt: doubt, change)
    }

    /// Takes the last step of the team's journal back, or does the last one again that was taken back.
    @discardableResult
    package func reverse(
        _ reversal: OverrideReversal, at now: Date, expecting number: Int? = nil, force: Bool = false
    ) async throws -> JournaledUpdate {
        try await store.reverse(reversal, by: origin, at: now, expecting: number, force: force, doubt: doubt)
    }
}
