/// The last requests.
struct RequestLog: Sendable {
    /// How many are kept.
    static let limit = 1000

    private var records: [RequestRecord] = []
    private var start = 0

    /// Keeps `record`, and forgets the oldest one where there are too many.
    mutating func add(_ record: RequestRecord) {
        if records.count < Self.limit {
            records.append(record)
        } else {
            records[start] = record
            start = (start + 1) % Self.limit
        }
    }

    /// The last `count` requests, the newest last.
    func newest(_ count: Int) -> [RequestRecord] {
        (records[start...] + records[..<start]).suffix(max(count, 0))
    }

    /// Forgets all.
    mutating func removeAll() {
        self = RequestLog()
    }
}
