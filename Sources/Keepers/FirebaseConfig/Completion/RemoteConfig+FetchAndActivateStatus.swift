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
