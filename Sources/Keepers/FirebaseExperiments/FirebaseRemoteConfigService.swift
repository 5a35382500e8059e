import ExperimentsCore
import FirebaseConfig
import Foundation

/// Resolves an app's keys against Firebase Remote Config and an operator's overrides. Keep one instance.
///
/// Subclass it to hear of missing keys and incorrect values; see `RemoteConfigService`.
open class FirebaseRemoteConfigService: RemoteConfigService, @unchecked Sendable {
    /// The client behind the service.
    public let remoteConfig: RemoteConfig

    /// A service over a keeper.
    ///
    /// - Parameters:
    ///   - remoteConfigKeeper: what holds the values.
    ///   - overrideStore: the operator's overrides.
    ///   - now: the time, for the expiry of overrides and the history.
    public init(
        remoteConfigKeeper: FirebaseRemoteConfigKeeper, overrideStore: any OverrideStore = InMemoryOverrideStore(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        remoteConfig = remoteConfigKeeper.remoteConfig
        super.init(remoteConfigKeeper: remoteConfigKeeper, overrideStore: overrideStore, now: now)
    }

    /// A service for a project, with everything else as usual; the last good values are kept in a file of this user.
    ///
    /// - Parameters:
    ///   - project: which project and app.
    ///   - endpoints: where the services are; see `FirebaseEndpoints.init(environment:)`.
    ///   - settings: intervals and limits.
    ///   - listens: whether changes are to come the moment they are published, from the first fetch on.
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
