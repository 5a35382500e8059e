import ExperimentsCore

/// Reads keys.
package struct EtcdRead: EtcdCall, Hashable {
    /// The parts of each key to return.
    package enum Detail: Sendable, Hashable {
        /// Everything.
        case entries
        /// Everything except the values.
        case keys
        /// Only the number of keys.
        case count
    }

    package static let path = "kv/range"

    /// The keys.
    package var range: EtcdKeyRange
    /// The largest number of keys to return; nil for all.
    package var limit: Int?
    /// The revision to read; nil for the latest.
    package var revision: Int64?
    /// The lowest revision of the last change for a key to be returned; nil for any. It does not affect the count.
    package var changedSince: Int64?
    /// The parts of each key to return.
    package var detail: Detail

    package let effect = EtcdEffect.none
    /// A page takes a while.
    package var attemptTimeout: Duration { limit != 1 && range.rangeEnd != nil ? .seconds(10) : .seconds(2) }

    /// Creates a request.
    package init(
        _ range: EtcdKeyRange, limit: Int? = nil, revision: Int64? = nil, changedSince: Int64? = nil,
        detail: Detail = .entries
    ) {
        (self.range, self.limit, self.revision, self.changedSince) = (range, limit, revision, changedSince)
        self.detail = detail
    }

    package var body: JSONValue {
        var body = JSONObject()
        body.set(range)
        body["limit"] = limit.map { .number64(Int64($0)) }
        body["revision"] = revision.map(JSONValue.number64)
        body["min_mod_revision"] = changedSince.map(JSONValue.number64)
        switch detail {
        case .entries: break
        case .keys: body["keys_only"] = true
        case .count: body["count_only"] = true
        }
        return .object(body)
    }

    package func answer(_ answer: EtcdReply) throws(EtcdAnswerProblem) -> EtcdReadAnswer {
        let read = try EtcdReadAnswer(answer.fields, answer.header)
        // An empty object would mean that there are no keys. What is not etcd, such as a proxy, may send one.
        guard read.header.revision != 0 || read.header.clusterID != 0 else {
            throw EtcdAnswerProblem("it has no header, which etcd always sends")
        }
        return read
    }
}

/// The answer with keys as of one revision.
package struct EtcdReadAnswer: Sendable, Hashable {
    /// The answer's header.
    package var header: EtcdHeader
    /// The keys, in their order.
    package var entries: [EtcdEntry]
    /// Whether there are more keys than were requested.
    package var hasMore: Bool
    /// The number of keys in the range, regardless of the limit.
    package var count: Int64

    init(_ fields: EtcdFields, _ header: EtcdHeader) throws(EtcdAnswerProblem) {
        self.header = header
        entries = try EtcdEntry.list("kvs", of: fields)
        hasMore = try fields.truth("more")
        count = try fields.number("count")
    }
}
