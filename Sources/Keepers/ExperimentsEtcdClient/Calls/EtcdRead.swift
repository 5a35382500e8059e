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
    /// The lowest revision of the last change to the keys to return; nil for any. It does not affect the count.
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
        self.range = range
        self.limit = limit
        self.revision = revision
        self.changedSince = changedSince
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

    package func answer(_ answer: EtcdReply) throws(MessageError) -> EtcdReadAnswer {
        let read = try EtcdReadAnswer(answer.fields, answer.header)
        // An empty object would mean that there are no keys. A server that is not etcd, such as a proxy, may send one.
        guard read.header.revision != 0 || read.header.clusterID != 0 else {
            throw MessageError("it has no header, which etcd always sends")
        }
        return read
    }
}

/// The response with keys as of one revision.
package struct EtcdReadAnswer: Sendable, Hashable {
    /// The response's header.
    package var header: EtcdHeader
    /// The keys, in their order.
    package var entries: [EtcdEntry]
    /// Whether there are more keys than were requested.
    package var hasMore: Bool
    /// The number of keys in the range, regardless of the limit.
    package var count: Int64

    init(_ fields: EtcdFields, _ header: EtcdHeader) throws(MessageError) {
        self.header = header
        entries = try EtcdEntry.list("kvs", of: fields)
        hasMore = try fields.truth("more")
        count = try fields.number("count")
    }
}

/// Reads ranges of any size in pages, all as of one revision. It is a value that knows the next request.
struct EtcdPaging: Sendable {
    /// The maximum number of keys per page.
    static let mostKeys = 1000

    private let ranges: [EtcdKeyRange]
    private let revision: Int64?
    private let detail: EtcdRead.Detail
    private var read: [[EtcdEntry]] = []
    private var page: [EtcdEntry] = []
    private var rest: EtcdKeyRange?
    private var limit = Self.mostKeys
    private var header: EtcdHeader?

    /// - Parameter revision: the one to read at; nil for the newest.
    init(_ ranges: [EtcdKeyRange], at revision: Int64? = nil, detail: EtcdRead.Detail = .entries) {
        self.ranges = ranges
        self.revision = revision
        self.detail = detail
        rest = ranges.first
    }

    /// The next request; nil if everything is read.
    var next: EtcdRead? {
        rest.map { EtcdRead($0, limit: limit, revision: revision ?? header?.revision, detail: detail) }
    }

    /// The result. All pages are as of its revision.
    var snapshot: EtcdSnapshot? {
        guard rest == nil, let header else { return nil }
        return EtcdSnapshot(clusterID: header.clusterID, revision: revision ?? header.revision, entries: read)
    }

    mutating func take(_ answer: EtcdReadAnswer) {
        // Later pages are read at the first one's revision, although their headers have a later one.
        if header == nil { header = answer.header }
        page += answer.entries
        if answer.hasMore, let last = answer.entries.last, let rest = rest?.rest(after: last.key) {
            self.rest = rest
        } else {
            read.append(page)
            page = []
            rest = read.count < ranges.count ? ranges[read.count] : nil
        }
    }

    /// Records that a page was larger than the limit of a response.
    ///
    /// - Returns: whether a smaller one can be requested.
    mutating func shrink() -> Bool {
        guard limit > 1 else { return false }
        limit = max(1, limit / 8)
        return true
    }

    /// Begins again: the revision that was read at is compacted.
    mutating func restart() {
        let limit = limit
        self = EtcdPaging(ranges, at: revision, detail: detail)
        self.limit = limit
    }
}

/// The content of several ranges as of one revision.
package struct EtcdSnapshot: Sendable, Hashable {
    /// The cluster that it was read from.
    package var clusterID: UInt64
    /// The revision.
    package var revision: Int64
    /// The entries of each range, in order.
    package var entries: [[EtcdEntry]]

    /// Creates a snapshot.
    package init(clusterID: UInt64, revision: Int64, entries: [[EtcdEntry]]) {
        self.clusterID = clusterID
        self.revision = revision
        self.entries = entries
    }
}
