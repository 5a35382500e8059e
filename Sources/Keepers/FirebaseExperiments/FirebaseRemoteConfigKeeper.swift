import ExperimentsCore
import ExperimentsLocks
import FirebaseConfig
import Foundation

/// A keeper for the values that Firebase Remote Config has for this app.
///
/// A fetch also activates the values. If the app itself activates values of the same `RemoteConfig`, the keeper notices
/// that, too. A keeper that listens announces each published template, from its first fetch on.
///
/// It is not made of a `PayloadKeeper`, because the client fetches, stores and activates, as in Firebase's own SDK; the
/// keeper only shows what is active.
public final class FirebaseRemoteConfigKeeper: RemoteConfigKeeper {
    /// The client behind the keeper.
    public let remoteConfig: RemoteConfig
    private let current: Mutex<Snapshot>
    private let observers = Observers<KeeperNotice>()
    private let listens: Bool
    private let subscriptions = Mutex<[ObservationHandle]>([])
    private let isListening = Atomic(false)
    /// Whether changes may have been missed.
    private let mayHaveMissed = Mutex(false)

    /// Creates a keeper for a client. Its first snapshot has the values that the client used in its last run.
    ///
    /// - Parameters:
    ///   - remoteConfig: the client.
    ///   - listens: whether the service should announce changes. The connection is opened after the first fetch, and
    ///     stays open as long as the keeper exists.
    public init(remoteConfig: RemoteConfig, listens: Bool = false) {
        self.remoteConfig = remoteConfig
        self.listens = listens
        current = Mutex(Snapshot(remoteConfig.active, fetchedAt: remoteConfig.lastFetchTime))
        var observations = [remoteConfig.observeActivations { [weak self] in self?.hear($0) }]
        if listens { observations.append(remoteConfig.observeLiveStatus { [weak self] in self?.hear($0) }) }
        subscriptions.withLock { $0 = observations }
    }

    /// The values in use. Reading them needs no I/O.
    public var snapshot: Snapshot { current.withLock { $0 } }

    /// Whether the service announces changes; `off` for a keeper that does not listen.
    public var liveStatus: LiveStatus { listens ? remoteConfig.liveStatus : .off }

    /// Fetches and activates. The client's minimum interval applies only to `.app`. Waits for which the service has
    /// asked apply to every trigger. `.realtime` fetches again if the response is older than the announced version.
    /// `.manual` also tries to reopen a lost connection for announcements.
    ///
    /// - Throws: `FetchFailure`; `CancellationError` if the calling task was cancelled. The last good snapshot stays.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        defer { listen() }
        if trigger == .manual { remoteConfig.reconnect() }
        do {
            let outcome = try await outcome(of: trigger)
            noteFetchTime()
            return outcome
        } catch let error as FirebaseFetchError {
            throw FetchFailure(error)
        } catch let error as RealtimeError {
            // The fetched version, although not the announced one, may still be newer than the one in use.
            remoteConfig.activate()
            noteFetchTime()
            throw FetchFailure(error.description)
        }
    }

    private func outcome(of trigger: FetchTrigger) async throws -> FetchOutcome {
        if case .realtime = trigger {
            let outcome = try await remoteConfig.fetchAnnounced()
            return outcome.followed(byActivation: remoteConfig.activate())
        }
        let result = try await remoteConfig.fetchAndActivate(
            expiration: trigger == .app ? remoteConfig.settings.minimumFetchInterval : 0, kind: .base,
            byHand: trigger == .manual)
        return result.outcome.followed(byActivation: result.activated)
    }

    /// Calls `handler` with each new snapshot and, if the keeper listens, with the announcements of the service, until
    /// the returned handle is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    private func listen() {
        guard listens, !isListening.exchange(true, ordering: .relaxed) else { return }
        let observation = remoteConfig.observeAnnouncements { [weak self] _ in
            self?.observers.notify(.sourceChanged)
        }
        subscriptions.withLock { $0.append(observation) }
    }

    private func hear(_ status: LiveStatus) {
        observers.notify(.liveStatus(status))
        switch status {
        case .interrupted, .unavailable: mayHaveMissed.withLock { $0 = true }
        case .live:
            let missed = mayHaveMissed.withLock { missed in
                defer { missed = false }
                return missed
            }
            if missed { observers.notify(.sourceChanged) }
        case .off, .connecting: break
        }
    }

    private func hear(_ config: FetchedConfig) {
        let snapshot = Snapshot(config, fetchedAt: remoteConfig.lastFetchTime)
        current.withLock { $0 = snapshot }
        observers.notify(.snapshot(snapshot))
    }

    /// A fetch without changes only updates the time and the version of the snapshot, so nothing has to be resolved
    /// again.
    private func noteFetchTime() {
        let time = remoteConfig.lastFetchTime
        let version = remoteConfig.active?.templateVersion.map(String.init)
        current.withLock { snapshot in
            guard snapshot.fetchedAt != time || snapshot.version != version else { return }
            snapshot = Snapshot(
                entries: snapshot.entries, version: version, etag: snapshot.etag, fetchedAt: time,
                experiments: snapshot.experiments, notes: snapshot.notes)
        }
    }
}

