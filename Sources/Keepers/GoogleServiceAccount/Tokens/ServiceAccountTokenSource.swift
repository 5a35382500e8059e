import ExperimentsCore
import ExperimentsTransport
import Foundation
import Locks

/// Obtains access tokens with a service account's key.
///
/// Each token is kept until shortly before it expires. Callers that ask for the same scopes at the same time share one
/// request.
public final class ServiceAccountTokenSource: AccessTokenSource {
    /// The tokens of one set of scopes.
    private struct Store {
        let flight = SingleFlight<HeldToken>()
        var held: HeldToken?
        /// The refusal with which the endpoint asked not to be asked again before a time.
        var refusal: (error: AccessTokenError, since: Date, until: Date)?

        /// Why the endpoint must not be asked now, if so. A clock that was moved back to before the refusal says nothing
        /// about how long ago that was, so the refusal no longer counts.
        func refusal(at now: Date) -> AccessTokenError? {
            guard let refusal, now >= refusal.since, now < refusal.until else { return nil }
            return refusal.error
        }
    }

    /// The key with which requests for tokens are signed.
    public let key: ServiceAccountKey

    private let transport: any HTTPTransport
    private let timeout: Duration
    private let now: @Sendable () -> Date
    private let fraction: @Sendable () -> Double
    private let pause: @Sendable (Duration) async throws -> Void
    private let stores = Mutex<[Set<String>: Store]>([:])

    /// Creates a source. It sends nothing until it is first asked for a token.
    ///
    /// - Parameters:
    ///   - key: the account's key.
    ///   - transport: what carries the requests.
    ///   - timeout: how long one request for a token may take.
    ///   - now: gives the current time.
    ///   - fraction: gives a random number from 0 up to 1.
    ///   - pause: waits for a duration, or throws when the task is cancelled.
    public init(
        key: ServiceAccountKey, transport: any HTTPTransport = SystemTransport(),
        timeout: Duration = .seconds(30), now: @escaping @Sendable () -> Date = { Date() },
        fraction: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.key = key
        self.transport = transport
        self.timeout = timeout
        self.now = now
        self.fraction = fraction
        self.pause = pause
    }

    /// Returns a token that is good for a while yet: the one that is kept, or a new one if that is about to expire. If no
    /// new one can be had, the old one is returned until it expires.
    ///
    /// - Parameter scopes: what the token shall allow, such as `GoogleScope.remoteConfig`; at least one.
    /// - Throws: `AccessTokenError`, or `CancellationError` when the calling task was cancelled.
    public func accessToken(scopes: [String]) async throws -> AccessToken {
        let (flight, held) = stores.withLock { stores in
            let store = stores[Set(scopes)] ?? Store()
            stores[Set(scopes)] = store
            return (store.flight, store.held)
        }
        if let held, held.isFresh(at: now()) { return held.token }
        do {
            return try await flight.run { try await self.obtained(scopes) }.token
        } catch let error as AccessTokenError {
            // Looked up again: it may have been discarded while the endpoint was asked.
            let held = stores.withLock { $0[Set(scopes)]?.held }
            guard let held, held.isAlive(at: now()) else { throw error }
            return held.token
        }
    }

    /// Forgets all tokens, so that the next call asks for a new one. Call it when a service refuses a token.
    public func discardAccessTokens() async {
        stores.withLock { stores in
            for scopes in stores.keys { stores[scopes]?.held = nil }
        }
    }

    private func obtained(_ scopes: [String]) async throws -> HeldToken {
        let start = now()
        if let error = stores.withLock({ $0[Set(scopes)]?.refusal(at: start) }) { throw error }
        let held: HeldToken
        do {
            held = try await exchangedTwice(scopes)
        } catch AccessTokenError.refused(let refusal) {
            let error = AccessTokenError.refused(refusal)
            let end = now()
            stores.withLock {
                $0[Set(scopes)]?.refusal = refusal.retryAfter.map { (error: error, since: end, until: end + $0) }
            }
            throw error
        }
        stores.withLock { $0[Set(scopes)]?.held = held }
        return held
    }

    private func exchangedTwice(_ scopes: [String]) async throws -> HeldToken {
        do {
            return try await exchanged(scopes)
        } catch AccessTokenError.refused(let refusal)
            where (500...599).contains(refusal.status) && refusal.retryAfter == nil
        {
            // A server error is often over in a moment. An endpoint that says when to come back is not asked before.
            try await pause(RetryWait.beforeSecondTry(fraction: fraction()))
            return try await exchanged(scopes)
        }
    }

    private func exchanged(_ scopes: [String]) async throws -> HeldToken {
        let exchange: TokenExchange
        do {
            exchange = TokenExchange(
                tokenURL: key.tokenURL, assertion: try key.assertion(for: scopes, issuedAt: now()),
                timeout: timeout)
        } catch {
            throw AccessTokenError.key(error)
        }
        do {
            let response = try await transport.send(exchange.request)
            return try exchange.token(in: response, now: now())
        } catch let error as TransportError {
            throw AccessTokenError.unreachable(error)
        }
    }
}

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
            throw invalid("has a token whose type is not Bearer")
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

/// A token that is kept, with the time at which it was received.
struct HeldToken: Sendable, Hashable {
    let token: AccessToken
    let receivedAt: Date
    let expiresAt: Date

    /// A token is renewed when it expires within this many seconds, or within a fifth of its lifetime if that is less. Google's
    /// library for Python has the same margin.
    static let renewalMargin: TimeInterval = 225

    init(text: String, receivedAt: Date, lifetime: TimeInterval) {
        self.receivedAt = receivedAt
        expiresAt = receivedAt.addingTimeInterval(lifetime)
        token = AccessToken(text, expiresAt: expiresAt)
    }

    /// Whether the token need not be renewed yet. A clock that was moved back to before the token was received says nothing
    /// about its age, so the token counts as old.
    func isFresh(at now: Date) -> Bool {
        let margin = min(Self.renewalMargin, expiresAt.timeIntervalSince(receivedAt) / 5)
        return now >= receivedAt && expiresAt.timeIntervalSince(now) >= margin
    }

    /// Whether the token has not expired yet, so that services should accept it.
    func isAlive(at now: Date) -> Bool {
        now >= receivedAt && now < expiresAt
    }
}
