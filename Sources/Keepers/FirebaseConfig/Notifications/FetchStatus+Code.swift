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
