import ExperimentsCore
import ExperimentsOperator

/// What the dashboard says to its operator.
struct NoticeState: Sendable {
    /// The message above the footer, which goes away by itself.
    var notice: Notice?
    /// What happened so far, and what was said.
    var log: OperatorLog
    /// What the terminal was sent to be copied last, which it may not have taken.
    var doubtfulCopy: String?

    /// A dashboard that was just opened: nothing was said yet.
    init(_ session: DashboardSession) {
        let store = session.service.overrideStore
        log = OperatorLog(
            overrides: session.team == nil ? store.overrides : OverrideSet(besideTeamIn: store.layers),
            hasJournal: session.journal != nil)
    }
}
