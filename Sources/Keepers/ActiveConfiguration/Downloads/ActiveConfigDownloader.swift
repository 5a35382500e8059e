import ExperimentsCore

/// Downloads configuration documents.
///
/// **To use a downloader**, give it to an `ActiveConfig`. `URLActiveConfigDownloader` is for a server that responds
/// with a document, and `ClosureActiveConfigDownloader` calls a closure.
///
/// **To implement one**, for any other source, return the document, or `.unchanged` if the user's configuration still
/// has the ETag of the request:
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
    /// - Throws: the reason why there is no response. Throw a `FetchFailure` to report the HTTP status, the size of the
    ///   answer, and the time of the next attempt.
    func download(_ request: ActiveConfigRequest) async throws -> ActiveConfigDownload
}

/// A request for a user's configuration.
public struct ActiveConfigRequest: Sendable, Hashable {
    /// The user; nil for the configuration that is shared by all.
    public let userID: String?
    /// The ETag of this user's present configuration, if there is one. The response may then be `unchanged`.
    public let etag: String?

    /// Creates a request.
    public init(userID: String?, etag: String? = nil) {
        self.userID = userID
        self.etag = etag
    }
}

/// The response to a request for a user's configuration.
public struct ActiveConfigDownload: Sendable, Hashable {
    /// The content of a response.
    public enum Content: Sendable, Hashable {
        /// A document, JSON in UTF-8, which has not been checked.
        case document([UInt8])
        /// A document that has been parsed, but not checked.
        case value(JSONValue)
        /// The user's configuration is still the one with the ETag of the request.
        case unchanged
        /// No configuration. The current one stays active.
        case empty
    }

    /// The user's configuration, or the fact that it has not changed or does not exist.
    public var content: Content
    /// The server's ETag for the document; nil if it sent none.
    public var etag: String?
    /// The HTTP status; nil if the downloader does not use HTTP.
    public var httpStatus: Int?
    /// The size of the response in bytes.
    public var bytes: Int
    /// The host and port of the server, for messages; nil if the downloader does not use HTTP.
    public var server: String?

    /// Creates a response.
    public init(
        _ content: Content, etag: String? = nil, httpStatus: Int? = nil, bytes: Int = 0, server: String? = nil
    ) {
        self.content = content
        self.server = server
        self.etag = etag
        self.httpStatus = httpStatus
        self.bytes = bytes
    }
}

/// A downloader that calls a closure, for tests, previews, and apps with their own connection to a server.
public struct ClosureActiveConfigDownloader: ActiveConfigDownloader {
    private let make: @Sendable (ActiveConfigRequest) async throws -> ActiveConfigDownload

    /// Creates a downloader that returns the response of `make` to a request.
    public init(
        answering make: @escaping @Sendable (ActiveConfigRequest) async throws -> ActiveConfigDownload
    ) {
        self.make = make
    }

    /// Creates a downloader of the documents that `make` returns for a user. Nil leaves the configuration unchanged.
    public init(_ make: @escaping @Sendable (_ userID: String?) async throws -> JSONValue?) {
        self.init(answering: { request in
            ActiveConfigDownload(try await make(request.userID).map { .value($0) } ?? .empty)
        })
    }

    public func download(_ request: ActiveConfigRequest) async throws -> ActiveConfigDownload {
        try await make(request)
    }
}

/// The result of a download that ended with a response.
public struct ActiveConfigDownloadReport: Sendable {
    /// The effect of the response.
    public enum Outcome: Sendable, Hashable {
        /// The configuration was activated. It changed or removed these sections, in the order in which listeners are
        /// called; none if it is the same as before.
        case applied(changedSections: [String])
        /// The server has nothing newer.
        case unchanged
        /// The response has no sections, so it was not activated.
        case empty
        /// The current user has changed since the request: the configuration was only stored for its own user.
        case storedForItsUser
    }

    /// The user whose configuration was requested; nil for the shared one.
    public let userID: String?
    /// The effect of the response.
    public let outcome: Outcome
    /// The `meta` of the configuration that was downloaded or, if there was none, of the current one.
    public let meta: JSONObject
    /// The HTTP status; nil if the downloader does not use HTTP.
    public let httpStatus: Int?
    /// The size of the response in bytes.
    public let bytes: Int
    /// The host and port of the server; nil if the downloader does not use HTTP.
    public let server: String?
    /// The problems of the document, if it was not refused.
    public let problems: [ActiveConfigProblem]

    /// Whether the response was activated.
    public var configWasSet: Bool {
        if case .applied = outcome { true } else { false }
    }
}

/// The reason why a download changed nothing: there was no response, or the document was refused.
public struct ActiveConfigDownloadFailure: Error, Sendable, CustomStringConvertible, OperatorError {
    /// The user whose configuration was requested; nil for the shared one.
    public let userID: String?
    /// The failure, with the status and size of the response, and the time of the next try.
    public let failure: FetchFailure
    /// All problems of the document, if it was refused; otherwise nil.
    public let invalid: InvalidActiveConfig?

    init(userID: String?, failure: FetchFailure, invalid: InvalidActiveConfig? = nil) {
        self.userID = userID
        self.failure = failure
        self.invalid = invalid
    }

    init(_ invalid: InvalidActiveConfig, of download: ActiveConfigDownload, for userID: String?) {
        self.init(
            userID: userID,
            failure: FetchFailure(
                "the configuration is refused: \(invalid)", httpStatus: download.httpStatus,
                bytes: download.bytes),
            invalid: invalid)
    }

    init(_ error: any Error, for userID: String?) {
        if let failure = error as? ActiveConfigDownloadFailure {
            self = failure
        } else {
            self.init(userID: userID, failure: FetchFailure(error))
        }
    }

    package var details: JSONObject { failure.details }

    /// The failure, in words.
    public var description: String { failure.summary }
}

extension FetchFailure {
    /// Creates the failure for a response without a configuration.
    ///
    /// - Parameter server: its host and port; nil if the downloader does not use HTTP.
    static func withoutConfiguration(from server: String?, _ httpStatus: Int?, bytes: Int) -> FetchFailure {
        FetchFailure(
            "the response\(server.map { " of \($0)" } ?? "") has no configuration; the server should send \"meta\" and \"config_sections\"",
            httpStatus: httpStatus, bytes: bytes)
    }
}
