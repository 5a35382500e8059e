import Foundation

/// One fetch: when, how long, what came of it.
public struct FetchRecord: Sendable, Identifiable {
    /// How a fetch ended.
    public enum Result: Sendable, Hashable {
        /// It succeeded.
        case success(FetchOutcome)
        /// It failed; the last good values stayed.
        case failure(FetchFailure)
    }

    /// Counts the fetches of a service from 1.
    public let id: Int
    /// Who asked for it.
    public let trigger: FetchTrigger
    /// When it began.
    public let startedAt: Date
    /// How long it took.
    public let duration: Duration
    /// How it ended.
    public let result: Result
    /// The version of what the source held after it, if it has one.
    public let version: String?
    /// What it changed.
    public let difference: SnapshotDifference

    /// A fetch that is over.
    public init(
        id: Int, trigger: FetchTrigger, startedAt: Date, duration: Duration, result: Result, version: String?,
        difference: SnapshotDifference
    ) {
        (self.id, self.trigger, self.startedAt, self.duration) = (id, trigger, startedAt, duration)
        (self.result, self.version, self.difference) = (result, version, difference)
    }

    /// The same with only the first changes by name.
    func keepingChanges(limit: Int) -> FetchRecord {
        FetchRecord(
            id: id, trigger: trigger, startedAt: startedAt, duration: duration, result: result, version: version,
            difference: difference.limited(to: limit))
    }

    /// Why it failed, if it did.
    public var failure: FetchFailure? {
        if case .failure(let failure) = result { failure } else { nil }
    }

    /// What the source answered, in one word: `updated`, `unchanged`, `empty`, `no-template`, `cached` or `failed`.
    public var statusWord: String {
        switch result {
        case .success(let outcome): outcome.status.rawValue
        case .failure: "failed"
        }
    }

    /// The HTTP status, if there was one.
    public var httpStatus: Int? {
        switch result {
        case .success(let outcome): outcome.httpStatus
        case .failure(let failure): failure.httpStatus
        }
    }

    /// The size of the answer in bytes.
    public var bytes: Int {
        switch result {
        case .success(let outcome): outcome.bytes
        case .failure(let failure): failure.bytes
        }
    }
}
