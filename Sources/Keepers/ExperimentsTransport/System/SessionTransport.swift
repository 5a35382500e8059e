#if canImport(Darwin)
import ExperimentsCore
import Foundation
import ExperimentsLocks

/// The implementation of `SystemTransport` on Apple platforms. A stream is open while the app is in the foreground, and
/// not in Low Data Mode.
final class SessionTransport: Sendable {
    private let session = Mutex<URLSession?>(nil)
    private let exchanges = ExchangeTable()
    /// Streams have a separate session: each may stay open for hours, and a session opens only a few connections to a
    /// host.
    private let streamSession = Mutex<URLSession?>(nil)
    private let streams = StreamTable()
    private let security: TransportSecurity
    private let presence: AppPresence
    /// Ends the streams when the app goes to the background.
    private let resting = Mutex<ObservationHandle?>(nil)

    /// - Parameter presence: streams are open while it is active.
    init(security: TransportSecurity = TransportSecurity(), presence: AppPresence = .system) {
        self.security = security
        self.presence = presence
    }

    deinit {
        session.withLock { $0?.invalidateAndCancel() }
        // A stream may outlive the transport: it ends when its reader releases it.
        streamSession.withLock { $0?.finishTasksAndInvalidate() }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try security.requireNoFiles(for: request)
        // URLSession's timeout is for the pause between two packets, so a server that sends a byte now and then never
        // exceeds it. The deadline below is for the whole response, and comes first.
        let task = Self.session(session, exchanges, sparesData: false).dataTask(
            with: Self.urlRequest(for: request, timeout: request.timeout.inSeconds + 30))
        let identifier = task.taskIdentifier
        let exchanges = exchanges
        let deadline = Task {
            try await Task.sleep(for: request.timeout)
            exchanges.fail(
                identifier, TransportError.timedOut(after: request.timeout, host: request.url.hostAndPort))
            task.cancel()
        }
        defer { deadline.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let exchange = Exchange(
                    url: request.url, limit: request.bodyLimit, timeout: request.timeout,
                    continuation: continuation)
                exchanges.open(identifier, exchange)
                if Task.isCancelled { exchanges.fail(identifier, CancellationError()) } else { task.resume() }
            }
        } onCancel: {
            exchanges.fail(identifier, CancellationError())
            task.cancel()
        }
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        try security.requireNoFiles(for: request)
        try await presence.untilActive()
        endStreamsWhenResting()
        // URLSession's timeout is for the pause between two packets, like that of a stream. The deadline below is for
        // the head, which interim responses could delay.
        let task = Self.session(streamSession, streams, sparesData: true).dataTask(
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
                    StreamExchange(
                        task: task, url: request.url, timeout: request.timeout,
                        progress: .opening(continuation)))
                if Task.isCancelled { streams.fail(identifier, CancellationError()) } else { task.resume() }
                // The app may have become inactive while this was prepared.
                if !presence.lifecycle.isActive { streams.endAll() }
            }
        } onCancel: {
            streams.fail(identifier, CancellationError())
            task.cancel()
        }
    }

    private func endStreamsWhenResting() {
        resting.withLock { resting in
            guard resting == nil else { return }
            resting = presence.observe { [streams] lifecycle in
                if !lifecycle.isActive { streams.endAll() }
            }
        }
    }

    /// - Parameter sparesData: whether nothing is sent in Low Data Mode.
    private static func session(
        _ stored: borrowing Mutex<URLSession?>, _ delegate: any URLSessionDelegate, sparesData: Bool
    ) -> URLSession {
        stored.withLock { session in
            if let session { return session }
            let configuration = URLSessionConfiguration.ephemeral
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.urlCache = nil
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.allowsConstrainedNetworkAccess = !sparesData
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
#endif