extension FirebaseRemoteConfigKeeper: RestorableKeeper {
    package func copy() -> SourceCopy? { SourceCopy(snapshot) }

    package func restore(_ copy: SourceCopy) throws {
        guard let restored = copy.snapshot else { throw FetchFailure("it does not contain values") }
        let isNew = current.withLock { current in
            guard current.fetchedAt == nil else { return false }
            current = restored
            return true
        }
        if isNew { observers.notify(.snapshot(restored)) }
    }
}

extension FetchOutcome {
    /// Returns the outcome of a fetch and an activation: the result of an earlier fetch may be activated after a fetch
    /// without news.
    fileprivate func followed(byActivation hasActivated: Bool) -> FetchOutcome {
        guard hasActivated, status == .unchanged else { return self }
        return FetchOutcome(status: .updated, httpStatus: httpStatus, bytes: bytes)
    }
}

extension FetchFailure {
    /// Creates the core's failure for an error. The time of the next attempt is separate from the reason.
    fileprivate init(_ error: FirebaseFetchError) {
        var wasHeldBack = false
        if case .heldBack = error { wasHeldBack = true }
        self.init(
            error.reason, httpStatus: error.httpStatus, bytes: error.bytes, retryAt: error.nextAttempt,
            wasHeldBack: wasHeldBack)
    }
}

/// Resolves an app's keys with Firebase Remote Config and an operator's overrides. Create one instance, and keep it.
///
/// To be notified of missing keys and incorrect values, observe or subclass it; see `RemoteConfigService`.
open class FirebaseRemoteConfigService: RemoteConfigService, @unchecked Sendable {
    /// The client behind the service.
    public let remoteConfig: RemoteConfig

    /// Creates a service with a keeper.
    ///
    /// - Parameters:
    ///   - remoteConfigKeeper: the source of the values.
    ///   - overrideStore: the operator's overrides.
    ///   - unit: the unit for which values are resolved, such as a user's ID; nil for the installation.
    ///   - tracker: receives exposures and the actions of users. These include exposures to experiments of Firebase A/B
    ///     Testing, named by the ID of the experiment, for example `_exp_7`.
    ///   - now: returns the time, for the expiry of overrides and for the history.
    public init(
        remoteConfigKeeper: FirebaseRemoteConfigKeeper,
        overrideStore: any OverrideStore = InMemoryOverrideStore(),
        unit: String? = nil, tracker: (any ExperimentTracker)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        remoteConfig = remoteConfigKeeper.remoteConfig
        super.init(
            remoteConfigKeeper: remoteConfigKeeper, overrideStore: overrideStore, unit: unit,
            tracker: tracker.map {
                FirebaseExposureTracker($0, remoteConfigKeeper.remoteConfig, unit: unit, now: now)
            }, now: now)
    }

    /// Creates a service for a project. The last good values are stored in a file of this user.
    ///
    /// - Parameters:
    ///   - project: the project and the app.
    ///   - endpoints: the addresses of the services; see `FirebaseEndpoints.init(environment:)`.
    ///   - settings: the intervals and limits.
    ///   - listens: whether to receive changes as soon as they are published, starting with the first fetch.
    ///   - overrideStore: the operator's overrides.
    ///   - unit: the unit for which values are resolved, such as a user's ID; nil for the installation.
    ///   - tracker: receives exposures and the actions of users.
    public convenience init(
        project: FirebaseProject, endpoints: FirebaseEndpoints = .google,
        settings: RemoteConfig.Settings = RemoteConfig.Settings(), listens: Bool = false,
        overrideStore: any OverrideStore = InMemoryOverrideStore(), unit: String? = nil,
        tracker: (any ExperimentTracker)? = nil
    ) {
        let store = FileConfigStore(path: FileConfigStore.defaultPath(for: project))
        let remoteConfig = RemoteConfig(
            project: project, endpoints: endpoints, settings: settings, store: store)
        self.init(
            remoteConfigKeeper: FirebaseRemoteConfigKeeper(remoteConfig: remoteConfig, listens: listens),
            overrideStore: overrideStore, unit: unit, tracker: tracker)
    }
}
