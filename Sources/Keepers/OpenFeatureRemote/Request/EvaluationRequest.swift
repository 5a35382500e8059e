import ExperimentsCore
import ExperimentsTransport
import Foundation

/// Builds the request that evaluates all flags for one context.
struct EvaluationRequest {
    /// Who is asked for where the context does not say: a server that splits users needs somebody, who stays the same.
    static let defaultTargetingKey = "experiments"
    /// The member that names who is asked for.
    static let targetingKey = "targetingKey"
    static let path = "/ofrep/v1/evaluate/flags"

    let server: OpenFeatureServer
    /// For whom the flags are evaluated.
    let context: SourcePersona
    /// The tag of the answer that is held for this context; nil for none, or to be answered in any case.
    let etag: String?
    /// What the server announced, if it did.
    let announced: AnnouncedChange?

    /// - Throws: `FetchFailure` where no address can be made.
    func transportRequest() throws(FetchFailure) -> TransportRequest {
        guard let url = server.url.service(Self.path + (announced?.query ?? "")) else {
            throw FetchFailure("no URL can be made of \(server.url.hostAndPort) and \(Self.path)")
        }
        var headers = server.headers
        headers["content-type"] = "application/json"
        headers["accept"] = "application/json"
        headers["if-none-match"] = etag.flatMap(Self.sendable)
        return TransportRequest(
            .post, url, headers: headers, body: body.compactBytes, timeout: server.timeout, mayBeRepeated: true)
    }

    /// `{"context": {…}}`, always with a targeting key, which is always a text.
    var body: JSONValue {
        var members = JSONObject()
        members[Self.targetingKey] = .string(
            context.fields[Self.targetingKey]?.valueText ?? Self.defaultTargetingKey)
        for (name, value) in context.fields.sorted(by: { $0.key < $1.key }) where name != Self.targetingKey {
            members[name] = server.takesTextOnly ? value.valueText.map { .string($0) } : value
        }
        return .object(JSONObject(distinct: [JSONObject.Member(name: "context", value: .object(members))]))
    }

    /// The tag, or nil if it holds a character that must not stand in a header.
    private static func sendable(_ etag: String) -> String? {
        !etag.isEmpty && etag.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? etag : nil
    }
}
