import ExperimentsCore
import Foundation

/// The settings of a source of kind `ofrep`: the address of a server for the OpenFeature Remote Evaluation Protocol
/// (OFREP), and the context.
public struct OFREPSourceSettings: Sendable, Hashable {
    /// The address, for example `http://127.0.0.1:8016`.
    public var url: URL
    /// The token, sent as `Authorization: Bearer`; nil for none.
    public var token: Secret?
    /// Further header fields, by name.
    public var headers: [String: Secret]
    /// The context for which the flags are evaluated. `targetingKey` identifies the user.
    public var context: [String: JSONValue]
    /// Whether everything in the context is sent as text, for servers that accept nothing else.
    public var contextAsText: Bool
    /// Whether long-running programs follow changes.
    public var realtime: Bool

    /// Creates settings.
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
