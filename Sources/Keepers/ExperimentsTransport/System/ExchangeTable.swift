#if canImport(Darwin)
import ExperimentsCore
import Foundation
import ExperimentsLocks

/// A request of a URLSession: the received part of the response, and the caller that waits for all of it.
struct Exchange {
    let url: URL
    let limit: Int
    let timeout: Duration
    let continuation: CheckedContinuation<TransportResponse, any Error>
    var status = 0
    var headers = HeaderFields()
    var body: [UInt8] = []
}

/// The delegate of a URLSession that collects whole responses. Each exchange ends once: by its response, an error, a
/// limit, or cancellation.
final class ExchangeTable: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges = Mutex<[Int: Exchange]>([:])

    func open(_ identifier: Int, _ exchange: Exchange) {
        exchanges.withLock { $0[identifier] = exchange }
    }

    func fail(_ identifier: Int, _ error: any Error) {
        exchanges.withLock { $0.removeValue(forKey: identifier) }?.continuation.resume(throwing: error)
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
        let tooLarge = exchanges.withLock { exchanges in
            exchanges[dataTask.taskIdentifier]?.begin(with: response)
            return (exchanges[dataTask.taskIdentifier]?.limit).map {
                response.expectedContentLength > Int64($0)
            }
        }
        if tooLarge == true { refuseBody(of: dataTask) }
        completionHandler(tooLarge == false ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let fits = exchanges.withLock { exchanges in
            exchanges[dataTask.taskIdentifier]?.append(data) ?? true
        }
        if !fits { refuseBody(of: dataTask) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard var exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
            return
        }
        // Not every system calls `didReceive response` for a redirect that is not followed.
        if exchange.status == 0, let response = task.response { exchange.begin(with: response) }
        if let error {
            let failure = TransportError(
                error, url: exchange.url, timeout: exchange.timeout, hasBegun: exchange.status != 0)
            exchange.continuation.resume(throwing: failure)
        } else {
            exchange.continuation.resume(
                returning: TransportResponse(
                    status: exchange.status, headers: exchange.headers, body: exchange.body))
        }
    }

    private func refuseBody(of task: URLSessionTask) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        task.cancel()
        guard let exchange else { return }
        exchange.continuation.resume(
            throwing: TransportError.bodyTooLarge(limit: exchange.limit, host: exchange.url.hostAndPort))
    }
}

extension Exchange {
    mutating func begin(with response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        status = response.statusCode
        headers = HeaderFields(response)
        if response.expectedContentLength > 0, response.expectedContentLength <= Int64(limit) {
            body.reserveCapacity(Int(response.expectedContentLength))
        }
    }

    /// Appends data to the body, unless the body would then be larger than the limit.
    ///
    /// - Returns: whether it was appended.
    mutating func append(_ data: Data) -> Bool {
        guard body.count + data.count <= limit else { return false }
        body.append(contentsOf: data)
        return true
    }
}
#endif
