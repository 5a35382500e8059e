import ExperimentsSupport
import ExperimentsTransport
import Foundation

/// Obtains access tokens with a service account's key.
///
/// Each token is reused until shortly before it expires. Callers that ask for the same scopes at the same time share
/// one request.
public final class ServiceAccountTokenSource: AccessTokenSource {
    /// The key that signs requests for tokens.
    public let key: ServiceAccountKey

    private let cache: TokenCache

    /// Creates a source. It sends nothing until it is first asked for a token.
    ///
    /// - Parameters:
    ///   - key: the account's key.
    ///   - transport: sends the requests.
    ///   - timeout: how long one request for a token may take.
    ///   - now: returns the time; nil for the clocks of the system, so that tokens and waits do not change if the time
    ///     of day is set.
    ///   - fraction: returns a random number from 0 up to 1.
    ///   - pause: waits for a duration, or throws when the task is cancelled.
    public convenience init(
        key: ServiceAccountKey, transport: any HTTPTransport = SystemTransport(),
        timeout: Duration = .seconds(30), now: (@Sendable () -> Date)? = nil,
        fraction: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.init(
            key: key, transport: transport, timeout: timeout, clocks: Clocks(now), fraction: fraction,
            pause: pause)
    }

    init(
        key: ServiceAccountKey, transport: any HTTPTransport, timeout: Duration, clocks: Clocks,
        fraction: @escaping @Sendable () -> Double, pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.key = key
        cache = TokenCache(clocks: clocks, fraction: fraction, pause: pause) { scopes in
            let exchange: TokenExchange
            do throws(ServiceAccountKeyError) {
                let assertion = try key.assertion(for: scopes, issuedAt: clocks.now())
                exchange = TokenExchange(assertion: assertion, tokenURL: key.tokenURL, timeout: timeout)
            } catch {
                throw AccessTokenError.key(error)
            }
            return try await exchange.token(over: transport, by: clocks)
        }
    }

    /// Returns a token that is valid for a while: the current one, or a new one if that is about to expire. If no new
    /// one can be obtained, the old one is returned until it expires.
    ///
    /// - Parameter scopes: the scopes of the token, such as `GoogleScope.remoteConfig`; at least one.
    /// - Throws: `AccessTokenError`, or `CancellationError` when the calling task was cancelled.
    public func accessToken(scopes: [String]) async throws -> AccessToken {
        try await cache.accessToken(scopes: scopes)
    }

    /// Discards all tokens, so that the next call requests a new one. Call it when a service refuses a token.
    public func discardAccessTokens() async {
        cache.discard()
    }
}
