import ExperimentsTransport
import Foundation
import Synchronization

/// Obtains access tokens with a service account's key, and keeps each for as long as it is fresh. Callers that want the
/// same scopes at the same time share one exchange.
public final class ServiceAccountTokenSource: AccessTokenSource {
    /// The tokens of one set of scopes.
    private struct Store {
        let flight = SingleFlight<HeldToken>()
        var held: HeldToken?
        /// That the endpoint asked to be left alone, and until when.
        var refusal: (error: AccessTokenError, until: Date)?
    }

    /// The key.
    public let key: ServiceAccountKey

    private let transport: any HTTPTransport
    private let timeout: Duration
    private let now: @Sendable () -> Date
    private let fraction: @Sendable () -> Double
    private let pause: @Sendable (Duration) async throws -> Void
    private let stores = Mutex<[Set<String>: Store]>([:])

    /// A source. It sends nothing until it is first asked.
    ///
    /// - Parameters:
    ///   - key: the account's key.
    ///   - transport: what carries the requests.
    ///   - timeout: how long an exchange may take.
    ///   - now: the time.
    ///   - fraction: a random number from 0 up to 1.
    ///   - pause: waits so long, or throws when the task is cancelled.
    public init(
        key: ServiceAccountKey, transport: any HTTPTransport = URLSessionTransport(),
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

    /// A token that should be accepted now: the one there is while it is fresh, else a new one. While the endpoint is
    /// away, an old one that still lives is better than none.
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
            guard let held, held.isAlive(at: now()) else { throw error }
            return held.token
        }
    }

    /// Forgets the tokens, because a service refused one although it looked fresh.
    public func discardAccessTokens() async {
        stores.withLock { stores in
            for scopes in stores.keys { stores[scopes]?.held = nil }
        }
    }

    private func obtained(_ scopes: [String]) async throws -> HeldToken {
        if let refusal = stores.withLock({ $0[Set(scopes)]?.refusal }), now() < refusal.until { throw refusal.error }
        let held: HeldToken
        do {
            held = try await exchangedTwice(scopes)
        } catch AccessTokenError.refused(let refusal) {
            let error = AccessTokenError.refused(refusal)
            let heldOff = refusal.retryAfter.map { (error: error, until: now() + $0) }
            stores.withLock { $0[Set(scopes)]?.refusal = heldOff }
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
            // An endpoint that stumbles is asked once more soon, unless it says when.
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
