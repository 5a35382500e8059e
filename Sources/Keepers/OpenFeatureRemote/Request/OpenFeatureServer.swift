import ExperimentsTransport
import Foundation

/// A server that evaluates flags over the OpenFeature Remote Evaluation Protocol (OFREP): flagd, GO Feature Flag, Flipt, or
/// another instance of this package's server.
public struct OpenFeatureServer: Sendable {
    /// The base of its addresses, for example `http://127.0.0.1:8016`.
    public var url: URL
    /// Header fields of every evaluation, for example an authorization. The stream of changes is asked for without them.
    public var headers: HeaderFields
    /// Whether the server takes only texts in the context, as Flipt does; everything else is then sent as its text.
    public var takesTextOnly: Bool
    /// How long an evaluation may take, from the look-up of the host to the last byte of the answer.
    public var timeout: Duration

    /// A server.
    ///
    /// - Parameters:
    ///   - url: the base of its addresses, to which `/ofrep/v1/…` is added.
    ///   - headers: header fields of every evaluation.
    ///   - takesTextOnly: whether everything in the context is sent as text.
    ///   - timeout: how long an evaluation may take.
    public init(
        url: URL, headers: HeaderFields = [:], takesTextOnly: Bool = false, timeout: Duration = .seconds(30)
    ) {
        self.url = url
        self.headers = headers
        self.takesTextOnly = takesTextOnly
        self.timeout = timeout
    }

    /// A text of the server with what the header fields hold hidden: a server may repeat what it was shown.
    func hidingSecrets(in text: String) -> String {
        var text = text
        for (_, value) in headers.fields {
            // Also without the scheme of an authorization, such as `Bearer`.
            let secret = value.split(separator: " ").last.map(String.init) ?? value
            for part in [value, secret] where part.utf8.count >= 4 {
                text = text.replacingOccurrences(of: part, with: "(hidden)")
            }
        }
        return text
    }
}
