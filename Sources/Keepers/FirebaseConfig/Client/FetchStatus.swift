import ExperimentsCore

extension RemoteConfig {
    /// The result of the last fetch. The raw value is the number of the status in the official clients.
    public enum FetchStatus: Int, Sendable, Hashable {
        /// This process has not fetched yet.
        case noFetchYet = 0
        /// The fetch succeeded, or was not necessary because the last one was recent enough.
        case success = 1
        /// There was no response, or one that cannot be used.
        case failure = 2
        /// No request was sent, because the service has asked clients to wait.
        case throttled = 3

        /// The number of the status in the official clients.
        public var code: Int { rawValue }

        /// Creates the status with this number; nil if there is none.
        public init?(code: Int) { self.init(rawValue: code) }

        init(_ result: Result<FetchOutcome, any Error>) {
            switch result {
            case .success: self = .success
            case .failure(FirebaseFetchError.heldBack): self = .throttled
            case .failure: self = .failure
            }
        }
    }

    /// The result of a fetch that is followed by an activation.
    public enum FetchAndActivateStatus: Int, Sendable, Hashable {
        /// The service was asked, and its values are in use.
        case successFetchedFromRemote = 0
        /// The last good fetch was recent enough, and its values are in use.
        case successUsingPreFetchedData = 1
        /// The fetch failed; nothing was activated.
        case error = 2

        init(_ outcome: FetchOutcome) {
            self = outcome.status == .cached ? .successUsingPreFetchedData : .successFetchedFromRemote
        }
    }
}
