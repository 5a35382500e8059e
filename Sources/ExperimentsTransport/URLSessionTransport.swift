import ExperimentsCore
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP over URLSession, with no cookies, no cache and no redirects.
///
/// The session is made by the first request: setting it up costs more than the whole start of a program that never
/// sends one.
public final class URLSessionTransport: HTTPTransport {
    private let session = Mutex<URLSession?>(nil)
    private let exchanges = ExchangeTable()

    /// A transport with its own connections.
    public init() {}

    deinit {
        session.withLock { $0?.invalidateAndCancel() }
    }

    /// Sends `request` within its limits of time and size.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        try Task.checkCancellation()
        let task = openSession().dataTask(with: Self.urlRequest(for: request))
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

    private func openSession() -> URLSession {
        session.withLock { session in
            if let session { return session }
            let configuration = URLSessionConfiguration.ephemeral
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.urlCache = nil
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            let new = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
            session = new
            return new
        }
    }

    private static func urlRequest(for request: TransportRequest) -> URLRequest {
        // The deadline above is the limit that counts; URLSession's own must not come first.
        var urlRequest = URLRequest(url: request.url, timeoutInterval: request.timeout.inSeconds + 30)
        urlRequest.httpMethod = request.method.rawValue
        for (name, value) in request.headers.fields { urlRequest.setValue(value, forHTTPHeaderField: name) }
        urlRequest.httpBody = request.body.map { Data($0) }
        return urlRequest
    }
}
