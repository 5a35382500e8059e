/// A change that may be sent again until it is known what came of it.
///
/// Where no answer comes, nobody knows whether the change was made, and sending it again could undo in silence what
/// somebody else did meanwhile. So the change leaves a mark, a key that only it would make. Sent again, it finds the mark,
/// changes nothing, and knows that it was made before.
package struct EtcdChange: Sendable, Hashable {
    /// What came of a change.
    package enum Result: Sendable, Hashable {
        /// It is made, in this revision.
        case made(revision: Int64)
        /// A condition was not true. What was to be read then, as of `revision`.
        case conflict([EtcdReadAnswer], revision: Int64)
    }

    /// The key of the mark, which holds something that no other change has.
    package var mark: EtcdKey
    /// What the mark's key holds.
    package var note: [UInt8]
    /// The conditions.
    package var comparisons: [EtcdComparison]
    /// What to do.
    package var operations: [EtcdOperation]
    /// What to read where a condition is not true.
    package var readsOnConflict: [EtcdRead]

    /// Creates a change.
    package init(
        mark: EtcdKey, note: [UInt8] = [], if comparisons: [EtcdComparison] = [], operations: [EtcdOperation],
        readsOnConflict: [EtcdRead] = []
    ) {
        (self.mark, self.note, self.comparisons) = (mark, note, comparisons)
        (self.operations, self.readsOnConflict) = (operations, readsOnConflict)
    }

    /// The transaction that makes the change.
    package var transaction: EtcdTransaction {
        EtcdTransaction(
            if: [.isAbsent(mark)] + comparisons, then: operations + [.put(EtcdPut(mark, note))],
            else: ([EtcdRead(.key(mark))] + readsOnConflict).map(EtcdOperation.read), mayArriveTwice: true)
    }

    /// What the transaction's answer means.
    package func result(_ answer: EtcdTransactionAnswer) -> Result {
        if answer.succeeded { return .made(revision: answer.header.revision) }
        if let made = answer.reads.first?.entries.first { return .made(revision: made.createRevision) }
        return .conflict(Array(answer.reads.dropFirst()), revision: answer.header.revision)
    }
}
