/// The result of a successful fetch.
public struct FetchReceipt: Sendable, Hashable {
    /// What the service answered.
    public enum Status: String, Sendable, Hashable {
        /// Values that differ from the stored ones.
        case updated
        /// The client already has the current values.
        case noChange
        /// A template without parameters for this app.
        case emptyConfig
        /// There is no template.
        case noTemplate
        /// No request was sent, because the last good fetch is recent enough.
        case notAsked
    }

    /// What the service answered.
    public let status: Status
    /// The HTTP status of the answer; nil if no request was sent.
    public let httpStatus: Int?
    /// The size of the answer in bytes.
    public let bytes: Int

    /// Creates a receipt.
    public init(status: Status, httpStatus: Int? = nil, bytes: Int = 0) {
        self.status = status
        self.httpStatus = httpStatus
        self.bytes = bytes
    }
}

extension RemoteConfig.FetchStatus {
    /// The number of the status in the official clients: 0 for no fetch yet, 1 for success, 2 for failure, 3 for
    /// throttled.
    public var code: Int {
        switch self {
        case .noFetchYet: 0
        case .success: 1
        case .failure: 2
        case .throttled: 3
        }
    }

    /// Creates the status with this number; nil if there is none.
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
    /// The result of a fetch that is followed by an activation.
    public enum FetchAndActivateStatus: Int, Sendable, Hashable {
        /// The service was asked, and its values are in use.
        case successFetchedFromRemote = 0
        /// The last good fetch was recent enough, and its values are in use.
        case successUsingPreFetchedData = 1
        /// The fetch failed; nothing was activated.
        case error = 2

        init(_ receipt: FetchReceipt) {
            self = receipt.status == .notAsked ? .successUsingPreFetchedData : .successFetchedFromRemote
        }
    }
}
