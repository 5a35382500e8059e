import Foundation

/// The last fetches, oldest first. Their number is limited, so that a dashboard can stay open for weeks.
public struct FetchHistory: Sendable {
    /// The largest number of changes of one fetch that are stored with their names.
    public static let changeLimit = 200

    /// The largest number of stored fetches.
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

    /// The number of failures since the last success. Fetches without a request, because of an earlier failure, count
    /// only if there are no others.
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

/// The record of one fetch: its time, its duration and its result.
public struct FetchRecord: Sendable, Identifiable {
    /// How a fetch ended.
    public enum Result: Sendable, Hashable {
        /// The source responded, with new or unchanged values.
        case success(FetchOutcome)
        /// The fetch failed, and the last good values stayed in use.
        case failure(FetchFailure)
    }

    /// The number of the fetch, from 1 for the first fetch of a service.
    public let id: Int
    /// The cause of the fetch.
    public let trigger: FetchTrigger
    /// The time at which it began.
    public let startedAt: Date
    /// The time that it took.
    public let duration: Duration
    /// The outcome of the fetch, or the reason why it failed.
    public let result: Result
    /// The version of the values after the fetch, if the source has one.
    public let version: String?
    /// The changes since the previous fetch.
    public let difference: SnapshotDifference

    /// Creates the record of a fetch.
    public init(
        id: Int, trigger: FetchTrigger, startedAt: Date, duration: Duration, result: Result, version: String?,
        difference: SnapshotDifference
    ) {
        self.id = id
        self.trigger = trigger
        self.startedAt = startedAt
        self.duration = duration
        self.result = result
        self.version = version
        self.difference = difference
    }

    /// Returns the same record with other changes.
    package func replacing(_ difference: SnapshotDifference) -> FetchRecord {
        FetchRecord(
            id: id, trigger: trigger, startedAt: startedAt, duration: duration, result: result,
            version: version,
            difference: difference)
    }

    /// The reason why it failed; nil if it succeeded.
    public var failure: FetchFailure? {
        if case .failure(let failure) = result { failure } else { nil }
    }

    /// The result in one word: `updated`, `unchanged`, `empty`, `no-template`, `cached` or `failed`.
    public var statusWord: String {
        switch result {
        case .success(let outcome): outcome.status.rawValue
        case .failure: "failed"
        }
    }

    /// The HTTP status, if the source uses HTTP.
    public var httpStatus: Int? {
        switch result {
        case .success(let outcome): outcome.httpStatus
        case .failure(let failure): failure.httpStatus
        }
    }

    /// The size of the response in bytes.
    public var bytes: Int {
        switch result {
        case .success(let outcome): outcome.bytes
        case .failure(let failure): failure.bytes
        }
    }
}
