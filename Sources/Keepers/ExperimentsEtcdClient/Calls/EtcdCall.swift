import ExperimentsCore
import Foundation

/// A request to the gateway, and how to read its response.
package protocol EtcdCall: Sendable {
    /// The type of the response.
    associatedtype Answer: Sendable

    /// The path below `/v3/`.
    static var path: String { get }
    /// The effect of the request on the store.
    var effect: EtcdEffect { get }
    /// Whether it is refused immediately if there is no leader, and not only after 7 s.
    var needsLeader: Bool { get }
    /// How long to wait for the response of one member.
    var attemptTimeout: Duration { get }
    /// The request's body.
    var body: JSONValue { get }
    /// The reason why the store would refuse the request from any client; nil if it may be sent.
    var fault: String? { get }

    /// Reads the response.
    func answer(_ answer: EtcdReply) throws(MessageError) -> Answer
}

extension EtcdCall {
    /// Shorter than the 7 s for which a member holds a request without a leader, because another member may find a
    /// leader sooner.
    package var attemptTimeout: Duration { .seconds(2) }
    package var needsLeader: Bool { true }
    package var fault: String? { nil }
    /// An empty body, for a request that is described by its path alone.
    package var body: JSONValue { .object(JSONObject()) }
}

extension EtcdCall where Answer == EtcdHeader {
    /// Returns the header, for a response without other content.
    package func answer(_ answer: EtcdReply) -> EtcdHeader { answer.header }
}

/// The effect of a request on the store, if it arrives once and if it arrives twice.
package enum EtcdEffect: Sendable, Hashable {
    /// The call changes nothing.
    case none
    /// The call changes something, and arriving twice makes no further difference.
    case repeatable
    /// The call changes something each time it arrives.
    case once
}

/// A response of the gateway, from which a call reads its fields.
package struct EtcdReply {
    let header: EtcdHeader
    let fields: EtcdFields

    init(_ body: [UInt8]) throws(MessageError) {
        let value: JSONValue
        do { value = try JSONValue(parsing: body) } catch {
            throw MessageError("it is not JSON: \(error)")
        }
        let whole = try EtcdFields(value)
        // Calls that are streams in gRPC wrap each message.
        fields = try whole.fields("result") ?? whole
        header = try EtcdHeader(of: fields)
    }
}

extension JSONValue {
    /// Returns a 64-bit number as text, because other programs would cut a JSON number to 53 bits.
    static func number64(_ number: Int64) -> JSONValue { .string(String(number)) }

    static func base64(_ bytes: [UInt8]) -> JSONValue { .string(Data(bytes).base64EncodedString()) }
}

extension JSONObject {
    /// Sets the fields that select keys.
    mutating func set(_ range: EtcdKeyRange) {
        self["key"] = .base64(range.start.bytes)
        if let end = range.rangeEnd { self["range_end"] = .base64(end.bytes) }
    }
}
