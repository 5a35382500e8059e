import ExperimentsCore

/// An operation in a transaction.
package enum EtcdOperation: Sendable, Hashable {
    /// Reads keys.
    case read(EtcdRead)
    /// Puts a value.
    case put(EtcdPut)
    /// Deletes keys.
    case delete(EtcdKeyRange)

    var isRead: Bool {
        if case .read = self { true } else { false }
    }

    var json: JSONValue {
        var json = JSONObject()
        switch self {
        case .read(let read): json["request_range"] = read.body
        case .put(let put): json["request_put"] = put.body
        case .delete(let range):
            var request = JSONObject()
            request.set(range)
            json["request_delete_range"] = .object(request)
        }
        return .object(json)
    }
}

/// Carries out several operations in one revision if all conditions are met, and other operations if not.
package struct EtcdTransaction: EtcdCall, Hashable {
    package static let path = "kv/txn"
    /// The largest number of conditions, and of operations for either case, that etcd accepts by default.
    package static let limit = 128

    /// The conditions.
    package var comparisons: [EtcdComparison]
    /// The operations if all conditions are met.
    package var success: [EtcdOperation]
    /// The operations if not.
    package var failure: [EtcdOperation]
    /// Whether it is designed so that a second arrival changes nothing further; see `EtcdChange`.
    package var mayArriveTwice: Bool

    /// Creates a transaction.
    package init(
        if comparisons: [EtcdComparison] = [], then success: [EtcdOperation],
        else failure: [EtcdOperation] = [],
        mayArriveTwice: Bool = false
    ) {
        self.comparisons = comparisons
        self.success = success
        self.failure = failure
        self.mayArriveTwice = mayArriveTwice
    }

    package var effect: EtcdEffect {
        if success.allSatisfy(\.isRead), failure.allSatisfy(\.isRead) { return .none }
        return mayArriveTwice ? .repeatable : .once
    }

    package var fault: String? {
        let most = max(comparisons.count, success.count, failure.count)
        return most > Self.limit ? "a transaction has \(most) steps, but etcd accepts \(Self.limit)" : nil
    }

    package var body: JSONValue {
        var body = JSONObject()
        if !comparisons.isEmpty { body["compare"] = .array(comparisons.map(\.json)) }
        if !success.isEmpty { body["success"] = .array(success.map(\.json)) }
        if !failure.isEmpty { body["failure"] = .array(failure.map(\.json)) }
        return .object(body)
    }

    package func answer(_ answer: EtcdReply) throws(MessageError) -> EtcdTransactionAnswer {
        let succeeded = try answer.fields.truth("succeeded")
        let done = succeeded ? success : failure
        let responses = try answer.fields.list("responses")
        guard responses.count == done.count else {
            throw MessageError("a transaction of \(done.count) steps got \(responses.count) results")
        }
        var reads: [EtcdReadAnswer] = []
        for (operation, response) in zip(done, responses) where operation.isRead {
            guard let fields = try response.fields("response_range") else {
                throw MessageError("a transaction lacks the result of a step that reads")
            }
            reads.append(try EtcdReadAnswer(fields, answer.header))
        }
        return EtcdTransactionAnswer(header: answer.header, succeeded: succeeded, reads: reads)
    }
}

/// The result of a transaction.
package struct EtcdTransactionAnswer: Sendable, Hashable {
    /// The header of the response. Its revision is that of the changes, if there were any.
    package var header: EtcdHeader
    /// Whether all conditions were met.
    package var succeeded: Bool
    /// The results of the completed reads, in order.
    package var reads: [EtcdReadAnswer]
}

/// A condition of a transaction on one key.
package struct EtcdComparison: Sendable, Hashable {
    private let key: EtcdKey
    private let target: String
    private let member: String
    private let revision: Int64

    /// Compares whether the key does not exist.
    package static func isAbsent(_ key: EtcdKey) -> EtcdComparison {
        EtcdComparison(key: key, target: "CREATE", member: "create_revision", revision: 0)
    }

    /// Compares whether the key was last changed in this revision; 0 if it does not exist.
    package static func wasChanged(_ key: EtcdKey, at revision: Int64) -> EtcdComparison {
        EtcdComparison(key: key, target: "MOD", member: "mod_revision", revision: revision)
    }

    var json: JSONValue {
        var json = JSONObject()
        json["key"] = .base64(key.bytes)
        json["target"] = .string(target)
        json["result"] = "EQUAL"
        json[member] = .number64(revision)
        return .object(json)
    }
}

/// A change that can be sent again until its result is known.
///
/// If the response is lost, it is unknown whether the change was made, and sending it again could silently undo what
/// another client did in the meantime. So the change creates a mark: a key that only this change creates. If it arrives
/// again, it finds the mark, changes nothing, and reports that it was made before.
package struct EtcdChange: Sendable, Hashable {
    /// The result of a change.
    package enum Result: Sendable, Hashable {
        /// The transaction was made in this revision.
        case made(revision: Int64)
        /// A condition was not met. The responses are those of `readsOnConflict`, as of `revision`.
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
        self.mark = mark
        self.note = note
        self.comparisons = comparisons
        self.operations = operations
        self.readsOnConflict = readsOnConflict
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
