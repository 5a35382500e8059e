import ExperimentsCore
import ExperimentsOperator

/// The overrides' store, the team that shares it, what can be undone, and which keys are about to be changed together.
struct OverridingState: Sendable {
    /// The author of the overrides that are set here.
    let author: String?
    /// Where the overrides are kept.
    let path: String?
    /// Whether profiles can be kept beside them.
    let hasProfiles: Bool
    /// Why the overrides cannot be read now, if they can't.
    var storeProblem: OverrideStoreProblem?
    /// The overrides of each layer, the lowest first; empty if there is only one store.
    var layers: [OverrideLayer]
    /// The changes that can be undone and redone.
    var undoHistory = UndoHistory()
    /// The problem of the journal when it was last read or written.
    var journalProblem: FileProblem?
    /// The number of requested changes that are not answered yet.
    var pendingEdits = 0
    /// The commands to undo or redo once they are answered.
    var waitingCommands: [Command] = []
    /// The entries of the editor that was left last.
    var typed: TypedOverride?
    /// The keys to be changed together.
    var marks = MarkedKeys()
    /// The stretch of rows that is being marked.
    var markedRange: MarkedRange?
    /// The team that shares overrides.
    var team: TeamState
    /// How many of the marked rows the list does not show. It is kept, because the list may be too long to be looked
    /// through for every frame.
    var hiddenMarkCount = 0

    init(_ session: DashboardSession) {
        (author, path, hasProfiles) = (session.author, session.overridesPath, session.profiles != nil)
        let store = session.service.overrideStore
        (storeProblem, layers) = (store.problem, store.layers)
        team = TeamState(session)
    }
}
