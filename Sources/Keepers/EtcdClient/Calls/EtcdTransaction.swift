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

/// Makes several operations at once, in one revision, if all conditions are met, and others if not.
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
        if comparisons: [EtcdComparison] = [], then success: [EtcdOperation], else failure: [EtcdOperation] = [],
        mayArriveTwice: Bool = false
    ) {
        (self.comparisons, self.success, self.failure) = (comparisons, success, failure)
        self.mayArriveTwice = mayArriveTwice
    }

    package var effect: EtcdEffect {
        if success.allSatisfy(\.isRead), failure.allSatisfy(\.isRead) { return .none }
        return mayArriveTwice ? .repeatable : .once
    }

    package var fault: String? {
        let most = max(comparisons.count, success.count, failure.count)
        return most > Self.limit ? "a transaction has \(most) steps, and etcd takes \(Self.limit)" : nil
    }

    package var body: JSONValue {
        var body = JSONObject()
        if !comparisons.isEmpty { body["compare"] = .array(comparisons.map(\.json)) }
        if !success.isEmpty { body["success"] = .array(success.map(\.json)) }
        if !failure.isEmpty { body["failure"] = .array(failure.map(\.json)) }
        return .object(body)
    }

    package func answer(_ answer: EtcdReply) throws(EtcdAnswerProblem) -> EtcdTransactionAnswer {
        let succeeded = try answer.fields.truth("succeeded")
        let done = succeeded ? success : failure
        let responses = try answer.fields.list("responses")
        guard responses.count == done.count else {
            throw EtcdAnswerProblem("a transaction of \(done.count) steps was answered with \(responses.count)")
        }
        var reads: [EtcdReadAnswer] = []
        for (operation, response) in zip(done, responses) where operation.isRead {
            guard let fields = try response.fields("response_range") else {
                throw EtcdAnswerProblem("a transaction lacks the answer of a step that reads")
            }
            reads.append(try EtcdReadAnswer(fields, answer.header))
        }
        return EtcdTransactionAnswer(header: answer.header, succeeded: succeeded, reads: reads)
    }
}

/// The result of a transaction.
package struct EtcdTransactionAnswer: Sendable, Hashable {
    /// The header of the answer. Its revision is that of the changes, if there were any.
    package var header: EtcdHeader
    /// Whether all conditions were met.
    package var succeeded: Bool
    /// The results of the reads that were made, in order.
    package var reads: [EtcdReadAnswer]
}
