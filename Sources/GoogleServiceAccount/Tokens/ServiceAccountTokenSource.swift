import ExperimentsTransport
import Foundation
import Synchronization

/// Obtains access tokens with a service account's key, and keeps each for as long as it is fresh. Concurrent callers
/// share one exchange.
public final class ServiceAccountTokenSource: AccessTokenSource {
    /// The key.
    public let key: ServiceAccountKey
    /// What the tokens allow.
    public let scopes: [OAuthScope]

    private let transport: any HTTPTransport
    private let timeout: Duration
    private let now: @Sendable () -> Date
    private let flight = SingleFlight<AccessToken>()
    private let known = Mutex<AccessToken?>(nil)

    /// A source. It sends nothing until it is first asked.
    ///
    /// - Parameters:
    ///   - key: the account's key.
    ///   - scopes: what the tokens shall allow.
    ///   - transport: what carries the requests.
    ///   - timeout: how long an exchange may take.
    ///   - now: the time.
    public init(
        key: ServiceAccountKey, scopes: [OAuthScope] = [.remoteConfig],
        transport: any HTTPTransport = URLSessionTransport(), timeout: Duration = .seconds(30),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.key = key
        self.scopes = scopes
        self.transport = transport
        self.timeout = timeout
        self.now = now
    }

    /// A token that should be accepted now: the one there is while it is fresh, else a new one. While the endpoint is
    /// away, an old one that still lives is better than none.
    ///
    /// - Throws: `AccessTokenError`, or `CancellationError` when the calling task was cancelled.
    public func accessToken(insteadOf refused: AccessToken?) async throws -> AccessToken {
        let held = known.withLock { $0 }.flatMap { $0 == refused ? nil : $0 }
        if let held, held.isFresh(at: now()) { return held }
        do {
            return try await flight.run { try await self.obtained() }
        } catch let error as AccessTokenError {
            guard let held, held.isAlive(at: now()) else { throw error }
            return held
        }
    }

    private func obtained() async throws -> AccessToken {
        let token: AccessToken
        do {
            token = try await exchanged()
        } catch AccessTokenError.refused(let refusal) where (500...599).contains(refusal.status) {
            // An endpoint that stumbles is asked once more at once.
            token = try await exchanged()
        }
        known.withLock { $0 = token }
        return token
    }

    private func exchanged() async throws -> AccessToken {
        let exchange: TokenExchange
        do {
            exchange = TokenExchange(
                tokenURL: key.tokenURL, assertion: try await key.assertion(for: scopes, issuedAt: now()),
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
