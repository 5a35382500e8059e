import Dispatch
import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// Remote configuration in sections of settings, which a server creates for each user.
///
/// ```swift
/// let isEnabled = activeConfig["AppFeatures"]?.bool(forKey: "SomeFeatureEnabled") ?? false
/// ```
///
/// Keep one instance. It starts with the last configuration in the store and downloads only on request. A download
/// replaces the whole configuration, or nothing if the document is refused. All members may be used from any thread,
/// and reading never waits for the network or the disk.
public final class ActiveConfig: Sendable {
    struct Contents: Sendable {
        var current: CurrentActiveConfig
        var registry = ListenerRegistry()
        var downloads = DownloadsUnderWay()
    }

    typealias DownloadResult = Result<ActiveConfigDownloadReport, ActiveConfigDownloadFailure>

    /// The object that downloads configurations.
    public let downloader: any ActiveConfigDownloader
    /// The store that contains the settings between launches.
    public let store: any ActiveConfigStore

    let chain: FallbackChain
    let listenerQueue: DispatchQueue
    let notificationCenter: NotificationCenter
    let now: @Sendable () -> Date
    let events = Observers<ActiveConfigEvent>()
    let contents: Mutex<Contents>
    /// Held during each change to the configuration, from reading the old one until the new one is stored and active,
    /// so that changes are made one after the other. Reading does not need it.
    let changing = Mutex<Void>(())

    /// Creates an object with the stored configuration of a user.
    ///
    /// - Parameters:
    ///   - downloader: downloads configurations.
    ///   - store: stores them between launches; by default, only in memory.
    ///   - bootstrapped: the configuration that is included in the app. It is read if the store has none.
    ///   - userID: the user; nil for no user in particular.
    ///   - listenerQueue: the serial queue on which listeners are called and notifications posted.
    ///   - notificationCenter: the center to which notifications are posted.
    ///   - now: returns the current time.
    public init(
        downloader: any ActiveConfigDownloader, store: any ActiveConfigStore = InMemoryActiveConfigStore(),
        bootstrapped: BootstrappedActiveConfig? = nil, userID: String? = nil,
        listenerQueue: DispatchQueue = .main,
        notificationCenter: NotificationCenter = .default, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.downloader = downloader
        self.store = store
        self.listenerQueue = listenerQueue
        self.notificationCenter = notificationCenter
        self.now = now
        chain = FallbackChain(store: store, bootstrapped: bootstrapped)
        contents = Mutex(Contents(current: chain.lastKnown(for: userID, at: now())))
    }

    deinit {
        // Otherwise the consumers of these streams would wait forever.
        for stream in contents.withLock(\.registry.streams) { stream.finish() }
    }

    /// The current configuration, and whose it is.
    public var current: CurrentActiveConfig { contents.withLock(\.current) }

    /// The section called `name`; nil if there is none.
    public subscript(name: String) -> ActiveConfigSection? {
        contents.withLock { $0.current.state.sections[name] }
    }

    /// The section called `name`; nil if there is none.
    public func configSection(named name: String) -> ActiveConfigSection? { self[name] }

    /// The `meta` of the current configuration, for example which group of an A/B test it is for.
    public var currentConfigurationMeta: JSONObject { current.state.meta }

    /// Calls `handler` with each event, on the thread that caused it, until the result is cancelled or released.
    ///
    /// Two changes that happen at the same time may be reported in either order; the greater revision is the newer one.
    public func observe(_ handler: @escaping @Sendable (ActiveConfigEvent) -> Void) -> ObservationHandle {
        events.add(handler)
    }
}

/// An event of an `ActiveConfig`, for its observers.
public enum ActiveConfigEvent: Sendable {
    /// A different configuration is active: after a download, or for another user.
    case changed(CurrentActiveConfig)
    /// A download ended with a response that was not refused.
    case downloadFinished(ActiveConfigDownloadReport)
    /// A download changed nothing: there was no response, or the document was refused.
    case downloadFailed(ActiveConfigDownloadFailure)
    /// A stored configuration could not be used, or one could not be stored. The current configuration is not affected.
    case storeFailed(ActiveConfigStoreProblem)
}

