import ExperimentsCore
import ExperimentsOperator
import ExperimentsServer
import ExperimentsTeam
import Locks

/// The state that a server of a project shares with others over the store of its team: overrides, the admitted apps,
/// and the connected ones.
final class ServedTeam: Sendable {
    private let store: TeamStore
    private let origin: OverrideOrigin
    private let reporter: TeamAppsReporter
    private let observations = Mutex<[ObservationHandle]>([])

    /// - Parameter origin: the author and program of override changes that are made over the network.
    init(_ store: TeamStore, by origin: OverrideOrigin) {
        (self.store, self.origin) = (store, origin)
        reporter = TeamAppsReporter(store)
    }

    /// Tells the others what is learned of apps.
    func follow(_ recorder: AppRecorder) {
        let handle = recorder.observe { [reporter] in reporter.report($0.apps) }
        observations.withLock { $0.append(handle) }
    }

    /// Tells the others that the server serves no longer. What is learned of apps from now on is not told any more.
    func leave() async {
        observations.withLock { $0 = [] }
        await reporter.finish()
    }

    /// The overrides for linked apps, and the links that are accepted.
    var sharing: LinkSharing {
        let ledger = TeamLedger(store: store, origin: origin)
        return LinkSharing(
            change: { [store] title, scope, now, verb in
                try await ledger.change(title, at: now, in: scope, verb)
                // A request is answered with the present content. If it cannot be read, changes are noticed later.
                try? await store.read()
            },
            grants: { [self] file in
                let grants = SharedLinkGrants(beside: file)
                grants.adopt(store.view.library.links)
                let handle = store.observeView { [weak grants] in grants?.adopt($0.library.links) }
                observations.withLock { $0.append(handle) }
                return grants
            })
    }
}
