import ExperimentsCore

/// Deletes keys.
package struct EtcdDelete: EtcdCall, Hashable {
    package static let path = "kv/deleterange"

    /// The keys.
    package var range: EtcdKeyRange

    /// Not repeatable, because another client may have put a key again between the two arrivals.
    package let effect = EtcdEffect.once

    /// Creates a request.
    package init(_ range: EtcdKeyRange) {
        self.range = range
    }

    package var body: JSONValue {
        var body = JSONObject()
        body.set(range)
        return .object(body)
    }

    package func answer(_ answer: EtcdReply) throws(EtcdAnswerProblem) -> EtcdDeleteAnswer {
        EtcdDeleteAnswer(header: answer.header, count: try answer.fields.number("deleted"))
    }
}

/// How many keys were deleted.
package struct EtcdDeleteAnswer: Sendable, Hashable {
    /// The answer's header.
    package var header: EtcdHeader
    /// The number of deleted keys.
    package var count: Int64
}
