import ExperimentsCore
import ExperimentsOperator

/// The answer to a change of overrides that was asked for. It holds all that there is to know of it, so that neither the
/// store nor the journal is read again.
public struct OverrideAnswer: Sendable {
    /// The change that was asked for.
    let edit: OverrideEdit
    /// What came of it.
    let outcome: Outcome
    /// The overrides as they are now; nil for those of a team, whose store reports its changes itself.
    let state: OverrideStoreState?
    /// The journal with the step of the change; nil if nothing is new in it.
    let journal: JournalReading?

    /// What came of a change that was asked for.
    enum Outcome: Sendable {
        case made(OverrideUpdate)
        /// Nothing was changed, for a reason.
        case refused(String)
    }

    init(
        _ edit: OverrideEdit, _ outcome: Outcome, state: OverrideStoreState? = nil, journal: JournalReading? = nil
    ) {
        (self.edit, self.outcome, self.state, self.journal) = (edit, outcome, state, journal)
    }
}

/// The journal of changes of overrides as it was read.
public struct JournalReading: Sendable {
    /// The journal; nil if it cannot be used.
    let journal: OverrideJournal?
    /// What is the matter with it, if anything is.
    let problem: FileProblem?

    init(_ journal: OverrideJournal?, problem: FileProblem? = nil) {
        (self.journal, self.problem) = (journal, problem)
    }

    /// Reads the journal, after any change that is under way.
    init(of file: OverrideJournalFile) {
        do throws(FileProblem) {
            self.init(try file.settled())
        } catch {
            self.init(nil, problem: error)
        }
    }
}
