import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

extension OperatorLog {
    /// The log of a dashboard that was just opened: nothing has happened yet.
    init(_ session: DashboardSession) {
        let store = session.service.overrideStore
        self.init(
            overrides: session.team == nil ? store.overrides : OverrideSet(besideTeamIn: store.layers),
            hasJournal: session.journal != nil)
    }
}
