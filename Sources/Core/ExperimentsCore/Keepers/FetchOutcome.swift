/// The result of a successful fetch.
public struct FetchOutcome: Sendable, Hashable {
    /// What the source answered.
    public enum Status: String, Sendable, Hashable {
        /// New content.
        case updated
        /// The same content as before.
        case unchanged
        /// Content without any values.
        case empty
        /// No content has ever been published.
        case noTemplate = "no-template"
        /// The minimum interval between fetches was not over, so the last content was kept without a request.
        case cached
    }

    /// What the source answered.
    public let status: Status
    /// The HTTP status, for a source behind HTTP.
    public let httpStatus: Int?
    /// The size of the answer in bytes.
    public let bytes: Int

    /// Creates an outcome.
    public init(status: Status, httpStatus: Int? = nil, bytes: Int = 0) {
        self.status = status
        self.httpStatus = httpStatus
        self.bytes = bytes
    }
}
