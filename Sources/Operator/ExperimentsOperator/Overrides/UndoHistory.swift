import ExperimentsCore
import Foundation

/// The changes to overrides that can be undone and redone, in one order: those in the journals of the user's own
/// overrides and of the team's, by any program, or, without a journal, those that were made here.
package struct UndoHistory: Sendable {
    /// A change that can be undone or redone.
    package struct Step: Sendable, Hashable {
        /// The edit that undoes or redoes it.
        package let edit: OverrideEdit
        /// The author; nil if the author is not known.
        package let author: String?
        /// The time of the change, by the clock of its author; nil for a change that is only remembered here.
        let at: Date?
    }

    /// The changes of one owner.
    private struct Lane {
        /// The changes to undo, the next one last.
        var undoable: [Step] = []
        /// The changes to redo, the next one last.
        var redoable: [Step] = []
        /// Whether both come from a journal.
        var followsJournal = false

        subscript(reversal: OverrideReversal) -> [Step] {
            get { reversal == .undo ? undoable : redoable }
            set {
                switch reversal {
                case .undo: undoable = newValue
                case .redo: redoable = newValue
                }
            }
        }
    }

    private let author: String?
    private var mine = Lane()
    private var team = Lane()
    /// The owners of the changes that were made here, and of those that were undone here, the last one last.
    private var done: [OverrideAim.Owner] = []
    private var undone: [OverrideAim.Owner] = []
    /// Whether something was changed here, so that nothing from before can be redone.
    private var hasChanged = false

    /// - Parameter author: the author of the changes that are made here.
    package init(by author: String? = nil) { self.author = author }

    /// The edits that undo, the next one of each owner last.
    package var undoable: [OverrideEdit] { (team.undoable + mine.undoable).map(\.edit) }

    /// Returns the owner of the overrides that the next reversal changes: the last change that was made here, and
    /// before that the later one of the author's changes.
    package func owner(ofNext reversal: OverrideReversal) -> OverrideAim.Owner {
        if let last = (reversal == .undo ? done : undone).last { return last }
        guard reversal == .undo || !hasChanged else { return .mine }
        guard let shared = team[reversal].last, shared.author == author, let time = shared.at else {
            return .mine
        }
        guard let own = mine[reversal].last else { return .team }
        return own.at.map { $0 < time } ?? false ? .team : .mine
    }

    /// The next change to undo or redo; nil if there is none.
    package func nextStep(_ reversal: OverrideReversal) -> Step? {
        switch owner(ofNext: reversal) {
        case .mine: mine[reversal].last
        case .team: team[reversal].last
        }
    }

    /// The next edit to undo or redo; nil if there is none.
    package func next(_ reversal: OverrideReversal) -> OverrideEdit? { nextStep(reversal)?.edit }

    /// Notes that the next undo or redo was requested, so that it is not requested twice. A team's journal says itself
    /// what is next.
    package mutating func take(_ reversal: OverrideReversal) {
        if owner(ofNext: reversal) == .mine { _ = mine[reversal].popLast() }
    }

    /// Records an edit that was made.
    package mutating func note(_ edit: OverrideEdit, _ update: OverrideUpdate) {
        switch edit.reversal {
        case nil:
            done.append(edit.aim.owner)
            undone = []
            hasChanged = true
        case .undo:
            _ = done.popLast()
            undone.append(edit.aim.owner)
        case .redo:
            _ = undone.popLast()
            done.append(edit.aim.owner)
        }
        guard !edit.isTeams, !mine.followsJournal else { return }
        func step(_ reversal: OverrideReversal) -> Step {
            Step(edit: edit.inverse(of: update, reversal), author: author, at: nil)
        }
        switch edit.reversal {
        case nil:
            mine.undoable.append(step(.undo))
            mine.redoable = []
        case .undo: mine.redoable.append(step(.redo))
        case .redo: mine.undoable.append(step(.undo))
        }
    }

    /// Takes back an edit that was refused, so that it can be tried again.
    package mutating func giveBack(_ edit: OverrideEdit) {
        guard !edit.isTeams, !mine.followsJournal, let reversal = edit.reversal else { return }
        mine[reversal].append(Step(edit: edit, author: author, at: nil))
    }

    /// Uses a journal from now on; without one, the changes from here.
    package mutating func follow(_ journal: OverrideJournal?, of owner: OverrideAim.Owner = .mine) {
        switch owner {
        case .mine:
            // After a change that the journal could not record, only the memory of this program has it.
            let isComplete = mine.followsJournal || (mine.undoable.isEmpty && mine.redoable.isEmpty)
            guard let journal, isComplete else {
                mine.followsJournal = false
                return
            }
            mine = Self.lane(journal, owner)
        case .team: team = journal.map { Self.lane($0, owner) } ?? Lane()
        }
    }

    private static func lane(_ journal: OverrideJournal, _ owner: OverrideAim.Owner) -> Lane {
        func steps(_ reversal: OverrideReversal, _ steps: [OverrideStep]) -> [Step] {
            steps.map {
                Step(edit: OverrideEdit(reversal, $0, of: owner), author: $0.origin.author, at: $0.at)
            }
        }
        return Lane(
            undoable: steps(.undo, journal.undoable), redoable: steps(.redo, journal.redoable),
            followsJournal: true)
    }
}
