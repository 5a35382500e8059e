import ExperimentsCore
import Foundation
import Locks
import Observation

/// Loads a configuration once or more often, and says how far it is, for a screen to follow.
///
/// In SwiftUI a view that reads `state` is drawn again when it changes; elsewhere, follow `states`. Values are there
/// all the while: see `RemoteConfig.value(of:)`.
public final class RemoteConfigLoader: Observable, Sendable {
    /// How far loading is.
    public enum State: Sendable {
        /// Nothing was loaded yet; the app's defaults are in use, or what an earlier run left.
        case idle
        /// A fetch is under way; what was in use still is.
        case loading
        /// What the service has is in use.
        case loaded
        /// The last fetch failed; what was in use still is.
        case error(any Error)
    }

    /// What is loaded.
    public let config: RemoteConfig
    private let current = Mutex(State.idle)
    private let changes = Observers<State>()
    private let registrar = ObservationRegistrar()

    /// A loader, which does nothing before `load()`.
    public init(_ config: RemoteConfig) {
        self.config = config
    }

    /// How far loading is.
    public var state: State {
        registrar.access(self, keyPath: \.state)
        return current.withLock { $0 }
    }

    /// The state that there is, and each one that follows, until the task that reads them is cancelled.
    public var states: AsyncStream<State> {
        let (stream, continuation) = AsyncStream.makeStream(of: State.self)
        let observation = current.withLock { state in
            continuation.yield(state)
            return changes.add { continuation.yield($0) }
        }
        continuation.onTermination = { _ in observation.cancel() }
        return stream
    }

    /// Fetches and activates, and returns when the state says how that went.
    ///
    /// - Parameter expirationDuration: how old, in seconds, the last good fetch may be; nil for the minimum interval of
    ///   the settings. 0 always asks the service: fit for development, not for users.
    /// - Returns: the state that it came to.
    @discardableResult
    public func load(withExpirationDuration expirationDuration: TimeInterval? = nil) async -> State {
        move(to: .loading)
        let expiration = expirationDuration ?? config.settings.minimumFetchInterval
        do {
            try await config.fetchAndActivate(expiration: expiration, kind: .base, byHand: false)
            return move(to: .loaded)
        } catch {
            return move(to: .error(error))
        }
    }

    @discardableResult
    private func move(to state: State) -> State {
        registrar.withMutation(of: self, keyPath: \.state) {
            current.withLock {
                $0 = state
                changes.enqueue(state)
            }
        }
        changes.deliver()
        return state
    }
}
