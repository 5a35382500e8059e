import ExperimentsCore
import Foundation
import Locks
import Observation

/// Loads a configuration, once or repeatedly, and reports its state to a screen.
///
/// A SwiftUI view that reads `state` is drawn again when it changes; elsewhere, follow `states`. Values can be read at
/// any time: see `RemoteConfig.value(of:)`.
public final class RemoteConfigLoader: Observable, Sendable {
    /// The state of loading.
    public enum State: Sendable {
        /// Nothing has been loaded yet. The app's defaults are in use, or the values of an earlier launch.
        case idle
        /// A fetch is under way. The earlier values are still in use.
        case loading
        /// The current values of the service are in use.
        case loaded
        /// The last fetch failed. The earlier values are still in use.
        case error(any Error)
    }

    /// The client that is loaded.
    public let config: RemoteConfig
    private let current = Mutex(State.idle)
    private let changes = Observers<State>()
    private let registrar = ObservationRegistrar()

    /// Creates a loader, which does nothing before `load()`.
    public init(_ config: RemoteConfig) {
        self.config = config
    }

    /// The state of loading.
    public var state: State {
        registrar.access(self, keyPath: \.state)
        return current.withLock { $0 }
    }

    /// The current state, and then each new one, until the task that reads them is cancelled.
    public var states: AsyncStream<State> {
        let (stream, continuation) = AsyncStream.makeStream(of: State.self)
        let observation = current.withLock { state in
            continuation.yield(state)
            return changes.add { continuation.yield($0) }
        }
        continuation.onTermination = { _ in observation.cancel() }
        return stream
    }

    /// Fetches and activates, and returns when `state` has the result.
    ///
    /// - Parameter expirationDuration: the age, in seconds, up to which the last good fetch is recent enough; nil for
    ///   the minimum interval of the settings. 0 always asks the service, which is suitable for development only.
    /// - Returns: the resulting state.
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
