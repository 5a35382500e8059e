import ExperimentsCore
import Foundation

/// A service's answer that says no: the HTTP status and what the service wrote about it.
public struct ServerRefusal: Sendable, Hashable {
    /// Who refused.
    public let service: FirebaseService
    /// The HTTP status, or the code within a 200 that holds an error.
    public let status: Int
    /// Google's name for the error, for example `RESOURCE_EXHAUSTED`, if the answer has one.
    public let name: String?
    /// What the service wrote, on one line, cut at 300 characters, with the API key hidden; empty if it wrote nothing.
    public let message: String
    /// How many seconds the service asks to be left alone, at most a day, if it says so.
    public let retryAfter: TimeInterval?
    /// That the service asked to be left alone for longer than a day, if it did, as a clause.
    public let pauseNote: String?
    /// The size of the answer.
    public let bytes: Int

    /// A refusal.
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

    /// The refusal that `response` is. A 200 can be one too: its `error` object then has the status.
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
            retryAfter: RetryAfter.seconds(in: response.headers, now: now),
            pauseNote: RetryAfter.exaggeration(in: response.headers, now: now), bytes: response.body.count)
    }
}

extension ServerRefusal: CustomStringConvertible {
    /// `Remote Config answered 429 RESOURCE_EXHAUSTED: Quota exceeded`.
    public var description: String {
        let name = name.map { " " + $0 } ?? ""
        return "\(service.rawValue) answered \(status)\(name)" + (message.isEmpty ? "" : ": \(message)")
            + (pauseNote.map { "; \($0)" } ?? "")
    }
}
