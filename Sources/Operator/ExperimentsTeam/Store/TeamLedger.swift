import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsOperator
import Foundation

/// Changes a team's overrides, as `OverrideLedger` does for the user's own files.
package struct TeamLedger: Sendable {
    /// The store of the overrides.
    package let store: TeamStore
    private let origin: OverrideOrigin

    /// - Parameter origin: the author and the program of changes.
    package init(store: TeamStore, origin: OverrideOrigin) {
        self.store = store
        self.origin = origin
    }

    /// Makes an edit.
    ///
    /// - Throws: the same errors as ``TeamStore/change(_:by:at:_:)`` and
    ///   ``TeamStore/reverse(_:by:at:expecting:force:)``.
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

    /// Changes the overrides of all scopes together, as one step.
    @discardableResult
    package func change(
        _ title: String, at now: Date, _ change: @Sendable (inout OverrideSet) throws -> Void
    ) async throws -> JournaledUpdate {
        try await store.change(title, by: origin, at: now, change)
    }

    /// Undoes the last step of the team's journal, or redoes the last undone step.
    @discardableResult
    package func reverse(
        _ reversal: OverrideReversal, at now: Date, expecting number: Int? = nil, force: Bool = false
    ) async throws -> JournaledUpdate {
        try await store.reverse(reversal, by: origin, at: now, expecting: number, force: force)
    }
}

/// Finds out which steps of a team's journal are new to a reader.
package struct TeamSteps: Sendable, Hashable {
    /// The last step that was read; nil before the journal was.
    private var last: Int?

    /// Steps that a reader has not seen yet.
    package struct Unread: Sendable, Hashable {
        /// The steps, the oldest first.
        package let steps: [OverrideStep]
        /// Whether they were added since the first reading of the journal, rather than before.
        package let areNews: Bool
    }

    /// Creates a reader of all steps.
    package init() {}

    /// Returns the steps added since the previous call; at the first call, those that already exist.
    package mutating func read(_ view: TeamView) -> Unread {
        let known = last
        guard let newest = view.journal.steps.last?.number else {
            // The very first change is news, too, if it is known that there was none.
            if view.status.state == .connected, known == nil { last = 0 }
            return Unread(steps: [], areNews: known != nil)
        }
        last = max(newest, known ?? 0)
        return Unread(steps: view.journal.steps.filter { $0.number > known ?? 0 }, areNews: known != nil)
    }
}

extension OverrideSet {
    /// Creates the overrides of all layers except the lowest, which is the team's.
    package init(besideTeamIn layers: [OverrideLayer]) { self.init(merging: Array(layers.dropFirst())) }
}

/// A move of overrides from one place to another, such as from a file to a team's store, as the changes at the
/// destination.
///
/// All members of an override are moved, including those that this version does not know.
package struct OverrideMove: Sendable, Hashable {
    /// The change of each override at the destination, by its address.
    package let changes: [OverrideSetDifference.Change]

    /// Computes a move.
    ///
    /// - Parameters:
    ///   - source: the overrides to move, of all scopes.
    ///   - target: the overrides at the destination.
    ///   - names: the keys whose overrides are moved; nil for all.
    ///   - prunes: whether overrides are removed from the target that the source does not have.
    package init(
        from source: OverrideSet, to target: OverrideSet, names: Set<String>? = nil, prunes: Bool = false
    ) {
        changes = target.changes(to: source).filter { change in
            guard names?.contains(change.address.name) ?? true else { return false }
            return change.after != nil || prunes
        }
    }

    private init(_ changes: [OverrideSetDifference.Change]) {
        self.changes = changes
    }

    /// Whether there is nothing to take.
    package var isEmpty: Bool { changes.isEmpty }

    /// The same in parts that are small enough for one transaction.
    package var parts: [OverrideMove] {
        stride(from: 0, to: changes.count, by: TeamDraft.changeLimit).map {
            OverrideMove(Array(changes[$0..<min($0 + TeamDraft.changeLimit, changes.count)]))
        }
    }

    /// Changes the overrides of the target.
    ///
    /// - Throws: `MessageError` if one of them has changed since the move was computed; `OverrideDocumentProblem` if
    ///   one is for an app, and those of the target cannot be read.
    package func apply(to overrides: inout OverrideSet) throws {
        for change in changes {
            try overrides.checkReadable(change.address.scope)
            guard overrides[change.address] == change.before else {
                throw MessageError(
                    "\(change.name) was changed by someone else first",
                    advice: "Review the differences and try again.")
            }
            overrides[change.address] = change.after
        }
    }
}

extension OverrideStoreProblem {
    /// Creates the refusal for a failure of etcd.
    ///
    /// - Parameter isChanging: whether a change was requested, which was not made.
    init(_ error: EtcdError, isChanging: Bool = false) {
        let kind: Kind =
            switch error {
            case .anotherCluster: .replaced
            case .unfit: .readOnly
            case .failed:
                switch error.refusal {
                case nil, .noLeader, .unavailable, .overloaded: .unreachable
                default: .readOnly
                }
            }
        let consequence = isChanging ? "nothing was changed" : nil
        let advice = [error.advice, consequence].compactMap(\.self).joined(separator: "; ")
        self.init(kind, error.description, advice: advice.isEmpty ? nil : advice)
    }

    /// The problem that a later version of this program has data in the store.
    static var laterLayout: OverrideStoreProblem {
        OverrideStoreProblem(
            .readOnly, "a newer version of this program migrated the team's store",
            advice: "use that version; this one only shows what is left")
    }

    /// The error that the number of the last step is not a number.
    static var brokenHead: OverrideStoreProblem {
        OverrideStoreProblem(
            .readOnly, "the number of the team's last change cannot be read",
            advice: "use `experiments team` to see the key; nothing can be changed until it is corrected")
    }

    /// Returns the problem that another cluster than before answers at the addresses.
    static func anotherCluster(_ id: UInt64, isStored: Bool) -> OverrideStoreProblem {
        let accept =
            isStored ? "use `experiments team accept`, then restart this program" : "restart this program"
        return OverrideStoreProblem(
            .replaced, "etcd: another cluster responds (\(String(id, radix: 16))); its data is not used",
            advice: "if the cluster was created again, \(accept)")
    }
}
