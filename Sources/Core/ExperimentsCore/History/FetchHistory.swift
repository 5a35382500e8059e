/// The latest fetches, oldest first; a limited number, so that a dashboard can stay open for weeks.
public struct FetchHistory: Sendable {
    /// How many changes of one fetch are kept by name.
    public static let changeLimit = 200

    /// How many fetches are kept.
    public let capacity: Int
    /// The fetches, oldest first. Each with its first changes only.
    public private(set) var records: [FetchRecord] = []

    /// No fetch yet.
    public init(capacity: Int = 500) {
        self.capacity = max(1, capacity)
    }

    /// The latest fetch.
    public var last: FetchRecord? { records.last }

    /// The latest fetch that succeeded.
    public var lastSuccess: FetchRecord? { records.last { $0.failure == nil } }

    /// How many of the latest fetches failed in a row. Those that were held back because of the others count only where
    /// there are no others.
    public var failuresInARow: Int {
        let failures = records.reversed().prefix { $0.failure != nil }
        return max(failures.count { $0.failure?.wasHeldBack == false }, min(failures.count, 1))
    }

    /// Adds a fetch, letting go of the oldest where there are too many.
    public mutating func append(_ record: FetchRecord) {
        if records.count >= capacity { records.removeFirst(records.count - capacity + 1) }
        records.append(record.keepingChanges(limit: Self.changeLimit))
    }
}
