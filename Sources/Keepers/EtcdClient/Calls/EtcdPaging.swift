/// Reads ranges of any size in pages, all as of one revision. It is a value that knows the next request.
struct EtcdPaging: Sendable {
    /// The most keys of a page.
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
        (self.ranges, self.revision, self.detail) = (ranges, revision, detail)
        rest = ranges.first
    }

    /// The next request; nil where everything is read.
    var next: EtcdRead? {
        rest.map { EtcdRead($0, limit: limit, revision: revision ?? header?.revision, detail: detail) }
    }

    /// What was read. All pages are as of its revision.
    var snapshot: EtcdSnapshot? {
        guard rest == nil, let header else { return nil }
        return EtcdSnapshot(clusterID: header.clusterID, revision: revision ?? header.revision, entries: read)
    }

    mutating func take(_ answer: EtcdReadAnswer) {
        // Later pages are read at the first one's revision; their headers tell a later one.
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

    /// Notes that a page was larger than an answer may be.
    ///
    /// - Returns: whether a smaller one can be asked for.
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
        (self.clusterID, self.revision, self.entries) = (clusterID, revision, entries)
    }
}