extension ActiveConfig {
    /// Downloads the current user's configuration at intervals, until the result is cancelled or released.
    ///
    /// The first download is after one interval. After failures, the pauses become longer, and if the server gives a
    /// time for the next request, there is none before it. On Apple platforms, a download waits for the foreground, and
    /// for the end of Low Data Mode. The results are reported to observers and posted as notifications.
    ///
    /// - Parameters:
    ///   - interval: the time from the end of a download to the beginning of the next.
    ///   - seed: seeds the random part of the pauses after failures; nil for none.
    ///   - sleep: waits for a duration, or throws to end the downloads.
    public func refresh(
        every interval: Duration, seed: UInt64? = .random(in: 0 ... .max),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) -> ObservationHandle {
        refresh(every: interval, seed: seed, sleep: sleep, of: .system)
    }

    /// - Parameter presence: a download waits until it is active.
    package func refresh(
        every interval: Duration, seed: UInt64?, sleep: @escaping @Sendable (Duration) async throws -> Void,
        of presence: AppPresence
    ) -> ObservationHandle {
        let now = now
        let task = Task { [weak self] in
            var schedule = RefreshSchedule(
                interval: interval, firstFetchAt: now() + interval.inSeconds, seed: seed)
            while let next = schedule.nextFetchAt {
                let wait = max(0, next.timeIntervalSince(now()))
                guard (try? await sleep(.seconds(wait))) != nil, (try? await presence.untilActive()) != nil,
                    !Task.isCancelled, let self
                else { return }
                schedule.fetchStarted()
                do throws(ActiveConfigDownloadFailure) {
                    try await self.downloadNewConfig()
                    schedule.fetchSucceeded(at: now())
                } catch {
                    schedule.fetchFailed(at: now(), retryAt: error.failure.retryAt)
                }
            }
        }
        return ObservationHandle { task.cancel() }
    }

    /// The user whose configuration is active; nil for no user in particular.
    ///
    /// Setting another user activates the known configuration of that user before the setter returns:
    /// their own last one, otherwise the shared one, otherwise the bootstrapped one, otherwise an empty one. Nothing of
    /// the previous user's configuration remains. Nothing is downloaded. Listeners are called for each section that
    /// differs. If a download for the previous user is still under way, its configuration is stored for that user, and
    /// no listener is called.
    ///
    /// The setter reads the store on the caller's thread. It must not be called by the store or the bootstrapped
    /// configuration.
    public var currentUserID: String? {
        get { contents.withLock(\.current.userID) }
        set { switchUser(to: newValue) }
    }

    private func switchUser(to userID: String?) {
        let next: CurrentActiveConfig? = changing.withLock { _ in
            let old = current
            guard old.userID != userID else { return nil }
            return replace(old, with: chain.lastKnown(for: userID, at: now(), revision: old.revision + 1))
                .current
        }
        guard let next else { return }
        for problem in next.problems { events.notify(.storeFailed(problem)) }
        events.notify(.changed(next))
    }
}

/// The downloads that callers wait for: at most one for each user, removed when its last caller has left.
struct DownloadsUnderWay: Sendable {
    typealias Flight = SingleFlight<ActiveConfigDownloadReport>

    private var flights: [String?: (flight: Flight, callers: Int)] = [:]

    var isEmpty: Bool { flights.isEmpty }

    /// Returns the download that all callers for a user share. Each call must be followed by one of `leave(_:)`.
    mutating func join(_ userID: String?) -> Flight {
        let (flight, callers) = flights[userID] ?? (Flight(), 0)
        flights[userID] = (flight, callers + 1)
        return flight
    }

    mutating func leave(_ userID: String?) {
        guard let (flight, callers) = flights[userID] else { return }
        flights[userID] = callers > 1 ? (flight, callers - 1) : nil
    }
}
