import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// A client for Firebase Remote Config over HTTP. It fetches values, and activates them when the app asks for it.
///
/// A fetch and its activation are two steps, so that an app decides when its values change. Reads need no I/O. The last
/// good values survive failures and, with a `FileConfigStore`, restarts. The client is safe to use from any thread.
public final class RemoteConfig: Sendable {
    /// The project and the app that this client fetches for.
    public let project: FirebaseProject
    /// The namespace of the template that it fetches, usually `firebase`.
    public let namespace: String

    let endpoints: FirebaseEndpoints
    let transport: any HTTPTransport
    let context: @Sendable () -> ClientContext
    let clocks: Clocks
    let randomness: Randomness
    let installations: InstallationProvider
    let keeper: StateKeeper
    let flight = SingleFlight<FetchOutcome>()
    let activations = Observers<FetchedConfig>()
    let pause: @Sendable (Duration) async throws -> Void
    let realtime: RealtimeChannel
    let announcedFlight = SingleFlight<FetchOutcome>()
    private let clockWatch: Mutex<ClockWatch>
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
    ///   - context: returns the information about the app for the service; called for each fetch.
    ///   - now: returns the time; nil for the system's clocks, so that waits are not affected if the time of day is
    ///     set.
    ///   - randomness: for identifiers, and for spreading retries.
    ///   - notificationCenter: the center to which fetches and activations are posted.
    ///   - pause: waits for the given time, or throws if the task is cancelled.
    public convenience init(
        project: FirebaseProject, endpoints: FirebaseEndpoints = .google, namespace: String = "firebase",
        settings: Settings = Settings(), transport: any HTTPTransport = SystemTransport(),
        store: any ConfigStore = InMemoryConfigStore(),
        context: @escaping @Sendable () -> ClientContext = { .current },
        now: (@Sendable () -> Date)? = nil, randomness: Randomness = .system,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        notificationCenter: NotificationCenter = .default
    ) {
        self.init(
            project: project, endpoints: endpoints, namespace: namespace, settings: settings,
            transport: transport,
            store: store, context: context, clocks: Clocks(now), randomness: randomness, pause: pause,
            notificationCenter: notificationCenter)
    }

    package init(
        project: FirebaseProject, endpoints: FirebaseEndpoints, namespace: String, settings: Settings,
        transport: any HTTPTransport, store: any ConfigStore,
        context: @escaping @Sendable () -> ClientContext,
        clocks: Clocks, randomness: Randomness, pause: @escaping @Sendable (Duration) async throws -> Void,
        notificationCenter: NotificationCenter
    ) {
        self.project = project
        self.endpoints = endpoints
        self.namespace = namespace
        self.transport = transport
        self.context = context
        self.clocks = clocks
        clockWatch = Mutex(ClockWatch(at: clocks.now(), steady: clocks.steady()))
        self.randomness = randomness
        self.notificationCenter = notificationCenter
        self.pause = pause
        realtime = RealtimeChannel(
            in: StreamFollower.Surroundings(clocks: clocks, pause: pause, fraction: { randomness.fraction() })
        )
        settingsBox = Mutex(settings)
        let keeper = StateKeeper(
            store: store,
            identity: StoreIdentity(
                projectID: project.projectID, appID: project.appID.text, namespace: namespace))
        self.keeper = keeper
        installations = InstallationProvider(
            client: InstallationClient(
                project: project, base: endpoints.installations, transport: transport, now: clocks.now,
                timeout: settings.fetchTimeout),
            installation: keeper.state.installation, clocks: clocks, randomness: randomness, pause: pause,
            save: { installation in keeper.update { $0.installation = installation } })
    }

