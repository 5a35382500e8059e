import ExperimentsCore
import ExperimentsTransport
import Foundation

/// One exchange of an assertion for a token (RFC 7523).
struct TokenExchange {
    let tokenURL: URL
    let assertion: String
    let timeout: Duration

    /// No token is believed to live longer than this many seconds.
    private static let longestLife: TimeInterval = 86400

    private static let grantType = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"

    var host: String { tokenURL.host ?? tokenURL.absoluteString }

    /// An assertion is of letters, digits, `-`, `_` and dots, which a form takes as they are.
    var request: TransportRequest {
        TransportRequest(
            .post, tokenURL,
            headers: ["content-type": "application/x-www-form-urlencoded", "accept": "application/json"],
            body: Array("grant_type=\(Self.grantType)&assertion=\(assertion)".utf8), timeout: timeout,
            bodyLimit: 1_000_000, mayBeRepeated: true)
    }

    /// The token that an answer brings.
    func token(in response: TransportResponse, now: Date) throws(AccessTokenError) -> HeldToken {
        guard response.status == 200 else {
            throw .refused(TokenRefusal(response, from: host, now: now, hiding: [assertion]))
        }
        guard let object = try? JSONValue(parsing: response.body).object else { throw invalid("is not a JSON object") }
        guard let text = object["access_token"]?.string, !text.isEmpty, text.isVisibleASCII else {
            throw invalid("has no \"access_token\" of printable ASCII characters")
        }
        if let type = object["token_type"], type.string?.lowercased() != "bearer" {
            throw invalid("has a token of another type than Bearer")
        }
        let seconds = object["expires_in"].flatMap { $0.double ?? $0.string.flatMap(NumberText.double) }
        guard let seconds, seconds.isFinite, seconds > 0 else {
            throw invalid("must say in \"expires_in\" how many seconds the token lives")
        }
        return HeldToken(text: text, receivedAt: now, lifetime: min(seconds, Self.longestLife))
    }

    private func invalid(_ problem: String) -> AccessTokenError {
        .invalidAnswer(host: host, problem: problem)
    }
}

/// A token that was received, and how old it is.
struct HeldToken: Sendable, Hashable {
    let token: AccessToken
    let receivedAt: Date
    let expiresAt: Date

    /// A token is renewed when less than this many seconds remain of its life, or a fifth of it where that is less.
    static let renewalMargin: TimeInterval = 225

    init(text: String, receivedAt: Date, lifetime: TimeInterval) {
        self.receivedAt = receivedAt
        expiresAt = receivedAt.addingTimeInterval(lifetime)
        token = AccessToken(text, expiresAt: expiresAt)
    }

    /// Whether the token is good for a request now and for those that soon follow. A clock that was moved back to
    /// before the token was received says nothing about its age, so the token counts as old.
    func isFresh(at now: Date) -> Bool {
        let margin = min(Self.renewalMargin, expiresAt.timeIntervalSince(receivedAt) / 5)
        return now >= receivedAt && expiresAt.timeIntervalSince(now) >= margin
    }

    /// Whether services should still accept the token.
    func isAlive(at now: Date) -> Bool {
        now >= receivedAt && now < expiresAt
    }
}
