import ExperimentsCore

/// Reads keys.
package struct EtcdRead: EtcdCall, Hashable {
    /// How much of each key is wanted.
    package enum Detail: Sendable, Hashable {
        /// Everything.
        case entries
        /// All but the values.
        case keys
        /// Only how many there are.
        case count
    }

    package static let path = "kv/range"

    /// The keys.
    package var range: EtcdKeyRange
    /// The most keys to return; nil for all.
    package var limit: Int?
    /// The revision to read at; nil for the newest.
    package var revision: Int64?
    /// The lowest revision of a last change that is of interest; nil for any. It does not change what is counted.
    package var changedSince: Int64?
    /// How much of each key is wanted.
    package var detail: Detail
    /// Whether the member that is asked may answer from what it has, which may be old, so that it needs no leader.
    package var mayBeStale: Bool

    package let effect = EtcdEffect.none
    package var needsLeader: Bool { !mayBeStale }
    /// A page takes a while.
    package var attemptTimeout: Duration { limit != 1 && range.rangeEnd != nil ? .seconds(10) : .seconds(2) }

    /// Creates a request.
    package init(
        _ range: EtcdKeyRange, limit: Int? = nil, revision: Int64? = nil, changedSince: Int64? = nil,
        detail: Detail = .entries, mayBeStale: Bool = false
    ) {
        (self.range, self.limit, self.revision, self.changedSince) = (range, limit, revision, changedSince)
        (self.detail, self.mayBeStale) = (detail, mayBeStale)
    }

    package var body: JSONValue {
        var body = JSONObject()
        body.set(range)
        body["limit"] = limit.map { .number64(Int64($0)) }
        body["revision"] = revision.map(JSONValue.number64)
        body["min_mod_revision"] = changedSince.map(JSONValue.number64)
        if mayBeStale { body["serializable"] = true }
        switch detail {
        case .entries: break
        case .keys: body["keys_only"] = true
        case .count: body["count_only"] = true
        }
        return .object(body)
    }

    package func answer(_ answer: EtcdReply) throws(EtcdAnswerProblem) -> EtcdReadAnswer {
        try EtcdReadAnswer(answer.fields, answer.header)
    }
}

/// Keys as they were at one revision.
package struct EtcdReadAnswer: Sendable, Hashable {
    /// The answer's header.
    package var header: EtcdHeader
    /// The keys, in their order.
    package var entries: [EtcdEntry]
    /// Whether there are more than were asked for.
    package var hasMore: Bool
    /// How many keys the range has, whatever the limit.
    package var count: Int64

    init(_ fields: EtcdFields, _ header: EtcdHeader) throws(EtcdAnswerProblem) {
        self.header = header
        entries = try EtcdEntry.list("kvs", of: fields)
        hasMore = try fields.truth("more")
        count = try fields.number("count")
    }
}
