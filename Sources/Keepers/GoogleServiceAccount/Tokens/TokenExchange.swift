import ExperimentsCore
import ExperimentsTransport
import Foundation

/// A request that exchanges one of the following for an access token: the assertion of a service account (RFC 7523), a
/// refresh token (RFC 6749, 6), or the token of another identity provider (RFC 8693).
struct TokenExchange {
    let tokenURL: URL
    /// The fields of the form, in this order.
    let fields: [(name: String, value: String)]
    /// Strings that the endpoint may quote in a refusal, and that must not be shown.
    let secrets: [String]
    /// Advice for a grant that is no longer valid.
    let grantAdvice: String
    let timeout: Duration

    /// The maximum number of seconds for which a token is used, regardless of the endpoint. Google's tokens last an
    /// hour.
    private static let longestLife: TimeInterval = 86400

    var host: String { tokenURL.host ?? tokenURL.absoluteString }

    /// The request.
    var request: TransportRequest {
        let form = fields.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
        return TransportRequest(
            .post, tokenURL,
            headers: ["content-type": "application/x-www-form-urlencoded", "accept": "application/json"],
            body: Array(form.utf8), timeout: timeout, bodyLimit: 1_000_000, mayBeRepeated: true)
    }

    /// Sends the request and reads the token.
    func token(over transport: any HTTPTransport, by clocks: Clocks) async throws -> HeldToken {
        do {
            return try token(in: try await transport.send(request), by: clocks)
        } catch let error as TransportError {
            throw AccessTokenError.unreachable(error)
        }
    }

    /// Reads the token from the endpoint's response.
    ///
    /// - Throws: `AccessTokenError` if the endpoint refused, or if its response does not follow RFC 6749, 5.1.
    func token(in response: TransportResponse, by clocks: Clocks) throws(AccessTokenError) -> HeldToken {
        guard response.status == 200 else {
            throw .refused(
                TokenRefusal(
                    response, from: host, now: clocks.now(), hiding: secrets, grantAdvice: grantAdvice))
        }
        guard let object = try? JSONValue(parsing: response.body).object else {
            throw invalid("is not a JSON object")
        }
        guard let text = object["access_token"]?.string, !text.isEmpty, text.isVisibleASCII else {
            throw invalid("has no \"access_token\" of printable ASCII characters")
        }
        if let type = object["token_type"], type.string?.lowercased() != "bearer" {
            throw invalid("has a token whose type is not Bearer")
        }
        let seconds = object["expires_in"].flatMap { $0.double ?? $0.string.flatMap(NumberText.double) }
        guard let seconds, seconds.isFinite, seconds > 0 else {
            throw invalid("must have the lifetime of the token, in seconds, in \"expires_in\"")
        }
        return HeldToken(text: text, lifetime: min(seconds, Self.longestLife), by: clocks)
    }

    private func invalid(_ problem: String) -> AccessTokenError {
        .invalidAnswer(host: host, problem: problem)
    }
}

extension TokenExchange {
    /// Creates the exchange of an assertion that a service account signed.
    init(assertion: String, tokenURL: URL, timeout: Duration) {
        self.init(
            tokenURL: tokenURL,
            fields: [
                ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", assertion),
            ],
            secrets: [assertion],
            grantAdvice: "the key may have been deleted, or its account disabled; create a new key",
            timeout: timeout)
    }
}

/// A stored token, with times of the steady clock.
struct HeldToken: Sendable, Hashable {
    let token: AccessToken
    private let lifetime: TimeInterval
    private let end: Date

    /// A token is renewed when it expires within this many seconds, or within a fifth of its lifetime if that is less. Google's
    /// library for Python has the same margin.
    static let renewalMargin: TimeInterval = 225

    init(text: String, lifetime: TimeInterval, by clocks: Clocks) {
        self.lifetime = lifetime
        end = clocks.steady() + lifetime
        token = AccessToken(text, expiresAt: clocks.now() + lifetime)
    }

    /// Whether the token need not be renewed yet.
    func isFresh(at now: Date) -> Bool { end.timeIntervalSince(now) >= min(Self.renewalMargin, lifetime / 5) }

    /// Whether the token has not expired yet, so that services should accept it.
    func isAlive(at now: Date) -> Bool { now < end }
}
