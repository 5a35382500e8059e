/// How a fetch that succeeded went.
public struct FetchReceipt: Sendable, Hashable {
    /// What the service answered.
    public enum Status: String, Sendable, Hashable {
        /// A whole set.
        case updated
        /// The set is still the one that the client has.
        case noChange
        /// A template without parameters for this app.
        case emptyConfig
        /// No template.
        case noTemplate
        /// Nothing: the last good fetch was young enough.
        case notAsked
    }

    /// What the service answered.
    public let status: Status
    /// The HTTP status of the answer, or nil if the service was not asked.
    public let httpStatus: Int?
    /// The size of the answer in bytes.
    public let bytes: Int

    /// A receipt.
    public init(status: Status, httpStatus: Int? = nil, bytes: Int = 0) {
        self.status = status
        self.httpStatus = httpStatus
        self.bytes = bytes
    }
}

extension RemoteConfig.FetchStatus {
    /// The number that the official clients give the status: 0 no fetch yet, 1 success, 2 failure, 3 throttled.
    public var code: Int {
        switch self {
        case .noFetchYet: 0
        case .success: 1
        case .failure: 2
        case .throttled: 3
        }
    }

    /// The status that a number stands for; nil for one that stands for none.
    public init?(code: Int) {
        switch code {
        case 0: self = .noFetchYet
        case 1: self = .success
        case 2: self = .failure
        case 3: self = .throttled
        default: return nil
        }
    }

    init(_ result: Result<FetchReceipt, any Error>) {
        switch result {
        case .success: self = .success
        case .failure(FirebaseFetchError.heldBack): self = .throttled
        case .failure: self = .failure
        }
    }
}

extension RemoteConfig {
    /// How a fetch followed by an activation ended.
    public enum FetchAndActivateStatus: Int, Sendable, Hashable {
        /// The service was asked, and what it has is in use.
        case successFetchedFromRemote = 0
        /// The last good fetch was young enough; what it brought is in use.
        case successUsingPreFetchedData = 1
        /// The fetch failed; nothing was activated.
        case error = 2

        init(_ receipt: FetchReceipt) {
            self = receipt.status == .notAsked ? .successUsingPreFetchedData : .successFetchedFromRemote
        }
    }
}
