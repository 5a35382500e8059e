import ExperimentsCore
import ExperimentsTeam
import Synchronization

/// What a team's store needs while a dashboard is open.
final class TeamAtWork: Sendable {
    let store: TeamStore?
    private let watching = Mutex<ObservationHandle?>(nil)

    init(_ session: DashboardSession) {
        store = session.team
    }

    func keep(_ handle: ObservationHandle) { watching.withLock { $0 = handle } }
}

extension EffectRunner {
    /// Tells how the team's store is, who is there and what they change, now and from now on.
    func followTeam() {
        guard let store = team.store else { return }
        team.keep(store.observeView { [post, now] in post(.teamChanged($0, at: now())) })
        post(.teamChanged(store.view, at: now()))
    }
}
