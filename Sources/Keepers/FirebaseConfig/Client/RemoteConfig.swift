import ExperimentsCore
import ExperimentsTransport
import Foundation
import Locks

/// A client for Firebase Remote Config over HTTP. It fetches values, and activates them when the app says so.
///
/// A fetch and its activation are two steps, so that an app decides when its values change. Reads do no I/O. The last
/// good values survive failures and, with a `FileConfigStore`, restarts. The client is safe to use from any thread.
public final class RemoteConfig: Sendable {
    /// The project and the app for which this client fetches.
    public let project: FirebaseProject
    /// The namespace of the template that it fetches, usually `firebase`.
    public let namespace: String

    let endpoints: FirebaseEndpoints
    let transport: any HTTPTransport
    let context: @Sendable () -> ClientContext
    let now: @Sendable () -> Date
    let randomness: Randomness
    let installations: InstallationProvider
    let keeper: StateKeeper
    let flight = SingleFlight<FetchOutcome>()
    let activations = Observers<FetchedConfig>()
    let pause: @Sendable (Duration) async throws -> Void
    let realtime = RealtimeChannel()
    let announcedFlight = SingleFlight<FetchOutcome>()
    private let settingsBox: Mutex<Settings>
    let notificationCenter: NotificationCenter
    /// Objects that modules on top of this one attach to a client.
    package let attachments = Attachments()
    let defaults = Mutex(DefaultTexts())

    /// Creates a client. It reads the stored state from `store`, and sends nothing until the first fetch.
    ///
    /// - Parameters:
    ///   - project: the project and the app.
    ///   - endpoints: the addresses of the services; see `FirebaseEndpoints.init(environment:)`.
    ///   - namespace: the namespace of the template.
    ///   - settings: the intervals and limits.
    ///   - transport: sends the requests; a `StreamingTransport` also receives announcements of changes.
    ///   - store: stores the state between launches.
    ///   - context: returns what to send to the service about the app; called for each fetch.
    ///   - now: returns the time.
    ///   - randomness: for identifiers, and for spreading retries.
    ///   - notificationCenter: where fetches and activations are posted.
    ///   - pause: waits for this length of time, or throws when the task is cancelled.
    public init(
        project: FirebaseProject, endpoints: FirebaseEndpoints = .google, namespace: String = "firebase",
        settings: Settings = Settings(), transport: any HTTPTransport = SystemTransport(),
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

    /// The intervals and limits. A change applies from the next fetch on.
    public var settings: Settings {
        get { settingsBox.withLock { $0 } }
        set { settingsBox.withLock { $0 = newValue } }
    }

    /// The values in use; nil before the first activation.
    public var active: FetchedConfig? { keeper.state.active }

    /// The values of the last good fetch, which may already be in use.
    public var fetched: FetchedConfig? { keeper.state.fetched }

    /// The time of the last good fetch.
    public var lastFetchTime: Date? { keeper.state.lastSuccess }

    /// The result of the last fetch of this process.
    public var lastFetchStatus: FetchStatus { keeper.fetchStatus }

    /// The problem with the stored state, if there is one: it could not be used at launch, or could not be saved since.
    public var storageWarning: String? { keeper.warning }

    /// Calls `handler` with the values of each activation, until the returned handle is cancelled or released.
    public func observeActivations(_ handler: @escaping @Sendable (FetchedConfig) -> Void) -> ObservationHandle {
        activations.add(handler)
    }
}
