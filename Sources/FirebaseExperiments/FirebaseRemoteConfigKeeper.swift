import ExperimentsCore
import FirebaseConfig
import Foundation
import Synchronization

/// Keeps what Firebase Remote Config holds for this app.
///
/// A fetch activates what it brings. An app that also activates by itself, with the same `RemoteConfig`, is heard too.
public final class FirebaseRemoteConfigKeeper: RemoteConfigKeeper {
    /// The client behind the keeper.
    public let remoteConfig: RemoteConfig
    private let current: Mutex<Snapshot>
    private let observers = Observers<KeeperNotice>()
    private let activations = Mutex<Observation?>(nil)

    /// A keeper over a client. Its first snapshot is what the client had in use when it was last run.
    public init(remoteConfig: RemoteConfig) {
        self.remoteConfig = remoteConfig
        current = Mutex(Snapshot(remoteConfig.active, fetchedAt: remoteConfig.lastFetchTime))
        let observation = remoteConfig.observeActivations { [weak self] in self?.hear($0) }
        activations.withLock { $0 = observation }
    }

    /// What is in use. Reading it does no I/O.
    public var snapshot: Snapshot { current.withLock { $0 } }

    /// Fetches and activates. Only `.app` waits for the client's minimum interval; whoever asks waits while the service
    /// wants rest.
    ///
    /// - Throws: `FetchFailure`; `CancellationError` when the calling task was cancelled. The last good snapshot stays.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        do {
            let result = try await remoteConfig.fetchAndActivate(
                expiration: trigger == .app ? remoteConfig.settings.minimumFetchInterval : 0, kind: FetchKind(trigger),
                byHand: trigger == .manual)
            noteFetchTime()
            return FetchOutcome(result.receipt, activated: result.activated)
        } catch let error as FirebaseFetchError {
            throw FetchFailure(error)
        }
    }

    /// Calls `handler` with each new snapshot, for as long as the result is kept.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> Observation {
        observers.add(handler)
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
                experiments: snapshot.experiments)
        }
    }
}
