import ExperimentsCore

/// Brings configuration documents from somewhere.
public protocol ActiveConfigDownloader: Sendable {
    /// Downloads a user's configuration.
    ///
    /// It is called at most once at a time for one user, and for several users at once.
    ///
    /// - Throws: why there is no answer; a `FetchFailure` where status and size are worth telling.
    func download(_ request: ActiveConfigRequest) async throws -> ActiveConfigDownload
}

/// What a downloader is asked for.
public struct ActiveConfigRequest: Sendable, Hashable {
    /// Whose configuration; nil for the one that is shared by all.
    public let userID: String?
    /// The tag of the configuration that this user has now: the answer may be that it is still the same.
    public let etag: String?

    /// A request.
    public init(userID: String?, etag: String? = nil) {
        self.userID = userID
        self.etag = etag
    }
}

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

/// Brings what a closure makes: for tests, previews, and apps that have a channel of their own to their server.
public struct ClosureActiveConfigDownloader: ActiveConfigDownloader {
    private let make: @Sendable (ActiveConfigRequest) async throws -> ActiveConfigDownload

    /// A downloader that answers with what `make` makes of the whole request.
    public init(answering make: @escaping @Sendable (ActiveConfigRequest) async throws -> ActiveConfigDownload) {
        self.make = make
    }

    /// A downloader of the documents that `make` makes for a user; nil stands for no news.
    public init(_ make: @escaping @Sendable (_ userID: String?) async throws -> JSONValue?) {
        self.init(answering: { request in
            ActiveConfigDownload(try await make(request.userID).map { .value($0) } ?? .empty)
        })
    }

    public func download(_ request: ActiveConfigRequest) async throws -> ActiveConfigDownload {
        try await make(request)
    }
}
