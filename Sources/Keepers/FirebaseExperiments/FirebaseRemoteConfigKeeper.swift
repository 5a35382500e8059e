import ExperimentsCore
import FirebaseConfig
import Foundation
import Locks

/// Keeps what Firebase Remote Config holds for this app.
///
/// A fetch activates what it brings. An app that also activates by itself, with the same `RemoteConfig`, is heard too. A
/// keeper that listens announces each template that is published, from its first fetch on.
public final class FirebaseRemoteConfigKeeper: RemoteConfigKeeper {
    /// The client behind the keeper.
    public let remoteConfig: RemoteConfig
    private let current: Mutex<Snapshot>
    private let observers = Observers<KeeperNotice>()
    private let listens: Bool
    private let subscriptions = Mutex<[ObservationHandle]>([])
    private let isListening = Atomic(false)
    /// Whether changes may have gone by unheard.
    private let mayHaveMissed = Mutex(false)

    /// A keeper over a client. Its first snapshot is what the client had in use when it was last run.
    ///
    /// - Parameter listens: whether the service is to tell of changes. The connection is made when the first fetch has
    ///   ended, and is kept for as long as the keeper lives.
    public init(remoteConfig: RemoteConfig, listens: Bool = false) {
        self.remoteConfig = remoteConfig
        self.listens = listens
        current = Mutex(Snapshot(remoteConfig.active, fetchedAt: remoteConfig.lastFetchTime))
        var observations = [remoteConfig.observeActivations { [weak self] in self?.hear($0) }]
        if listens { observations.append(remoteConfig.observeLiveStatus { [weak self] in self?.hear($0) }) }
        subscriptions.withLock { $0 = observations }
    }

    /// What is in use. Reading it does no I/O.
    public var snapshot: Snapshot { current.withLock { $0 } }

    /// Whether the service tells of changes; off for a keeper that does not listen.
    public var liveStatus: LiveStatus { listens ? remoteConfig.liveStatus : .off }

    /// Fetches and activates. Only `.app` waits for the client's minimum interval; whoever asks waits while the service
    /// wants rest. `.realtime` asks again where the answer is older than what was announced; `.manual` also tries a lost
    /// connection for announcements again.
    ///
    /// - Throws: `FetchFailure`; `CancellationError` when the calling task was cancelled. The last good snapshot stays.
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
            // What came instead of the announced version may still be newer than what is in use.
            remoteConfig.activate()
            noteFetchTime()
            throw FetchFailure(error.description)
        }
    }

    private func outcome(of trigger: FetchTrigger) async throws -> FetchOutcome {
        if case .realtime = trigger {
            let receipt = try await remoteConfig.fetchAnnounced()
            return FetchOutcome(receipt, activated: remoteConfig.activate())
        }
        let result = try await remoteConfig.fetchAndActivate(
            expiration: trigger == .app ? remoteConfig.settings.minimumFetchInterval : 0, kind: .base,
            byHand: trigger == .manual)
        return FetchOutcome(result.receipt, activated: result.activated)
    }

    /// Calls `handler` with each new snapshot and, where the keeper listens, with what the service announces, for as long
    /// as the result is kept.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    private func listen() {
        guard listens, !isListening.exchange(true, ordering: .relaxed) else { return }
        let observation = remoteConfig.observeAnnouncements { [weak self] _ in self?.observers.notify(.sourceChanged) }
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

    /// A fetch without news makes the same snapshot younger; nobody needs to resolve anything anew.
    private func noteFetchTime() {
        let time = remoteConfig.lastFetchTime
        current.withLock { snapshot in
            guard snapshot.fetchedAt != time else { return }
            snapshot = Snapshot(
                entries: snapshot.entries, version: snapshot.version, etag: snapshot.etag, fetchedAt: time,
                experiments: snapshot.experiments, notes: snapshot.notes)
        }
    }
}
