import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import Foundation

/// A change of a team's overrides that was computed from the content of the store, but not made yet. A value.
struct TeamDraft: Sendable {
    /// The time that an override stays in the store after its end. Each reader applies the end itself, because the end
    /// of a lease can be arbitrarily late, and clocks differ.
    static let sweepDelay: TimeInterval = 60
    /// The maximum size of the journal's steps besides the newest, in bytes.
    static let journalLimit = 4 << 20
    /// The maximum number of overrides that one transaction can change, besides the mark, the head and the pruning of
    /// the journal.
    static let changeLimit = EtcdTransaction.limit - 3

    /// The step that the journal records for the change.
    let step: OverrideStep
    /// The overrides before and after.
    let update: OverrideUpdate
    private let records: TeamRecords
    private let head: TeamRecords.Head

    /// Computes a change.
    ///
    /// - Parameters:
    ///   - kind: whether it undoes an earlier one.
    ///   - after: the overrides after the change, of all scopes.
    /// - Returns: nil if nothing changes.
    /// - Throws: `TeamRefusal` if something of the store cannot be read, and would be overwritten.
    init?(
        _ kind: OverrideStep.Kind, _ title: String, by origin: OverrideOrigin, at now: Date,
        to after: OverrideSet, of records: TeamRecords
    ) throws(TeamRefusal) {
        let changes = records.overrides.changes(to: after)
        guard !changes.isEmpty else { return nil }
        guard let head = records.head else { throw .brokenHead(records.layout.key(of: .head)) }
        guard head.number + 1 < TeamRecords.lastNumber else {
            throw .brokenHead(records.layout.key(of: .head))
        }
        guard changes.count <= Self.changeLimit else {
            throw .tooMany(changes.count, limit: Self.changeLimit)
        }
        for address in changes.map(\.address) {
            guard !address.name.isEmpty else { throw .unnamed }
            let key = records.layout.key(of: address.place)
            if let problem = records.leftOut[key] { throw .unreadable(problem, key) }
        }
        step = OverrideStep(
            number: head.number + 1, kind: kind, title: title, origin: origin, at: now, changes: changes)
        update = OverrideUpdate(before: records.overrides, after: after)
        self.records = records
        self.head = head
    }

    /// The durations of the leases needed to remove overrides after their end, in seconds.
    var leaseSeconds: Set<Int64> {
        Set(step.changes.compactMap { $0.after.flatMap { Self.seconds($0, from: step.at) } })
    }

    private static func seconds(_ override: Override, from now: Date) -> Int64? {
        override.expiresAt.map { end in
            // etcd takes at most 9,000,000,000; a hundred years are forever, too.
            Int64(min(max(end.timeIntervalSince(now), 0) + sweepDelay, 3_155_760_000).rounded(.up))
        }
    }

    /// Returns the change as a transaction.
    ///
    /// It is made only if the head shows that no other change was made since the store was read, and if none of the
    /// overrides has expired or was written by hand in the meantime, which does not change the head.
    ///
    /// - Parameters:
    ///   - id: a unique ID, which stays the same when the change is sent again.
    ///   - leases: the leases by their seconds.
    func change(id: String, leases: [Int64: EtcdLeaseID]) -> EtcdChange {
        let layout = records.layout
        let headKey = layout.key(of: .head)
        var comparisons = [EtcdComparison.wasChanged(headKey, at: head.revision)]
        var operations: [EtcdOperation] = [.put(EtcdPut(headKey, Array(String(step.number).utf8)))]
        for change in step.changes {
            let key = layout.key(of: change.address.place)
            comparisons.append(.wasChanged(key, at: records.revision(of: key)))
            if let override = change.after {
                let lease = Self.seconds(override, from: step.at).flatMap { leases[$0] }
                let bytes = JSONValue.object(override.entry).compactBytes
                operations.append(.put(EtcdPut(key, bytes, lease: lease.map { .lease($0) } ?? .none)))
            } else {
                operations.append(.delete(.key(key)))
            }
        }
        if let first = firstKept, let end = layout.journal(before: first) { operations.append(.delete(end)) }
        return EtcdChange(
            mark: layout.key(of: .step(number: step.number, change: id)),
            note: JSONValue.object(step.document).densestBytes, if: comparisons, operations: operations)
    }

    /// The number of the oldest stored step; nil if all are stored.
    private var firstKept: Int? {
        var room = Self.journalLimit
        var oldest: Int?
        for (index, step) in records.stepSizes.enumerated() {
            room -= step.bytes
            guard room >= 0, index < OverrideJournal.stepLimit - 1 else { return oldest ?? self.step.number }
            oldest = step.number
        }
        return nil
    }
}
