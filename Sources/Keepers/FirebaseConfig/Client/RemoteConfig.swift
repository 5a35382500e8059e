import ExperimentsCore
import ExperimentsTransport
import Foundation
import Locks

/// Firebase Remote Config over HTTP: fetches sets of parameters and activates them when the app says so.
///
/// A fetch and its activation are two steps, so that an app decides when its values change under it. Reads never do
/// I/O. The last good sets survive failures and, with a `FileConfigStore`, restarts. Safe to use from any thread.
public final class RemoteConfig: Sendable {
    /// Which project and app this client speaks for.
    public let project: FirebaseProject
    /// Which of the project's templates it fetches, usually `firebase`.
    public let namespace: String

    let endpoints: FirebaseEndpoints
    let transport: any HTTPTransport
    let context: @Sendable () -> ClientContext
    let now: @Sendable () -> Date
    let randomness: Randomness
    let installations: InstallationProvider
    let keeper: StateKeeper
    let flight = SingleFlight<FetchReceipt>()
    let activations = Observers<FetchedConfig>()
    let pause: @Sendable (Duration) async throws -> Void
    let realtime = RealtimeChannel()
    let announcedFlight = SingleFlight<FetchReceipt>()
    private let settingsBox: Mutex<Settings>
    let notificationCenter: NotificationCenter
    /// What modules on top of this one keep with a client.
    package let attachments = Attachments()
    let defaults = Mutex(DefaultTexts())

    /// A client. It sends nothing until the first fetch; what `store` holds for it is read here.
    ///
    /// - Parameters:
    ///   - project: which project and app to speak for.
    ///   - endpoints: where the services are; see `FirebaseEndpoints.init(environment:)`.
    ///   - namespace: which of the project's templates.
    ///   - settings: intervals and limits.
    ///   - transport: what carries the requests; a `StreamingTransport` also carries announcements of changes.
    ///   - store: where state is kept between starts.
    ///   - context: what to tell the service about the app; asked at each fetch.
    ///   - now: the time.
    ///   - randomness: for ids and for spreading retries.
    ///   - notificationCenter: where fetches and activations are told.
    ///   - pause: waits so long, or throws when the task is cancelled.
    public init(
        project: FirebaseProject, endpoints: FirebaseEndpoints = .google, namespace: String = "firebase",
        settings: Settings = Settings(), transport: any HTTPTransport = URLSessionTransport(),
        store: any ConfigStore = InMemoryConfigStore(),
        context: @escaping @Sendable () -> ClientContext = { .current },
        now: @escaping @Sendable () -> Date = { Date() }, randomness: Randomness = .system,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        notificationCenter: NotificationCenter = .default
    ) {
        self.project = project
        self.endpoints = endpoints
        self.namespace = namespace
        self.transport = transport
        self.context = context
        self.now = now
        self.randomness = randomness
        self.notificationCenter = notificationCenter
        self.pause = pause
        settingsBox = Mutex(settings)
        let keeper = StateKeeper(
            store: store,
            identity: StoreIdentity(projectID: project.projectID, appID: project.appID.text, namespace: namespace))
        self.keeper = keeper
        installations = InstallationProvider(
            client: InstallationClient(
                project: project, base: endpoints.installations, transport: transport, now: now,
                timeout: settings.fetchTimeout),
            installation: keeper.state.installation, now: now, randomness: randomness, pause: pause,
            save: { installation in keeper.update { $0.installation = installation } })
    }

    /// Intervals and limits; a change counts from the next fetch on.
    public var settings: Settings {
        get { settingsBox.withLock { $0 } }
        set { settingsBox.withLock { $0 = newValue } }
    }

    /// The set in use, or nil before the first activation.
    public var active: FetchedConfig? { keeper.state.active }

    /// The set that the last good fetch brought; it may be in use already.
    public var fetched: FetchedConfig? { keeper.state.fetched }

    /// When the last good fetch was.
    public var lastFetchTime: Date? { keeper.state.lastSuccess }

    /// How the last fetch of this process ended.
    public var lastFetchStatus: FetchStatus { keeper.fetchStatus }

    /// What is wrong with the stored state, if something is: it could not be used at the start, or not be saved since.
    public var storageWarning: String? { keeper.warning }

    /// Calls `handler` with each newly activated set, for as long as the result is kept.
    public func observeActivations(_ handler: @escaping @Sendable (FetchedConfig) -> Void) -> ObservationHandle {
        activations.add(handler)
    }
}

/// Things that other modules keep with a client, at most one of each type, for as long as the client lives.
package final class Attachments: Sendable {
    private let things = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// The thing of a type: the one there is, else the one that `make` makes.
    package func thing<Thing: Sendable>(_ make: () -> Thing) -> Thing {
        things.withLock { things in
            if let thing = things[ObjectIdentifier(Thing.self)] as? Thing { return thing }
            let thing = make()
            things[ObjectIdentifier(Thing.self)] = thing
            return thing
        }
    }
}
