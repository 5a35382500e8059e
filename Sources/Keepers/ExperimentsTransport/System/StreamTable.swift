#if canImport(Darwin)
import ExperimentsCore
import Foundation
import ExperimentsLocks

/// A stream of a URLSession: the caller that waits for its head, and after that, the queue for its pieces.
struct StreamExchange {
    enum Progress {
        case opening(CheckedContinuation<TransportStream, any Error>)
        case open(PieceQueue)
    }

    /// The maximum number of bytes that may wait for the reader. It is more than the queue's limit, because a suspended
    /// task still delivers what it has already received.
    static let limit = PieceQueue.limit * 64

    let task: URLSessionTask
    let url: URL
    let timeout: Duration
    var progress: Progress
    var isSuspended = false
}

/// The delegate of a URLSession that passes on answers while they arrive. Each stream ends once.
final class StreamTable: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges = Mutex<[Int: StreamExchange]>([:])

    func open(_ identifier: Int, _ exchange: StreamExchange) {
        exchanges.withLock { $0[identifier] = exchange }
    }

    func fail(_ identifier: Int, _ error: any Error) {
        exchanges.withLock { $0.removeValue(forKey: identifier) }?.end(error)
    }

    /// Ends all streams, as their servers might.
    func endAll() {
        let ended = exchanges.withLock { exchanges in
            defer { exchanges = [:] }
            return exchanges
        }
        for exchange in ended.values {
            exchange.end(nil)
            exchange.task.cancel()
        }
    }

    /// Ends a stream whose head has not arrived yet; otherwise does nothing.
    ///
    /// - Returns: whether it was ended.
    func failOpening(_ identifier: Int, _ error: any Error) -> Bool {
        let exchange = exchanges.withLock { exchanges -> StreamExchange? in
            guard case .opening = exchanges[identifier]?.progress else { return nil }
            return exchanges.removeValue(forKey: identifier)
        }
        exchange?.end(error)
        return exchange != nil
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let isWanted = begin(dataTask, response)
        completionHandler(isWanted ? .allow : .cancel)
    }

    /// Adds a piece, and suspends the task if enough of them wait for the reader. All of this happens under the lock: a
    /// reader that empties the queue at the same time must not resume the task before it is suspended.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let surplus = exchanges.withLock { exchanges -> StreamExchange? in
            guard let exchange = exchanges[dataTask.taskIdentifier], case .open(let queue) = exchange.progress
            else {
                return nil
            }
            let count = queue.bring(Array(data))
            guard count < StreamExchange.limit else {
                return exchanges.removeValue(forKey: dataTask.taskIdentifier)
            }
            if count >= PieceQueue.limit, !exchange.isSuspended {
                exchanges[dataTask.taskIdentifier]?.isSuspended = true
                dataTask.suspend()
            }
            return nil
        }
        guard let surplus else { return }
        surplus.end(TransportError.bodyTooLarge(limit: StreamExchange.limit, host: surplus.url.hostAndPort))
        dataTask.cancel()
    }

    private func resume(_ task: URLSessionTask) {
        exchanges.withLock { exchanges in
            guard exchanges[task.taskIdentifier]?.isSuspended == true else { return }
            exchanges[task.taskIdentifier]?.isSuspended = false
            task.resume()
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        // Not every system calls `didReceive response` for a redirect that is not followed.
        if error == nil, let response = task.response { _ = begin(task, response) }
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
            return
        }
        exchange.end(
            error.map {
                TransportError($0, url: exchange.url, timeout: exchange.timeout, hasBegun: exchange.isOpen)
            })
    }

    /// Passes the stream to the caller that waits for it.
    ///
    /// - Returns: whether the body is still needed.
    private func begin(_ task: URLSessionTask, _ response: URLResponse) -> Bool {
        let identifier = task.taskIdentifier
        let queue = PieceQueue(
            hasRoom: { [weak self, weak task] in
                if let task { self?.resume(task) }
            },
            readerLeft: { [weak self, weak task] in
                self?.forget(identifier)
                task?.cancel()
            })
        let waiting = exchanges.withLock { exchanges -> CheckedContinuation<TransportStream, any Error>? in
            guard case .opening(let waiting) = exchanges[identifier]?.progress else { return nil }
            exchanges[identifier]?.progress = .open(queue)
            return waiting
        }
        guard let waiting else { return exchanges.withLock { $0[identifier] != nil } }
        let head = response as? HTTPURLResponse
        waiting.resume(
            returning: TransportStream(
                status: head?.statusCode ?? 0, headers: head.map(HeaderFields.init) ?? [:],
                pieces: queue.pieces))
        return true
    }

    private func forget(_ identifier: Int) {
        _ = exchanges.withLock { $0.removeValue(forKey: identifier) }
    }
}

extension StreamExchange {
    var isOpen: Bool {
        if case .open = progress { true } else { false }
    }

    func end(_ error: (any Error)?) {
        switch progress {
        case .opening(let waiting):
            waiting.resume(throwing: error ?? TransportError.connectionLost(host: url.hostAndPort))
        case .open(let queue): queue.finish(error)
        }
    }
}

extension HeaderFields {
    init(_ response: HTTPURLResponse) {
        self.init()
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { self[name] = value }
        }
    }
}
#endif
