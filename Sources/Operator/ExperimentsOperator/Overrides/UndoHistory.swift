import ExperimentsCore

/// The edits that can be undone and redone: those in the journal of the overrides, whoever made them, or, without a
/// journal, those that were made here.
package struct UndoHistory: Sendable {
    /// The edits that undo, the next one last.
    package private(set) var undoable: [OverrideEdit] = []
    /// The edits that do again what was undone, the next one last.
    package private(set) var redoable: [OverrideEdit] = []
    /// Whether both are what the journal says.
    private var followsJournal = false

    package init() {}

    /// The next edit that undoes, or does again.
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
        guard !followsJournal else { return }
        switch edit.kind {
        case .edit:
            undoable.append(edit.inverse(update, kind: .undo))
            redoable = []
        case .undo: redoable.append(edit.inverse(update, kind: .redo))
        case .redo: undoable.append(edit.inverse(update, kind: .undo))
        }
    }

    /// An edit was refused, and can be tried again.
    package mutating func giveBack(_ edit: OverrideEdit) {
        switch edit.kind {
        case .undo where !followsJournal: undoable.append(edit)
        case .redo where !followsJournal: redoable.append(edit)
        case .edit, .undo, .redo: break
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
        undoable = journal.undoable.map { OverrideEdit(reversing: $0, kind: .undo) }
        redoable = journal.redoable.map { OverrideEdit(reversing: $0, kind: .redo) }
    }
}