    /// Returns the time of day. If it was set since the last call, the stored times are moved by as much, so that no
    /// wait becomes shorter or longer.
    func now() -> Date {
        let date = clocks.now()
        let jump = clockWatch.withLock { $0.jump(at: date, steady: clocks.steady()) }
        if jump != 0 { keeper.update { $0.move(by: jump) } }
        return date
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
    public func observeActivations(_ handler: @escaping @Sendable (FetchedConfig) -> Void)
        -> ObservationHandle
    {
        activations.add(handler)
    }

    /// Builds the request of a fetch.
    ///
    /// - Parameter knownEtag: the ETag of the values that the client has; nil if it has none.
    func fetchRequest(
        for installation: Installation, in context: ClientContext, knownEtag: String?, kind: FetchKind
    ) throws(FirebaseFetchError) -> TransportRequest {
        let url = try project.url(of: "fetch", in: namespace, at: endpoints.remoteConfig, from: .remoteConfig)
        var headers = project.headers(installation.token)
        headers["x-firebase-rc-fetch-type"] = kind.headerText
        headers["if-none-match"] = knownEtag
        let settings = settings
        return TransportRequest(
            .post, url, headers: headers, body: fetchBody(for: installation, in: context).compactBytes,
            timeout: settings.fetchTimeout, bodyLimit: settings.bodyLimit, mayBeRepeated: true)
    }

    private func fetchBody(for installation: Installation, in context: ClientContext) -> JSONValue {
        var object = JSONObject()
        func set(_ name: String, _ text: String?) { object[name] = text.map { .string($0) } }
        func set(_ name: String, _ texts: [String: String]) {
            if !texts.isEmpty {
                object[name] = .object(JSONObject(sorting: texts.mapValues(JSONValue.string)))
            }
        }
        set("appId", project.appID.text)
        set("appInstanceId", installation.id.text)
        set("appInstanceIdToken", installation.token.text)
        set("countryCode", context.countryCode)
        set("languageCode", context.languageCode)
        set("platformVersion", context.platformVersion)
        set("timeZone", context.timeZone)
        set("appVersion", context.appVersion)
        set("appBuild", context.appBuild)
        set("packageName", project.packageName)
        set("sdkVersion", ClientContext.sdkVersion)
        set("firstOpenTime", context.firstOpenTime.map { RFC3339.text(of: $0, milliseconds: true) })
        set("analyticsUserProperties", context.analyticsUserProperties)
        set("customSignals", context.customSignals)
        return .object(object)
    }

    /// The intervals and limits of a client.
    public struct Settings: Sendable, Hashable {
        /// The age, in seconds, of the last good fetch from which an ordinary fetch asks the service again.
        public var minimumFetchInterval: TimeInterval
        /// The longest total time for each request of a fetch.
        public var fetchTimeout: Duration
        /// The largest response, in bytes.
        public var bodyLimit: Int
        /// The names of the parameters for updates of the app; nil for the usual ones.
        public var updateKeys: ApplicationUpdate.Keys?
        /// The strings that are read as true.
        public var booleanRule: BooleanRule
        /// How the client listens for changes.
        public var realtime: RealtimeSettings

        /// Creates settings, by default those of the official clients: a minimum interval of 12 hours, and a time-out
        /// of 60 seconds.
        public init(
            minimumFetchInterval: TimeInterval = 12 * 3600, fetchTimeout: Duration = .seconds(60),
            bodyLimit: Int = 10_000_000, updateKeys: ApplicationUpdate.Keys? = nil,
            booleanRule: BooleanRule = .shared, realtime: RealtimeSettings = RealtimeSettings()
        ) {
            self.minimumFetchInterval = minimumFetchInterval
            self.fetchTimeout = fetchTimeout
            self.bodyLimit = bodyLimit
            self.updateKeys = updateKeys
            self.booleanRule = booleanRule
            self.realtime = realtime
        }
    }

    /// Sets signals about the app or its user, which the service's conditions can use from the next fetch on.
    ///
    /// The signals are merged into the earlier ones, and nil removes one. Numbers are sent as text. The signals are
    /// stored between launches. A key can have 250 characters and a string 500, in UTF-16 code units, and there can be
    /// 100 signals.
    ///
    /// - Throws: `CustomSignalError` if a limit is exceeded. Nothing is changed then.
    public func setCustomSignals(_ signals: [String: CustomSignalValue?]) async throws(CustomSignalError) {
        let result = keeper.update { state -> Result<Void, CustomSignalError> in
            Result { () throws(CustomSignalError) in try state.customSignals.merge(signals) }
        }
        try result.get()
        await keeper.flush()
    }

    /// The custom signals that the next fetch sends, as text.
    public var customSignals: [String: String] { keeper.state.customSignals.texts }
}
