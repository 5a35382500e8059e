/// The last fetches, oldest first. Their number is limited, so that a dashboard can stay open for weeks.
public struct FetchHistory: Sendable {
    /// The number of changes of one fetch that are kept with their names.
    public static let changeLimit = 200

    /// The number of fetches that are kept.
    public let capacity: Int
    /// The fetches, oldest first, each with only its first changes.
    public private(set) var records: [FetchRecord] = []

    /// Creates a history without fetches.
    public init(capacity: Int = 500) {
        self.capacity = max(1, capacity)
    }

    /// The last fetch.
    public var last: FetchRecord? { records.last }

    /// The last fetch that succeeded.
    public var lastSuccess: FetchRecord? { records.last { $0.failure == nil } }

    /// The number of failures since the last success. Fetches for which no request was sent, because of an earlier
    /// failure, count only if there are no others.
    public var failuresInARow: Int {
        let failures = records.reversed().prefix { $0.failure != nil }
        return max(failures.count { $0.failure?.wasHeldBack == false }, min(failures.count, 1))
    }

    /// Adds a fetch, and removes the oldest one if there are too many.
    public mutating func append(_ record: FetchRecord) {
        if records.count >= capacity { records.removeFirst(records.count - capacity + 1) }
        records.append(record.replacing(record.difference.limited(to: Self.changeLimit)))
    }
}
