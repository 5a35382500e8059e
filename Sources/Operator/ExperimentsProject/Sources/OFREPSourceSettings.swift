import ExperimentsCore
import Foundation

/// How to reach a server that speaks the OpenFeature Remote Evaluation Protocol (OFREP), and whom it is asked for.
public struct OFREPSourceSettings: Sendable, Hashable {
    /// Where it listens, for example `http://127.0.0.1:8016`.
    public var url: URL
    /// What authorizes requests, sent as `Authorization: Bearer`; nil for nothing.
    public var token: Secret?
    /// Further header fields of requests, by name.
    public var headers: [String: Secret]
    /// Whom the flags are evaluated for; `targetingKey` names who it is.
    public var context: [String: JSONValue]
    /// Whether everything in the context is sent as text, for servers that take nothing else.
    public var contextAsText: Bool
    /// Whether a program that stays is to be told of changes.
    public var realtime: Bool

    /// Settings.
    public init(
        url: URL, token: Secret? = nil, headers: [String: Secret] = [:], context: [String: JSONValue] = [:],
        contextAsText: Bool = false, realtime: Bool = true
    ) {
        self.url = url
        self.token = token
        self.headers = headers
        self.context = context
        self.contextAsText = contextAsText
        self.realtime = realtime
    }
}
