import ExperimentsSupport
import ExperimentsTransport
import Foundation

/// A server that evaluates flags over the OpenFeature Remote Evaluation Protocol (OFREP): flagd, GO Feature Flag, Flipt, or
/// another instance of this package's server.
public struct OpenFeatureServer: Sendable {
    /// The base URL, for example `http://127.0.0.1:8016`.
    public var url: URL
    /// Header fields for every evaluation, for example an authorization. They are not sent with requests for the stream
    /// of changes.
    public var headers: HeaderFields
    /// Whether the server accepts only texts in the context, as Flipt does. Everything else is then sent as its text.
    public var takesTextOnly: Bool
    /// The longest time for an evaluation, from the look-up of the host to the last byte of the answer.
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

    /// Returns a text of the server with the values of the header fields hidden, because a server may repeat them.
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
