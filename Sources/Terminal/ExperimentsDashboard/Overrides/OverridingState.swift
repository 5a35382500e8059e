import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

/// The store of overrides, the team that shares it, the changes to undo, and the keys to be changed together.
struct OverridingState: Sendable {
    /// The author of the overrides that are set here.
    let author: String?
    /// The place where the overrides are stored.
    let path: String?
    /// Whether profiles can be stored beside them.
    let hasProfiles: Bool
    /// The reason why the overrides cannot be read now; nil if they can.
    var storeProblem: OverrideStoreProblem?
    /// The overrides of each layer, the lowest first; empty if there is only one store.
    var layers: [OverrideLayer]
    /// The changes that can be undone and redone.
    var undoHistory: UndoHistory
    /// The problem of the journal when it was last read or written.
    var journalProblem: FileProblem?
    /// The number of requested changes without an answer yet.
    var pendingEdits = 0
    /// The commands to undo or redo after those answers.
    var waitingCommands: [Command] = []
    /// The entries of the editor that was closed last.
    var typed: TypedOverride?
    /// The keys to be changed together.
    var marks = MarkedKeys()
    /// The range of rows that is being marked.
    var markedRange: MarkedRange?
    /// The team that shares overrides.
    var team: TeamState
    /// The number of marked rows that the list does not show. It is stored because the list may be too long to search
    /// in every frame.
    var hiddenMarkCount = 0

    init(_ session: DashboardSession) {
        (author, path, hasProfiles) = (session.author, session.overridesPath, session.profiles != nil)
        let store = session.service.overrideStore
        (storeProblem, layers) = (store.problem, store.layers)
        team = TeamState(session)
        undoHistory = UndoHistory(by: session.author)
        undoHistory.follow(session.team?.view.journal, of: .team)
    }
}

// The entries of closed editors, and the rows marked to be changed together.
extension OverridingState: Feature {
    enum Message: Sendable {
        /// An editor was closed without setting anything. Its entries are saved for the next time.
        case left(TypedOverride?)
        /// The typed value was set.
        case committed
        /// Mark or unmark the row under the cursor, and move to the next row.
        case toggleMark
        /// Mark every row shown, or none if all are marked.
        case toggleAllMarks
        /// Mark every row from the cursor to another.
        case markRows(to: Int)
        /// Start or stop marking rows by moving.
        case toggleRange
        /// The cursor moved to another row.
        case cursorMoved
        /// The team's journal has changed.
        case teamChanged(OverrideJournal)
    }

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        let (listing, report) = (context.list.keys, context.source.report)
        switch message {
        case .left(let typed):
            self.typed = typed
            guard typed != nil else { return [] }
            let back =
                context.project.keyMap.words(.setOverride, "brings your text back").map { "; \($0)" } ?? ""
            return [.say("cancelled\(back)", .success, seconds: 4)]
        case .committed: typed = nil
        case .toggleMark:
            let cursor = context.position.cursor
            // The heading of a group has no mark.
            guard marks.toggle(at: cursor, in: listing, of: report) else { return [] }
            return [.moveCursor(to: cursor + 1)]
        case .toggleAllMarks:
            marks.toggleAll(in: listing)
            hiddenMarkCount = marks.hiddenCount(in: listing)
        case .markRows(let row):
            marks.mark(from: context.position.cursor, to: row, in: listing, of: report)
            hiddenMarkCount = marks.hiddenCount(in: listing)
            return [.moveCursor(to: row)]
        case .toggleRange:
            guard markedRange == nil, let item = context.position.item else {
                markedRange = nil
                return []
            }
            markedRange = MarkedRange(anchor: item, anchorRow: context.position.cursor, before: marks)
            extendRange(context)
        case .cursorMoved: extendRange(context)
        case .teamChanged(let journal): undoHistory.follow(journal, of: .team)
        }
        return []
    }

    /// Marks every row from the start of the range to the cursor.
    private mutating func extendRange(_ context: DashboardState) {
        guard var range = markedRange, context.screen.listsKeys, context.rowCount > 0 else { return }
        let (listing, report) = (context.list.keys, context.source.report)
        var anchor = ListPosition()
        anchor.move(to: range.anchorRow, count: context.rowCount) { context.itemName($0) }
        anchor.item = range.anchor
        anchor.follow(count: context.rowCount) {
            context.itemName($0)
        } place: { item in
            listing.place(of: item, in: report)
        }
        range.anchorRow = anchor.cursor
        markedRange = range
        marks = range.before
        marks.mark(from: anchor.cursor, to: context.position.cursor, in: listing, of: report)
    }

    /// Handles an action while a range is being marked. Returns whether the action is done.
    mutating func takesRange(_ action: Command) -> Bool {
        guard let range = markedRange else { return false }
        switch action {
        case .markRange, .details, .mark:
            markedRange = nil
            return true
        case .back:
            // Cancel the range, with its marks.
            (markedRange, marks) = (nil, range.before)
            return true
        case .find, .findNext, .findPrevious, .help, .redraw: return false
        default:
            if action.section != .moving { markedRange = nil }
            return false
        }
    }
}

/// A range of rows being marked: from its start to the cursor.
struct MarkedRange: Sendable {
    /// The row at its start, by name.
    let anchor: String
    /// The index of that row when it was last looked up.
    var anchorRow: Int
    /// The marks before the range.
    var before: MarkedKeys
}

/// The answer to a requested change to overrides. It is complete, so neither the store nor the journal has to be read
/// again.
package struct OverrideAnswer: Sendable {
    /// The requested change.
    let edit: OverrideEdit
    /// The result.
    let outcome: Result<OverrideUpdate, any Error>
    /// The current overrides; nil for those of a team, whose store reports its changes itself.
    let state: OverrideStoreState?
    /// The journal with the step of the change; nil if it has nothing new.
    let journal: JournalReading?

    init(
        _ edit: OverrideEdit, _ outcome: Result<OverrideUpdate, any Error>, state: OverrideStoreState? = nil,
        journal: JournalReading? = nil
    ) {
        (self.edit, self.outcome, self.state, self.journal) = (edit, outcome, state, journal)
    }
}

/// The content of the journal of override changes.
package struct JournalReading: Sendable {
    /// The journal; nil if it cannot be used.
    let journal: OverrideJournal?
    /// The problem with it, if there is one.
    let problem: FileProblem?

    init(_ journal: OverrideJournal?, problem: FileProblem? = nil) {
        (self.journal, self.problem) = (journal, problem)
    }

    /// Reads the journal, after any change in progress.
    init(of file: OverrideJournalFile) {
        do throws(FileProblem) {
            self.init(try file.settled())
        } catch {
            self.init(nil, problem: error)
        }
    }
}
