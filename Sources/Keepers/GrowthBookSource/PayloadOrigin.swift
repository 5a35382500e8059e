import ExperimentsCore
import ExperimentsTransport
import Foundation
import GrowthBookFeatures

/// The source of a payload.
public enum PayloadOrigin: Sendable {
    /// A file, and its path as messages show it.
    case file(path: String, shownAs: String)
    /// A server.
    case server(GrowthBookServer)
}

/// The options for reading a payload.
public struct PayloadReading: Sendable {
    /// The options for evaluating its rules.
    public var options: EvaluationOptions
    /// The key that decrypts encrypted parts.
    public var decryptionKey: String?

    /// Creates options.
    public init(options: EvaluationOptions = EvaluationOptions(), decryptionKey: String? = nil) {
        (self.options, self.decryptionKey) = (options, decryptionKey)
    }

    /// Returns the payload in some bytes.
    ///
    /// - Throws: `FetchFailure` if it cannot be used, or if the features are encrypted with another key.
    func payload(_ bytes: [UInt8], httpStatus: Int? = nil) throws(FetchFailure) -> FeaturePayload {
        let payload: FeaturePayload
        do throws(PayloadProblem) {
            payload = try FeaturePayload(parsing: bytes, options: options, decryptionKey: decryptionKey)
        } catch {
            throw FetchFailure(error.description, httpStatus: httpStatus, bytes: bytes.count)
        }
        if let problem = payload.problems.first(where: { $0.kind == .encrypted }) {
            throw FetchFailure(problem.description, httpStatus: httpStatus, bytes: bytes.count)
        }
        return payload
    }
}

/// A connection of GrowthBook: the address of its payload, and its client key.
public struct GrowthBookServer: Sendable, Hashable {
    /// GrowthBook's own network.
    public static let usualHost = "https://cdn.growthbook.io"

    /// The address of the server, without a slash at the end.
    public let host: URL
    /// The client key, for example `sdk-abc123`. It is public by design.
    public let clientKey: String
    /// The address at which changes are announced, by default the same.
    public let streamingHost: URL

    /// Creates a connection.
    public init(host: URL, clientKey: String, streamingHost: URL? = nil) {
        self.host = host
        self.clientKey = clientKey
        self.streamingHost = streamingHost ?? host
    }

    /// The address of the payload.
    var featuresURL: URL { url(host, "api/features") }

    /// The address at which changes are announced.
    var streamURL: URL { url(streamingHost, "sub") }

    private func url(_ host: URL, _ path: String) -> URL {
        host.appendingPathComponent(path).appendingPathComponent(clientKey)
    }

    /// Returns the request for the payload.
    func request(etag: String?) -> TransportRequest {
        var headers: HeaderFields = ["accept": "application/json"]
        headers["if-none-match"] = etag
        return TransportRequest(.get, featuresURL, headers: headers, bodyLimit: Self.largestPayload)
    }

    /// The request for the stream of changes. The server sends a ping every 30 seconds.
    var streamRequest: TransportRequest {
        TransportRequest(
            .get, streamURL, headers: ["accept": "text/event-stream", "cache-control": "no-cache"],
            timeout: .seconds(90))
    }

    /// Returns the failure for a response without a payload. Its text comes from outside, so it is shortened and escaped
    /// like other strings.
    func refusal(_ response: TransportResponse, now: Date) -> FetchFailure {
        let object = (try? JSONValue(parsing: response.body))?.object
        let text = object?["error"]?.string ?? object?["message"]?.string
        let said = text.map { ": " + String($0.prefix(200)) } ?? ""
        return FetchFailure(
            "\(host.hostAndPort) returned \(response.status) to the request for features\(said)",
            httpStatus: response.status, bytes: response.body.count,
            retryAt: RetryWait.seconds(in: response.headers, now: now).map(now.addingTimeInterval),
            advice: advice(on: response))
    }

    private func advice(on response: TransportResponse) -> String? {
        if let address = response.addressAdvice(sentTo: featuresURL) { return address }
        return switch response.status {
        case 400, 401, 403: "check the client key"
        case 404: "check the host and the client key"
        default: nil
        }
    }

    /// The largest payload, in bytes.
    static let largestPayload = 64 << 20
}
