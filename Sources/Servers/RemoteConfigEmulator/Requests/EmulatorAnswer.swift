import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import FirebaseConfig

/// A response with its note for the log.
struct EmulatorAnswer {
    let response: EmulatorResponse
    let note: String

    init(_ response: EmulatorResponse, note: String) {
        self.response = response
        self.note = note
    }

    /// Returns the answer after applying faults.
    func spoilt(
        by faults: [Fault.Effect], sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> EmulatorAnswer {
        var response = response
        for fault in faults {
            switch fault {
            case .delay: continue
            case .lastMessage(let message):
                response.stream?.subscription.end(with: RealtimeMessage(message))
                response.events?.writer.finish()
            case .endOfStream(let lifetime):
                response.stream?.subscription.end(after: lifetime, sleep: sleep)
                response.endEvents(after: lifetime, sleep: sleep)
            case .status(let status, let retryAfter):
                response = .error(.injected(status))
                response.headers["retry-after"] = retryAfter
            case .redirect(let location):
                response = EmulatorResponse(status: 302, headers: ["location": location])
            case .hang:
                response.dropStream()
                response.delivery = .never
            case .truncatedBody:
                if response.stream != nil {
                    response.body = Array(#"[{"latestTemplateVersionNumber":"1"}]"#.utf8)
                }
                response.dropStream()
                response.delivery = .truncated
            case .oversizedBody(let bytes, let announced):
                response.dropStream()
                response.delivery = .padded(to: bytes, announced: announced)
            case .body(let text):
                response.dropStream()
                response.body = Array(text.utf8)
            }
        }
        return EmulatorAnswer(response, note: note)
    }
}

extension EmulatorResponse {
    /// Drops the streams, because the answer has its own body.
    fileprivate mutating func dropStream() { (stream, events) = (nil, nil) }

    /// Ends the events after a lifetime.
    fileprivate func endEvents(
        after lifetime: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        guard let writer = events?.writer else { return }
        Task {
            try? await sleep(lifetime)
            writer.finish()
        }
    }

    /// The number of delivered bytes of the body.
    var deliveredBytes: Int {
        switch delivery {
        case .whole: body.count
        case .truncated: body.count / 2
        case .never: 0
        case .padded(let bytes, _): bytes
        }
    }
}

/// The answer of the emulator, and how it is delivered.
public struct EmulatorResponse: Sendable {
    /// How the answer is delivered.
    public typealias Delivery = ResponseDelivery

    /// The HTTP status, for example 200.
    public var status: Int
    /// The header fields, whose names are compared regardless of case.
    public var headers: HeaderFields
    /// The body in bytes; empty if there is none.
    public var body: [UInt8]
    /// How the answer is delivered.
    public var delivery: Delivery
    /// A body that is created while it is sent, instead of `body`.
    public var stream: RealtimeStream?
    /// Events that are sent as they occur, instead of `body`.
    package var events: EventSubscription?

    /// Creates an answer.
    public init(status: Int, headers: HeaderFields = [:], body: [UInt8] = [], delivery: Delivery = .whole) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delivery = delivery
    }

    /// Creates an answer with a JSON document in UTF-8.
    static func json(_ body: [UInt8], status: Int = 200, etag: String? = nil) -> EmulatorResponse {
        var headers: HeaderFields = ["content-type": "application/json; charset=utf-8"]
        headers["etag"] = etag
        return EmulatorResponse(status: status, headers: headers, body: body)
    }

    static func json(_ value: JSONValue, status: Int = 200) -> EmulatorResponse {
        json(value.compactBytes, status: status)
    }

    /// Creates an error in Google's format, with the same indentation, because some clients search for `"code": 403`
    /// with its blank.
    static func error(_ error: EmulatorError) -> EmulatorResponse {
        var members = JSONObject()
        members["code"] = .number(String(error.status))
        members["message"] = .string(error.message)
        members["status"] = .string(error.name)
        members["details"] = error.details
        let document: JSONValue = ["error": .object(members)]
        return json(document.prettyBytes, status: error.status)
    }
}
