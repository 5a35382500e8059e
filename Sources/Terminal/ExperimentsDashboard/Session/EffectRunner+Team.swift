import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Locks

/// The objects that follow a team's store while a dashboard is open.
final class TeamAtWork: Sendable {
    let store: TeamStore?
    /// Changes are made one after the other, in the order they were asked for.
    let work = SerialWork()
    /// The apps that the team's servers know.
    let apps: TeamApps?
    private let watching = Mutex<[ObservationHandle]>([])

    init(_ session: DashboardSession) {
        store = session.team
        apps = session.team.map { TeamApps($0) }
    }

    func keep(_ handles: [ObservationHandle]) { watching.withLock { $0 = handles } }
}

extension EffectRunner {
    /// Reports the state of the team's store, the people online and their changes, now and from now on.
    func followTeam() {
        guard let store = team.store else { return }
        let followed = team.apps?.follow { [post, state = apps.state] in
            post(.to(\.apps, .changed(state.take($0))))
        }
        team.keep(
            [store.observeView { [post] in post(.to(\.overriding.team, .changed($0))) }] + [followed].compactMap(\.self)
        )
        post(.to(\.overriding.team, .changed(store.view)))
    }

    /// Changes the team's overrides. The screen shows the change when the store reports it.
    func changeTeams(_ edit: OverrideEdit) {
        guard let store = team.store else { return }
        let (post, now) = (post, now)
        let ledger = TeamLedger(store: store, origin: origin) { reason in
            let words = "it is not known yet whether the team's overrides were changed (\(reason)); the store is asked"
            post(.listenerSays(words, isLoss: true))
        }
        team.work.add {
            let outcome: OverrideAnswer.Outcome
            do {
                outcome = .made(try await ledger.make(edit, at: now()).update)
            } catch {
                outcome = .refused(ErrorReport.headline(of: error))
            }
            post(.overridesEdited(OverrideAnswer(edit, outcome)))
        }
    }

    /// Saves an item for the team, or removes it. The lists show it when the store reports it.
    func shelve(_ request: TeamLibraryRequest) {
        guard let store = team.store else { return }
        let post = post
        team.work.add {
            do {
                try await store.make(request)
                post(.listenerSays(request.done, isLoss: false))
            } catch {
                post(.listenerSays("\(request.subject): \(ErrorReport.headline(of: error))", isLoss: true))
            }
        }
    }
}
