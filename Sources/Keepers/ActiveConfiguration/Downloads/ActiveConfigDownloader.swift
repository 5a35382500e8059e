import ExperimentsCore

/// Downloads configuration documents.
///
/// Use `URLActiveConfigDownloader` for a server that answers with a document, or `ClosureActiveConfigDownloader`. Implement
/// the protocol for a source that needs more.
public protocol ActiveConfigDownloader: Sendable {
    /// Downloads a user's configuration.
    ///
    /// It may be called for several users at the same time, but for one user only after the last call has returned or its
    /// task was cancelled. What it returns need not be checked: `ActiveConfig` refuses a document that is not valid.
    ///
    /// - Throws: why there is no answer. Throw a `FetchFailure` to report the HTTP status, the size of the answer, and when
    ///   to try again.
    func download(_ request: ActiveConfigRequest) async throws -> ActiveConfigDownload
}

/// A request for a user's configuration.
public struct ActiveConfigRequest: Sendable, Hashable {
    /// The user; nil for the configuration that is shared by all.
    public let userID: String?
    /// The entity tag of the configuration that this user has now, if there is one: then the answer may be `unchanged`.
    public let etag: String?

    /// Creates a request.
    public init(userID: String?, etag: String? = nil) {
        self.userID = userID
        self.etag = etag
    }
}

/// The answer to a request for a user's configuration.
public struct ActiveConfigDownload: Sendable, Hashable {
    /// What an answer holds.
    public enum Content: Sendable, Hashable {
        /// A document, JSON in UTF-8, which was not checked yet.
        case document([UInt8])
        /// A document that was parsed already, but not checked.
        case value(JSONValue)
        /// The user's configuration is still the one whose tag the request named.
        case unchanged
        /// Nothing: the configuration in force stays in force.
        case empty
    }

    /// What the answer holds.
    public var content: Content
    /// The server's entity tag for the document; nil if it gave none.
    public var etag: String?
    /// The HTTP status; nil if the downloader does not use HTTP.
    public var httpStatus: Int?
    /// The size of the answer in bytes.
    public var bytes: Int

    /// Creates an answer.
    public init(_ content: Content, etag: String? = nil, httpStatus: Int? = nil, bytes: Int = 0) {
        self.content = content
        self.etag = etag
        self.httpStatus = httpStatus
        self.bytes = bytes
    }
}

/// A downloader that calls a closure: for tests, previews, and apps that reach their server in a way of their own.
public struct ClosureActiveConfigDownloader: ActiveConfigDownloader {
    private let make: @Sendable (ActiveConfigRequest) async throws -> ActiveConfigDownload

    /// Creates a downloader that returns what `make` makes of the request.
    public init(answering make: @escaping @Sendable (ActiveConfigRequest) async throws -> ActiveConfigDownload) {
        self.make = make
    }

    /// Creates a downloader of the documents that `make` makes for a user. Nil leaves the configuration as it is.
    public init(_ make: @escaping @Sendable (_ userID: String?) async throws -> JSONValue?) {
        self.init(answering: { request in
            ActiveConfigDownload(try await make(request.userID).map { .value($0) } ?? .empty)
        })
    }

    public func download(_ request: ActiveConfigRequest) async throws -> ActiveConfigDownload {
        try await make(request)
    }
}
