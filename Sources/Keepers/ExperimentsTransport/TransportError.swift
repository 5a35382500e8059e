import ExperimentsCore
import Foundation

/// The reason why there is no complete response to a request: the server was not reached, or its response did not
/// arrive completely. If the server answers with an error status, that is a `TransportResponse` instead.
public enum TransportError: Error, Sendable, Hashable, OperatorError {
    /// The host's name has no address.
    case hostNotFound(host: String)
    /// Nothing listens at the host's port, or there is no route to the host.
    case connectionRefused(host: String, port: Int)
    /// The response was not complete within the request's timeout.
    case timedOut(after: Duration, host: String)
    /// The connection was lost before the response was complete.
    case connectionLost(host: String)
    /// This machine has no network.
    case offline
    /// A secure connection could not be made, for a reason in the system's words.
    case insecure(host: String, reason: String)
    /// The response is larger than the request allows; the rest was not read.
    case bodyTooLarge(limit: Int, host: String)
    /// The head of the response is larger than `limit` bytes; the rest was not read.
    case headTooLarge(limit: Int, host: String)
    /// Another error: the system's number for it, 0 if it has none, and the reason in the system's words.
    case other(host: String, code: Int, reason: String)
}

extension TransportError: CustomStringConvertible {
    /// The error as a clause: `127.0.0.1:8080 refused the connection or cannot be reached`.
    public var description: String {
        switch self {
        case .hostNotFound(let host): "the host \(host) could not be found"
        case .connectionRefused(let host, let port):
            "\(host):\(port) refused the connection or cannot be reached"
        case .timedOut(let limit, let host):
            "\(host) sent no complete response within \(DurationText.text(of: limit))"
        case .connectionLost(let host): "the connection to \(host) was lost before the response was complete"
        case .offline: "this machine has no network connection"
        case .insecure(let host, let reason): "no secure connection to \(host): \(reason)"
        case .bodyTooLarge(let limit, let host): "the response of \(host) is larger than \(limit) bytes"
        case .headTooLarge(let limit, let host):
            "the response headers of \(host) are larger than \(limit) bytes"
        case .other(let host, 0, let reason): "the request to \(host) failed: \(reason)"
        case .other(let host, let code, let reason): "the request to \(host) failed: \(reason) (\(code))"
        }
    }
}

/// Errors for a server that uses the other protocol. Most of these end the connection, and some respond in their own
/// protocol.
extension TransportError {
    /// Returns the error for a connection that the server ended before a response.
    static func closed(by url: URL) -> TransportError {
        misaddressed("the server closed the connection; if it", at: url)
    }

    /// Returns the error for a response in another protocol than that of the address.
    static func otherProtocol(at url: URL) -> TransportError {
        let expected = url.scheme == "http" ? "HTTP" : "TLS"
        return misaddressed("the response is not \(expected); if the server", at: url)
    }

    /// Returns the error for a failed TLS handshake if the system gives no reason.
    static func failedHandshake(with url: URL) -> TransportError {
        misaddressed("the TLS handshake failed; if the server", at: url)
    }

    /// - Parameter words: the event, up to the subject of the advice.
    private static func misaddressed(_ words: String, at url: URL) -> TransportError {
        url.scheme == "http"
            ? .other(
                host: url.hostAndPort, code: 0,
                reason: "\(words) speaks https, begin its address with https://")
            : .insecure(
                host: url.hostAndPort, reason: "\(words) speaks plain http, begin its address with http://")
    }
}

/// Makes text from a server suitable for errors.
package enum ServerText {
    /// The maximum number of characters shown.
    package static let limit = 300

    /// Returns the text on one line, without control or invisible formatting characters, cut at `limit` characters.
    package static func presentable(_ text: String) -> String {
        let characters = text.unicodeScalars.prefix(limit * 8).map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: " "
            default: Character(scalar)
            }
        }
        let words = String(characters).split(scalar: " ").joined(separator: " ")
        return words.count > limit ? words.prefix(limit - 1) + "…" : words
    }
}

/// The characters that are allowed in the parts of a request.
extension String {
    /// Whether every byte is a visible character of ASCII, as in a key or a token: no blank, and no line break, which would
    /// end the header that carries it.
    package var isVisibleASCII: Bool { utf8.allSatisfy { (0x21...0x7E).contains($0) } }

    /// Whether the text may be the id of a Google Cloud project: letters, digits and `-`, and in ids such as
    /// `example.com:shop`, which old projects of a domain have, dots and a colon.
    package var isProjectID: Bool {
        !isEmpty
            && utf8.allSatisfy {
                $0.isUnreserved && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "~")
                    || $0 == UInt8(ascii: ":")
            }
    }
}
