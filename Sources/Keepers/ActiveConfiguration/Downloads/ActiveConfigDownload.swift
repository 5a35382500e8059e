import ExperimentsCore

/// What a downloader brings.
public struct ActiveConfigDownload: Sendable, Hashable {
    /// The answer.
    public enum Content: Sendable, Hashable {
        /// A document, JSON in UTF-8, which may turn out to be invalid.
        case document([UInt8])
        /// A document that was read elsewhere.
        case value(JSONValue)
        /// The user's configuration is still the one whose tag the request named.
        case unchanged
        /// Nothing at all, which leaves everything as it is.
        case empty
    }

    /// The answer.
    public var content: Content
    /// The tag by which the server will recognise the document; nil if it gave none.
    public var etag: String?
    /// The HTTP status, for a source behind HTTP.
    public var httpStatus: Int?
    /// The size of the answer in bytes.
    public var bytes: Int

    /// An answer.
    public init(_ content: Content, etag: String? = nil, httpStatus: Int? = nil, bytes: Int = 0) {
        self.content = content
        self.etag = etag
        self.httpStatus = httpStatus
        self.bytes = bytes
    }
}
