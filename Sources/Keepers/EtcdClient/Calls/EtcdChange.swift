/// A change that can be sent again until its result is known.
///
/// If the answer is lost, it is not known whether the change was made, and sending it again could silently undo what
/// another client did in the meantime. So the change leaves a mark, which is a key that only it would create. If it
/// arrives again, it finds the mark, changes nothing, and reports that it was made before.
package struct EtcdChange: Sendable, Hashable {
    /// The result of a change.
    package enum Result: Sendable, Hashable {
        /// It was made in this revision.
        case made(revision: Int64)
        /// A condition was not met. The answers are those of `readsOnConflict`, as of `revision`.
        case conflict([EtcdReadAnswer], revision: Int64)
    }

    /// The key of the mark. It contains something that no other change has.
    package var mark: EtcdKey
    /// The value of the mark.
    package var note: [UInt8]
    /// The conditions.
    package var comparisons: [EtcdComparison]
    /// The operations.
    package var operations: [EtcdOperation]
    /// The reads to make if a condition is not met.
    package var readsOnConflict: [EtcdRead]

    /// Creates a change.
    package init(
        mark: EtcdKey, note: [UInt8] = [], if comparisons: [EtcdComparison] = [], operations: [EtcdOperation],
        readsOnConflict: [EtcdRead] = []
    ) {
        (self.mark, self.note, self.comparisons) = (mark, note, comparisons)
        (self.operations, self.readsOnConflict) = (operations, readsOnConflict)
    }

    /// The transaction for the change.
    package var transaction: EtcdTransaction {
        EtcdTransaction(
            if: [.isAbsent(mark)] + comparisons, then: operations + [.put(EtcdPut(mark, note))],
            else: ([EtcdRead(.key(mark))] + readsOnConflict).map(EtcdOperation.read), mayArriveTwice: true)
    }

    /// Returns the result that the transaction's answer means.
    package func result(_ answer: EtcdTransactionAnswer) -> Result {
        if answer.succeeded { return .made(revision: answer.header.revision) }
        if let made = answer.reads.first?.entries.first { return .made(revision: made.createRevision) }
        return .conflict(Array(answer.reads.dropFirst()), revision: answer.header.revision)
    }
}
