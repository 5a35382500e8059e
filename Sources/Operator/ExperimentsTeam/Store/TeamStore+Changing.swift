import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import Foundation

extension TeamStore {
    /// The number of times that a change is computed again because another person was faster.
    private static let patience = 100

    /// Changes the team's overrides in the store, as one step of its journal.
    ///
    /// No change of another person is lost: if someone else changes the overrides first, `change` is called again with
    /// the new overrides. If an answer is lost, the change is sent again for about three seconds, but it is made only
    /// once.
    ///
    /// - Parameters:
    ///   - title: a description of the change.
    ///   - change: changes the overrides of all scopes.
    /// - Throws: the error of `change`, `TeamRefusal` and `OverrideStoreProblem` if nothing was changed, and
    ///   `TeamOutcomeUnknown` if that is not known.
    @discardableResult
    package func change(
        _ title: String, by origin: OverrideOrigin, at now: Date,
        _ change: @Sendable (inout OverrideSet) throws -> Void
    ) async throws -> JournaledUpdate {
        try await make { records in
            var overrides = records.overrides
            try change(&overrides)
            return try TeamDraft(.edit, title, by: origin, at: now, to: overrides, of: records)
        }
    }

    /// Undoes the last step of the team's journal, or redoes the last undone one.
    ///
    /// - Parameters:
    ///   - number: the number that the step must have; nil for any.
    ///   - force: whether to restore keys even if they have changed since without a step, for example by hand.
    /// - Throws: `OverrideJournalProblem` if there is none, or its keys have changed since; otherwise the errors of
    ///   ``change(_:by:at:_:)``.
    @discardableResult
    package func reverse(
        _ reversal: OverrideReversal, by origin: OverrideOrigin, at now: Date, expecting number: Int? = nil,
        force: Bool = false
    ) async throws -> JournaledUpdate {
        try await make { records in
            var overrides = records.overrides
            let step = try records.journal.reverse(reversal, of: &overrides, expecting: number, force: force)
            let kind = OverrideStep.Kind(reversal, of: step.subject)
            return try TeamDraft(kind, step.title, by: origin, at: now, to: overrides, of: records)
        }
    }

    private func make(_ draft: (TeamRecords) throws -> TeamDraft?) async throws -> JournaledUpdate {
        do {
            return try await attempt(draft)
        } catch let error as EtcdError {
            throw OverrideStoreProblem(error, isChanging: true)
        }
    }

    private func attempt(_ draft: (TeamRecords) throws -> TeamDraft?) async throws -> JournaledUpdate {
        let id = Hexadecimal.randomID()
        var leases: [Int64: EtcdLeaseID] = [:]
        for round in 0..<Self.patience {
            // Wait a random time, so that programs that change the store together do not stay in step.
            if round > 0 { try await time.pause(.milliseconds(4) * time.fraction()) }
            let records = try await current(reading: round > 0)
            if let problem = hindrance(records) { throw TeamRefusal.cannotWrite(problem) }
            let drafted: TeamDraft?
            do {
                drafted = try draft(records)
            } catch is OverrideJournalProblem where round == 0 {
                // The journal may arrive a moment before the overrides that it records, so both are read together.
                continue
            }
            guard let draft = drafted else {
                return JournaledUpdate(
                    update: OverrideUpdate(before: records.overrides, after: records.overrides))
            }
            for seconds in draft.leaseSeconds where leases[seconds] == nil {
                leases[seconds] = try await client.ask(EtcdLeaseGrant(seconds: seconds)).id
            }
            let change = draft.change(id: id, leases: leases)
            let done = JournaledUpdate(update: draft.update, step: draft.step)
            do {
                switch try await client.change(change) {
                case .known(.made): return done
                case .known(.conflict): continue
                case .unknown(let error): throw TeamOutcomeUnknown(id: id, reason: error.description)
                }
            } catch let error as EtcdError where error.refusal == .leaseGone {
                leases = [:]
            }
        }
        throw TeamRefusal.contended
    }

    /// Saves a named item for the team, or removes it.
    ///
    /// An item that another person saved is never lost unnoticed: it is replaced only if it has not changed since it
    /// was read. Repeating a request has no further effect.
    ///
    /// - Throws: `TeamRefusal` if the name is taken, nothing has this name, or another person was faster;
    ///   `OverrideStoreProblem` if the store cannot be reached. In that case, nothing has changed, unless the problem
    ///   says otherwise.
    package func make(_ request: TeamLibraryRequest) async throws {
        let key = layout.key(of: request.place)
        do {
            let records = try await current(reading: true)
            if let problem = hindrance(records) { throw TeamRefusal.cannotWrite(problem) }
            let known = try await client.ask(EtcdRead(.key(key))).entries.first
            guard known?.value != request.bytes else {
                if request.bytes == nil { throw TeamRefusal.missing(request.subject) }
                return
            }
            guard known == nil || request.replaces else { throw TeamRefusal.taken(request.subject) }
            let operation: EtcdOperation = request.bytes.map { .put(EtcdPut(key, $0)) } ?? .delete(.key(key))
            let outcome = try await client.perform(
                EtcdTransaction(
                    if: [.wasChanged(key, at: known?.modRevision ?? 0)], then: [operation],
                    else: [.read(EtcdRead(.key(key)))], mayArriveTwice: true))
            switch outcome {
            case .known(let answer):
                // A request that arrived twice finds its own effect.
                guard answer.succeeded || answer.reads.first?.entries.first?.value == request.bytes else {
                    throw TeamRefusal.changedMeanwhile(request.subject)
                }
            case .unknown(let error): throw TeamRefusal.unknown(request.subject, error)
            }
        } catch let error as EtcdError {
            throw OverrideStoreProblem(error, isChanging: true)
        }
    }
}
