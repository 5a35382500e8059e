import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Synchronization

/// What a team's store needs while a dashboard is open.
final class TeamAtWork: Sendable {
    let store: TeamStore?
    /// Changes are made one after the other, in the order they were asked for.
    let work = SerialWork()
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

    /// Changes the team's overrides. The screen shows the change when the store tells of it.
    func changeTeams(_ edit: OverrideEdit) {
        guard let store = team.store else { return }
        let (overrides, post, now) = (service.overrideStore, post, now)
        let ledger = TeamLedger(store: store, origin: origin) { reason in
            let words = "it is not known yet whether the team's overrides were changed (\(reason)); the store is asked"
            post(.listenerSays(words, isLoss: true, at: now()))
        }
        team.work.add {
            do {
                post(.overridesEdited(edit, try await ledger.make(edit, at: now()).update, at: now()))
            } catch {
                let state = OverrideStoreState(
                    overrides: overrides.overrides, problem: overrides.problem, layers: overrides.layers)
                let reason = (error as? any OperatorError).map { ErrorReport($0).headline } ?? "\(error)"
                post(.overridesEditFailed(edit, reason: reason, state, at: now()))
            }
        }
    }
}
