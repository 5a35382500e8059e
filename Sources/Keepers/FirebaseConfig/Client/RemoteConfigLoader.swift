import ExperimentsCore
import ExperimentsLocks
import Foundation
import Observation

/// Loads a configuration, once or repeatedly, and reports its state to a screen.
///
/// A SwiftUI view that reads `state` is drawn again when it changes; elsewhere, and before iOS 17 and macOS 14, follow
/// `states`. Values can be read at any time: see `RemoteConfig.value(of:)`.
public final class RemoteConfigLoader: Sendable {
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
    private let observed = ObservedKey()

    /// Creates a loader, which does nothing before `load()`.
    public init(_ config: RemoteConfig) {
        self.config = config
    }

    /// The state of loading.
    public var state: State {
        observed.access()
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
        observed.change {
            current.withLock {
                $0 = state
                changes.enqueue(state)
            }
        }
        changes.deliver()
        return state
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension RemoteConfigLoader: Observable {}

extension RemoteConfig {
    /// Creates a client for previews of an app's screens. It always has these values.
    ///
    /// A fetch succeeds immediately, without a request, and an activation reports a change. Neither posts a notification,
    /// and setting defaults changes nothing.
    ///
    /// - Parameters:
    ///   - defaults: the values.
    ///   - libraryDefaults: the values that libraries use if `defaults` has none.
    ///   - platform: the platform of the app.
    public static func preview(
        withDefaults defaults: [Key: DefaultValue], over libraryDefaults: [Key: DefaultValue] = [:],
        platform: AppID.Platform = .ios
    ) -> RemoteConfig {
        let config = RemoteConfig(
            project: FirebaseProject(previewOf: platform), transport: NoTransport(error: .offline))
        let texts = texts(of: libraryDefaults).merging(texts(of: defaults)) { $1 }
        config.defaults.withLock { $0.fixed = texts }
        return config
    }

    /// Creates a client without a project. It has the app's defaults alone, and each fetch fails for this reason.
    package static func unconfigured(because reason: String) -> RemoteConfig {
        RemoteConfig(
            project: FirebaseProject(previewOf: .ios),
            transport: NoTransport(error: .other(host: "Firebase", code: 0, reason: reason)))
    }

    /// Whether this client was created for previews.
    var isPreview: Bool { defaults.withLock { $0.fixed != nil } }
}

extension FirebaseProject {
    /// The project of a client that never sends a request.
    fileprivate init(previewOf platform: AppID.Platform) {
        projectID = "preview"
        appID = AppID(previewOf: platform)
        apiKey = APIKey("")
        packageName = nil
    }
}

extension AppID {
    fileprivate init(previewOf platform: Platform) {
        text = "1:0:\(platform.rawValue):0"
        projectNumber = "0"
        self.platform = platform
    }
}

/// Has no network access.
private struct NoTransport: HTTPTransport {
    let error: TransportError

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw error
    }
}
