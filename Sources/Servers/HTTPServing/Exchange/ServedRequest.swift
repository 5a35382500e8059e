import ExperimentsTransport
import NIOCore

/// A whole request of a client.
package struct ServedRequest: Sendable {
    /// `GET`, `POST` and so on.
    package var method: String
    /// The path, percent-encoded, without the query.
    package var path: String
    /// The query's items; of two with one name, the last.
    package var query: [String: String]
    /// The header fields.
    package var headers: HeaderFields
    /// The body.
    package var body: [UInt8]

    /// A request.
    package init(
        method: String, path: String, query: [String: String] = [:], headers: HeaderFields = [:], body: [UInt8] = []
    ) {
        (self.method, self.path, self.query) = (method, path, query)
        (self.headers, self.body) = (headers, body)
    }
}

/// Why a server does not let a request through to what answers it.
package enum RequestRefusal: Error, Sendable, Hashable {
    /// It is not HTTP/1.1, or two readers could understand it in two ways. The text is a sentence that says so.
    case malformed(String)
    /// Its head has more bytes than this.
    case headTooLarge(limit: Int)
    /// Its body has more bytes than this.
    case bodyTooLarge(limit: Int)
    /// It took too long to arrive.
    case tooSlow
    /// The program may have no more than this many files and connections open.
    case tooManyConnections(limit: Int)

    /// The HTTP status that tells it.
    package var status: Int {
        switch self {
        case .malformed: 400
        case .headTooLarge: 431
        case .bodyTooLarge: 413
        case .tooSlow: 408
        case .tooManyConnections: 503
        }
    }

    /// What is wrong, as a sentence.
    package var message: String {
        switch self {
        case .malformed(let message): message
        case .headTooLarge(let limit): "The request's head exceeds the limit: \(limit) bytes."
        case .bodyTooLarge(let limit): "Request payload size exceeds the limit: \(limit) bytes."
        case .tooSlow:
            "The request arrives too slowly: its head has \(RequestMeter.headPatience.seconds) seconds, its body has "
                + "\(RequestMeter.bodyPatience.seconds) and one more for each \(RequestMeter.leastRate) bytes."
        case .tooManyConnections:
            "Too many connections are open; let ulimit -n allow this program more, or close some."
        }
    }
}

extension TimeAmount {
    fileprivate var seconds: Int64 { nanoseconds / 1_000_000_000 }
}
