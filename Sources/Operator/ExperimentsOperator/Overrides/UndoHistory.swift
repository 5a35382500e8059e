import ExperimentsCore

/// The edits that can be undone and redone: those in the journal of the overrides, whoever made them, or, without a
/// journal, those that were made here. It also knows in which order one's own overrides and the team's were changed
/// here, so that the last change is undone first. The team's edits themselves are in the team's journal.
package struct UndoHistory: Sendable {
    /// The edits that undo, the next one last.
    package private(set) var undoable: [OverrideEdit] = []
    /// The edits that do again what was undone, the next one last.
    package private(set) var redoable: [OverrideEdit] = []
    /// Whether both are what the journal says.
    private var followsJournal = false
    private var done: [OverrideAim.Owner] = []
    private var undone: [OverrideAim.Owner] = []

    package init() {}

    /// Returns the owner of the overrides that the next reversal changes.
    package func owner(ofNext reversal: OverrideReversal) -> OverrideAim.Owner {
        switch reversal {
        case .undo: done.last ?? .mine
        case .redo: undone.last ?? .mine
        }
    }

    /// The next edit of one's own that undoes, or does again.
    package func next(_ reversal: OverrideReversal) -> OverrideEdit? {
        switch reversal {
        case .undo: undoable.last
        case .redo: redoable.last
        }
    }

    /// The next edit that undoes, or does again, was asked for: it is not to be asked for twice.
    package mutating func take(_ reversal: OverrideReversal) {
        switch reversal {
        case .undo: undoable.removeLast()
        case .redo: redoable.removeLast()
        }
    }

    /// An edit was made.
    package mutating func note(_ edit: OverrideEdit, _ update: OverrideUpdate) {
        switch edit.reversal {
        case nil:
            done.append(edit.aim.owner)
            undone = []
        case .undo:
            _ = done.popLast()
            undone.append(edit.aim.owner)
        case .redo:
            _ = undone.popLast()
            done.append(edit.aim.owner)
        }
        guard !edit.isTeams, !followsJournal else { return }
        switch edit.reversal {
        case nil:
            undoable.append(edit.inverse(of: update, .undo))
            redoable = []
        case .undo: redoable.append(edit.inverse(of: update, .redo))
        case .redo: undoable.append(edit.inverse(of: update, .undo))
        }
    }

    /// An edit was refused, and can be tried again.
    package mutating func giveBack(_ edit: OverrideEdit) {
        guard !edit.isTeams, !followsJournal else { return }
        switch edit.reversal {
        case .undo: undoable.append(edit)
        case .redo: redoable.append(edit)
        case nil: break
        }
    }

    /// Goes by the journal from now on; without one, by what was changed here.
    package mutating func follow(_ journal: OverrideJournal?) {
        // Once there is a change that the journal could not take, only what is remembered here can tell of it.
        guard let journal, followsJournal || (undoable.isEmpty && redoable.isEmpty) else {
            followsJournal = false
            return
        }
        followsJournal = true
        undoable = journal.undoable.map { OverrideEdit(.undo, $0) }
        redoable = journal.redoable.map { OverrideEdit(.redo, $0) }
    }
}
