import ExperimentsCore

/// Downloads configuration documents.
///
/// **To use a downloader**, give it to an `ActiveConfig`. `URLActiveConfigDownloader` is for a server that answers with
/// a document, and `ClosureActiveConfigDownloader` calls a closure.
///
/// **To implement one**, for a source that needs more, return the document, or `.unchanged` if the user's configuration
/// still has the ETag of the request:
///
/// ```swift
/// struct BackendDownloader: ActiveConfigDownloader {
///     let backend: Backend
///
///     func download(_ request: ActiveConfigRequest) async throws -> ActiveConfigDownload {
///         let bytes = try await backend.configuration(for: request.userID)
///         return ActiveConfigDownload(.document(bytes), bytes: bytes.count)
///     }
/// }
/// ```
/// the protocol for a source that needs more.
public protocol ActiveConfigDownloader: Sendable {
    /// Downloads a user's configuration.
    ///
    /// It may be called for several users at the same time. For one user, it is called again only after the last call
    /// has returned or its task was cancelled. It need not check the document, because `ActiveConfig` refuses one that
    /// is not valid.
    ///
    /// - Throws: the reason why there is no answer. Throw a `FetchFailure` to report the HTTP status, the size of the
    ///   answer, and the time of the next attempt.
    func download(_ request: ActiveConfigRequest) async throws -> ActiveConfigDownload
}

/// A request for a user's configuration.
public struct ActiveConfigRequest: Sendable, Hashable {
    /// The user; nil for the configuration that is shared by all.
    public let userID: String?
    /// The ETag of this user's present configuration, if there is one. The answer may then be `unchanged`.
    public let etag: String?

    /// Creates a request.
    public init(userID: String?, etag: String? = nil) {
        self.userID = userID
        self.etag = etag
    }
}

/// The answer to a request for a user's configuration.
public struct ActiveConfigDownload: Sendable, Hashable {
    /// The content of an answer.
    public enum Content: Sendable, Hashable {
        /// A document, JSON in UTF-8, which has not been checked.
        case document([UInt8])
        /// A document that has been parsed, but not checked.
        case value(JSONValue)
        /// The user's configuration is still the one with the ETag of the request.
        case unchanged
        /// No configuration. The one in force stays in force.
        case empty
    }

    /// The user's configuration, or that it has not changed or does not exist.
    public var content: Content
    /// The server's ETag for the document; nil if it sent none.
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

/// A downloader that calls a closure, for tests, previews, and apps with their own connection to a server.
public struct ClosureActiveConfigDownloader: ActiveConfigDownloader {
    private let make: @Sendable (ActiveConfigRequest) async throws -> ActiveConfigDownload

    /// Creates a downloader that returns the answer of `make` to a request.
    public init(answering make: @escaping @Sendable (ActiveConfigRequest) async throws -> ActiveConfigDownload) {
        self.make = make
    }

    /// Creates a downloader of the documents that `make` returns for a user. Nil leaves the configuration as it is.
    public init(_ make: @escaping @Sendable (_ userID: String?) async throws -> JSONValue?) {
        self.init(answering: { request in
            ActiveConfigDownload(try await make(request.userID).map { .value($0) } ?? .empty)
        })
    }

    public func download(_ request: ActiveConfigRequest) async throws -> ActiveConfigDownload {
        try await make(request)
    }
}
