import ExperimentsCore
import ExperimentsTransport
import Foundation

/// Builds the request that evaluates all flags for one context.
struct EvaluationRequest {
    /// The targeting key if the context has none. A server that splits users needs a key that stays the same.
    static let defaultTargetingKey = "experiments"
    /// The member of the context that identifies the user.
    static let targetingKey = "targetingKey"
    static let path = "/ofrep/v1/evaluate/flags"

    let server: OpenFeatureServer
    /// The context for which the flags are evaluated.
    let context: SourcePersona
    /// The ETag of the last response for this context; nil for none, or to get a response in any case.
    let etag: String?
    /// The announcement of the server, if there was one.
    let announced: AnnouncedChange?

    /// - Throws: `FetchFailure` if the address is not valid.
    func transportRequest() throws(FetchFailure) -> TransportRequest {
        guard let url = server.url.service(Self.path + (announced?.query ?? "")) else {
            throw FetchFailure("no URL can be created from \(server.url.hostAndPort) and \(Self.path)")
        }
        var headers = server.headers
        headers["content-type"] = "application/json"
        headers["accept"] = "application/json"
        headers["if-none-match"] = etag.flatMap(Self.sendable)
        return TransportRequest(
            .post, url, headers: headers, body: body.compactBytes, timeout: server.timeout,
            mayBeRepeated: true)
    }

    /// The body `{"context": {…}}`, always with a targeting key that is a string.
    var body: JSONValue {
        var members = JSONObject()
        members[Self.targetingKey] = .string(
            context.fields[Self.targetingKey]?.valueText ?? Self.defaultTargetingKey)
        for (name, value) in context.fields.sorted(by: { $0.key < $1.key }) where name != Self.targetingKey {
            members[name] = server.takesTextOnly ? value.valueText.map { .string($0) } : value
        }
        return .object(JSONObject(distinct: [JSONObject.Member(name: "context", value: .object(members))]))
    }

    /// Returns the ETag; nil if it contains a character that is not allowed in a header.
    private static func sendable(_ etag: String) -> String? {
        !etag.isEmpty && etag.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? etag : nil
    }
}

/// A server that evaluates flags over the OpenFeature Remote Evaluation Protocol (OFREP): flagd, GO Feature Flag, Flipt, or
/// another instance of this package's server.
public struct OpenFeatureServer: Sendable {
    /// The base URL, for example `http://127.0.0.1:8016`.
    public var url: URL
    /// Header fields for every evaluation, for example an authorization. They are not sent with requests for the stream
    /// of changes.
    public var headers: HeaderFields
    /// Whether the server accepts only strings in the context, as Flipt does. Other values are then sent as text.
    public var takesTextOnly: Bool
    /// The longest time for an evaluation, from the look-up of the host to the last byte of the response.
    public var timeout: Duration

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - url: the base URL, to which `/ofrep/v1/…` is added.
    ///   - headers: header fields for every evaluation.
    ///   - takesTextOnly: whether everything in the context is sent as text.
    ///   - timeout: the longest time for an evaluation.
    public init(
        url: URL, headers: HeaderFields = [:], takesTextOnly: Bool = false, timeout: Duration = .seconds(30)
    ) {
        self.url = url
        self.headers = headers
        self.takesTextOnly = takesTextOnly
        self.timeout = timeout
    }

    /// Returns a string of the server with the values of the header fields hidden, because a server may repeat them.
    func hidingSecrets(in text: String) -> String {
        var text = text
        for (_, value) in headers.fields {
            // Also without the scheme of an authorization, such as `Bearer`.
            let secret = value.split(scalar: " ").last.map(String.init) ?? value
            for part in [value, secret] where part.utf8.count >= 4 {
                text = text.replacingOccurrences(of: part, with: "(hidden)")
            }
        }
        return text
    }
}
