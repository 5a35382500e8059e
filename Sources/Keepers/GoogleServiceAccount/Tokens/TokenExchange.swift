import ExperimentsCore
import ExperimentsTransport
import Foundation

/// One request that exchanges an assertion for an access token (RFC 7523).
struct TokenExchange {
    let tokenURL: URL
    let assertion: String
    let timeout: Duration

    /// The most seconds for which a token is used, whatever the endpoint says. Google's last an hour.
    private static let longestLife: TimeInterval = 86400

    private static let grantType = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"

    var host: String { tokenURL.host ?? tokenURL.absoluteString }

    /// The request. An assertion needs no encoding in a form: it consists of letters, digits, `-`, `_` and dots.
    var request: TransportRequest {
        TransportRequest(
            .post, tokenURL,
            headers: ["content-type": "application/x-www-form-urlencoded", "accept": "application/json"],
            body: Array("grant_type=\(Self.grantType)&assertion=\(assertion)".utf8), timeout: timeout,
            bodyLimit: 1_000_000, mayBeRepeated: true)
    }

    /// Reads the token from the endpoint's answer.
    ///
    /// - Throws: `AccessTokenError` if the endpoint refused, or if its answer is not what RFC 6749, 5.1 says.
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
