import ExperimentsCore
import ExperimentsTransport
import Foundation

/// A refusal: the HTTP status, and the message of the server.
struct EvaluationRefusal: Sendable, Hashable {
    /// The HTTP status.
    let status: Int
    /// OpenFeature's name for the error, for example `INVALID_CONTEXT`, if the response has one.
    let code: String?
    /// The server's message, on one line, with the request's secrets hidden; empty if there was none.
    let message: String
    /// The number of seconds for which the server asks clients to wait; nil if it gives none.
    let retryAfter: TimeInterval?
    /// A clause saying that the server asked for too long a wait, if it did.
    let pauseNote: String?
    /// A clause saying that another address has to be used, if so.
    private let addressAdvice: String?

    init(_ response: TransportResponse, from server: OpenFeatureServer, now: Date) {
        let body = try? JSONValue(parsing: response.body).object
        func text(_ name: String) -> String? {
            body?[name]?.string.map { ServerText.presentable(server.hidingSecrets(in: $0)) }
        }
        status = response.status
        code = text("errorCode")
        // Each server has its own form for the refusal of unauthorised requests.
        message = text("errorDetails") ?? text("message") ?? text("error") ?? ""
        retryAfter = RetryWait.seconds(in: response.headers, now: now)
        pauseNote = RetryWait.exaggeration(in: response.headers, now: now)
        let address = server.url.service(EvaluationRequest.path) ?? server.url
        addressAdvice = response.addressAdvice(sentTo: address, hiding: server.hidingSecrets)
    }

    /// Whether another attempt is useful only after something else has changed, because the server refuses this client.
    var isFinal: Bool { status == 401 || status == 403 }

    /// Returns `127.0.0.1:8080 answered 400 INVALID_CONTEXT: …`, with advice.
    func words(from server: OpenFeatureServer) -> String {
        let said = [code.map { " " + $0 } ?? "", message.isEmpty ? "" : ": " + message].joined()
        let clauses = [meaning(takesTextOnly: server.takesTextOnly), pauseNote].compactMap(\.self).map {
            "; " + $0
        }
        return "\(server.url.hostAndPort) returned \(status)\(said)\(clauses.joined())"
    }

    private func meaning(takesTextOnly: Bool) -> String? {
        if let addressAdvice { return addressAdvice }
        return switch status {
        case 304: "unexpected \"not modified\": the request named no version"
        case 400 where code == "INVALID_CONTEXT" && !takesTextOnly && speaksOfTypes:
            "use context_as_text for a server that accepts only text in the context, such as Flipt"
        case 401, 403: "check the token and the headers; the request is not retried automatically"
        case 404: "it does not evaluate all flags at \(EvaluationRequest.path); check the address"
        case 413: "the context is too large for it"
        case 429: "too many requests"
        default: nil
        }
    }

    /// Whether the server's message is about the type of a value. Flipt's messages are those of its protocol buffers.
    private var speaksOfTypes: Bool {
        let words = message.lowercased()
        return ["proto", "string", "type"].contains { words.contains($0) }
    }
}
