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
