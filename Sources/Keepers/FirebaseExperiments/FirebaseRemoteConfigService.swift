import ExperimentsCore
import FirebaseConfig
import Foundation

/// Resolves an app's keys with Firebase Remote Config and an operator's overrides. Create one instance, and keep it.
///
/// To learn of missing keys and incorrect values, observe or subclass it; see `RemoteConfigService`.
open class FirebaseRemoteConfigService: RemoteConfigService, @unchecked Sendable {
    /// The client behind the service.
    public let remoteConfig: RemoteConfig

    /// Creates a service with a keeper.
    ///
    /// - Parameters:
    ///   - remoteConfigKeeper: the source of the values.
    ///   - overrideStore: the operator's overrides.
    ///   - now: returns the time, for the expiry of overrides and for the history.
    public init(
        remoteConfigKeeper: FirebaseRemoteConfigKeeper, overrideStore: any OverrideStore = InMemoryOverrideStore(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        remoteConfig = remoteConfigKeeper.remoteConfig
        super.init(remoteConfigKeeper: remoteConfigKeeper, overrideStore: overrideStore, now: now)
    }

    /// Creates a service for a project. The last good values are kept in a file of this user.
    ///
    /// - Parameters:
    ///   - project: the project and the app.
    ///   - endpoints: the addresses of the services; see `FirebaseEndpoints.init(environment:)`.
    ///   - settings: the intervals and limits.
    ///   - listens: whether to receive changes as soon as they are published, from the first fetch on.
    ///   - overrideStore: the operator's overrides.
    public convenience init(
        project: FirebaseProject, endpoints: FirebaseEndpoints = .google,
        settings: RemoteConfig.Settings = RemoteConfig.Settings(), listens: Bool = false,
        overrideStore: any OverrideStore = InMemoryOverrideStore()
    ) {
        let store = FileConfigStore(path: FileConfigStore.defaultPath(for: project))
        let remoteConfig = RemoteConfig(project: project, endpoints: endpoints, settings: settings, store: store)
        self.init(
            remoteConfigKeeper: FirebaseRemoteConfigKeeper(remoteConfig: remoteConfig, listens: listens),
            overrideStore: overrideStore)
    }
}
