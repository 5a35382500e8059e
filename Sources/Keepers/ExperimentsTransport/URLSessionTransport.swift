import ExperimentsCore
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP over URLSession, with no cookies, no cache and no redirects.
///
/// On Linux over libcurl itself, which URLSession uses there: it keeps in memory all that arrives until the program gets
/// to look at it, a small answer that unpacks to gigabytes included; it goes on asking whether it may write for as long
/// as a stream is open, and keeps a processor busy with it; and it does not notice when a server closes a connection
/// that was kept.
///
/// The session is made by the first request: setting it up costs more than the whole start of a program that never
/// sends one.
public final class URLSessionTransport: StreamingTransport {
    private let session = Mutex<URLSession?>(nil)
    private let exchanges = ExchangeTable()
    /// Streams have connections of their own: one that stays open for hours would take its place from the requests.
    private let streamSession = Mutex<URLSession?>(nil)
    private let streams = StreamTable()
    #if canImport(FoundationNetworking)
    private let handles = CurlHandles()
    #endif

    /// A transport with its own connections.
    public init() {}

    deinit {
        session.withLock { $0?.invalidateAndCancel() }
        // A stream ends when its reader lets go of it, and may outlive the transport until then.
        streamSession.withLock { $0?.finishTasksAndInvalidate() }
    }

    /// Sends `request` within its limits of time and size. What is too large is given up as soon as that shows.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        try Task.checkCancellation()
        #if canImport(FoundationNetworking)
        return try await WholeAnswer.get(request, handles)
        #else
        return try await sendInSession(request)
        #endif
    }

    /// `send`, by URLSession.
    func sendInSession(_ request: TransportRequest) async throws -> TransportResponse {
        // The deadline below is the limit that counts; URLSession's own must not come first.
        let task = Self.session(session, exchanges).dataTask(
            with: Self.urlRequest(for: request, timeout: request.timeout.inSeconds + 30))
        let identifier = task.taskIdentifier
        let exchanges = exchanges
        // URLSession measures the pause between two packets; a server that dribbles would never end. This is the whole.
        let deadline = Task {
            try await Task.sleep(for: request.timeout)
            exchanges.fail(identifier, TransportError.timedOut(after: request.timeout, host: request.url.hostAndPort))
            task.cancel()
        }
        defer { deadline.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let exchange = Exchange(
                    url: request.url, limit: request.bodyLimit, timeout: request.timeout, continuation: continuation)
                exchanges.open(identifier, exchange)
                if Task.isCancelled { exchanges.fail(identifier, CancellationError()) } else { task.resume() }
            }
        } onCancel: {
            exchanges.fail(identifier, CancellationError())
            task.cancel()
        }
    }

    /// Sends `request`, and hands over its answer when that begins.
    public func open(_ request: TransportRequest) async throws -> TransportStream {
        try Task.checkCancellation()
        #if canImport(FoundationNetworking)
        return try await StreamedAnswer.open(request)
        #else
        return try await openInSession(request)
        #endif
    }

    /// `open`, by URLSession.
    func openInSession(_ request: TransportRequest) async throws -> TransportStream {
        // URLSession's own timeout is the pause between two packets.
        let task = Self.session(streamSession, streams).dataTask(
            with: Self.urlRequest(for: request, timeout: request.timeout.inSeconds))
        let identifier = task.taskIdentifier
        let streams = streams
        let deadline = Task {
            try await Task.sleep(for: request.timeout)
            let error = TransportError.timedOut(after: request.timeout, host: request.url.hostAndPort)
            if streams.failOpening(identifier, error) { task.cancel() }
        }
        defer { deadline.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                streams.open(
                    identifier,
                    StreamExchange(url: request.url, timeout: request.timeout, progress: .opening(continuation)))
                if Task.isCancelled { streams.fail(identifier, CancellationError()) } else { task.resume() }
            }
        } onCancel: {
            streams.fail(identifier, CancellationError())
            task.cancel()
        }
    }

    private static func session(_ stored: borrowing Mutex<URLSession?>, _ delegate: any URLSessionDelegate)
        -> URLSession
    {
        stored.withLock { session in
            if let session { return session }
            let configuration = URLSessionConfiguration.ephemeral
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.urlCache = nil
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            let new = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
            session = new
            return new
        }
    }

    private static func urlRequest(for request: TransportRequest, timeout: TimeInterval) -> URLRequest {
        var urlRequest = URLRequest(url: request.url, timeoutInterval: timeout)
        urlRequest.httpMethod = request.method.rawValue
        for (name, value) in request.headers.fields { urlRequest.setValue(value, forHTTPHeaderField: name) }
        urlRequest.httpBody = request.body.map { Data($0) }
        return urlRequest
    }
}
