import ExperimentsCore
import FirebaseConfig
import HTTPServing

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

    /// A document that is JSON in UTF-8 already.
    static func json(_ body: [UInt8], status: Int = 200, etag: String? = nil) -> EmulatorResponse {
        var headers: HeaderFields = ["content-type": "application/json; charset=utf-8"]
        headers["etag"] = etag
        return EmulatorResponse(status: status, headers: headers, body: body)
    }

    static func json(_ value: JSONValue, status: Int = 200) -> EmulatorResponse {
        json(value.compactBytes, status: status)
    }

    /// An error in Google's shape, indented as Google's are: some clients look for `"code": 403` with its blank.
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
