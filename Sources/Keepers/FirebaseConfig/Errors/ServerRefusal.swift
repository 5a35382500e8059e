import ExperimentsCore
import Foundation

/// The refusal of a service: the HTTP status and the message of the service.
public struct ServerRefusal: Sendable, Hashable {
    /// The service that refused.
    public let service: FirebaseService
    /// The HTTP status, or the code of an error within a 200.
    public let status: Int
    /// Google's name for the error, for example `RESOURCE_EXHAUSTED`, if the response has one.
    public let name: String?
    /// The message of the service, on one line, cut after 300 characters, with the API key hidden; empty if there was
    /// none.
    public let message: String
    /// The number of seconds for which the service asks clients to wait, at most a day; nil if it gives none.
    public let retryAfter: TimeInterval?
    /// A clause saying that the service asked for a wait of more than a day, if it did.
    public let pauseNote: String?
    /// The size of the response in bytes.
    public let bytes: Int

    /// Creates a refusal.
    public init(
        service: FirebaseService, status: Int, name: String? = nil, message: String = "",
        retryAfter: TimeInterval? = nil, pauseNote: String? = nil, bytes: Int = 0
    ) {
        self.service = service
        self.status = status
        self.name = name
        self.message = message
        self.retryAfter = retryAfter
        self.pauseNote = pauseNote
        self.bytes = bytes
    }

    /// Creates the refusal from `response`. A response with status 200 can be one, too: its `error` object then has the
    /// status.
    init(service: FirebaseService, response: TransportResponse, now: Date, hiding key: APIKey) {
        let error = try? JSONValue(parsing: response.body).object?["error"]?.object
        var status = response.status
        if status == 200, let code = error?["code"]?.int, (400...599).contains(code) { status = code }
        let isText = response.headers["content-type"]?.hasPrefix("text/plain") ?? false
        let text = isText ? String(decoding: response.body.prefix(2000), as: UTF8.self) : ""
        self.init(
            service: service, status: status,
            name: error?["status"]?.string.map { ServerText.presentable(key.hidden(in: $0)) },
            message: ServerText.presentable(key.hidden(in: error?["message"]?.string ?? text)),
            retryAfter: RetryWait.seconds(in: response.headers, now: now),
            pauseNote: RetryWait.exaggeration(in: response.headers, now: now), bytes: response.body.count)
    }
}

extension ServerRefusal: CustomStringConvertible {
    /// `Remote Config answered 429 RESOURCE_EXHAUSTED: Quota exceeded`.
    public var description: String {
        let name = name.map { " " + $0 } ?? ""
        return "\(service.rawValue) returned \(status)\(name)" + (message.isEmpty ? "" : ": \(message)")
            + (pauseNote.map { "; \($0)" } ?? "")
    }
}
