import ExperimentsCore

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
