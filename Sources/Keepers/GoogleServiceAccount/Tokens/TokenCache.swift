import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// Keeps the access tokens of one account, each until shortly before it expires. Callers that ask for the same scopes at
/// the same time share one request.
final class TokenCache: Sendable {
    /// The tokens of one set of scopes.
    private struct Store {
        let flight = SingleFlight<HeldToken>()
        var held: HeldToken?
        /// A refusal in which the endpoint asked for no requests before a time.
        var refusal: (error: AccessTokenError, until: Date)?

        /// Returns the reason why the endpoint must not be contacted now; nil if it may be.
        func refusal(at now: Date) -> AccessTokenError? {
            guard let refusal, now < refusal.until else { return nil }
            return refusal.error
        }
    }

    private let clocks: Clocks
    private let fraction: @Sendable () -> Double
    private let pause: @Sendable (Duration) async throws -> Void
    private let exchange: @Sendable ([String]) async throws -> HeldToken
    private let stores = Mutex<[Set<String>: Store]>([:])

    /// - Parameter exchange: requests a new token for these scopes, and throws `AccessTokenError`.
    init(
        clocks: Clocks, fraction: @escaping @Sendable () -> Double,
        pause: @escaping @Sendable (Duration) async throws -> Void,
        exchange: @escaping @Sendable ([String]) async throws -> HeldToken
    ) {
        self.clocks = clocks
        self.fraction = fraction
        self.pause = pause
        self.exchange = exchange
    }

    /// Returns a token that is good for a while yet; the old one until it expires, if no new one can be had.
    func accessToken(scopes: [String]) async throws -> AccessToken {
        let (flight, held) = stores.withLock { stores in
            let store = stores[Set(scopes)] ?? Store()
            stores[Set(scopes)] = store
            return (store.flight, store.held)
        }
        if let held, held.isFresh(at: clocks.steady()) { return held.token }
        do {
            return try await flight.run { try await self.obtained(scopes) }.token
        } catch let error as AccessTokenError {
            // Read it again: it may have been discarded during the request.
            let held = stores.withLock { $0[Set(scopes)]?.held }
            guard let held, held.isAlive(at: clocks.steady()) else { throw error }
            return held.token
        }
    }

    /// Discards all tokens, so that the next call requests a new one.
    func discard() {
        stores.withLock { stores in
            for scopes in stores.keys { stores[scopes]?.held = nil }
        }
    }

    private func obtained(_ scopes: [String]) async throws -> HeldToken {
        let start = clocks.steady()
        if let error = stores.withLock({ $0[Set(scopes)]?.refusal(at: start) }) { throw error }
        let held: HeldToken
        do {
            held = try await exchangedTwice(scopes)
        } catch AccessTokenError.refused(let refusal) {
            let error = AccessTokenError.refused(refusal)
            let end = clocks.steady()
            stores.withLock {
                $0[Set(scopes)]?.refusal = refusal.retryAfter.map { (error: error, until: end + $0) }
            }
            throw error
        }
        stores.withLock { $0[Set(scopes)]?.held = held }
        return held
    }

    private func exchangedTwice(_ scopes: [String]) async throws -> HeldToken {
        do {
            return try await exchange(scopes)
        } catch AccessTokenError.refused(let refusal)
            where (500...599).contains(refusal.status) && refusal.retryAfter == nil
        {
            // A server error is often temporary. If an endpoint gives a time for the next request, there is none before
            // it.
            try await pause(RetryWait.beforeSecondTry(fraction: fraction()))
            return try await exchange(scopes)
        }
    }
}
