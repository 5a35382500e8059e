import ExperimentsCore
import Foundation

// What can be undone and done again: what the journal of the overrides says, whoever made the changes; without a journal,
// what was changed here.
extension DashboardState {
    /// Undoes the last change or does it again; once the store has answered, where it has yet to.
    mutating func reverse(_ command: Command) -> [Effect] {
        // What is to be taken back is not known before.
        guard pendingEdits == 0 else {
            waitingCommands.append(command)
            return []
        }
        return command == .undo ? reverse(\.undoable, "Undo") : reverse(\.redoable, "Redo")
    }

    /// Reverses the last of some edits. Where an editor, or whatever else keeps no journal, changed its keys since, that
    /// is asked about first; where no questions are wanted, the store refuses.
    private mutating func reverse(_ edits: WritableKeyPath<DashboardState, [OverrideEdit]>, _ verb: String) -> [Effect] {
        guard var edit = self[keyPath: edits].last else { return [] }
        let names = edit.namesChangedSince(in: ownOverrides)
        if !names.isEmpty, asksFirst {
            edit.isForced = true
            return ask(
                "\(verb) “\(edit.title)” all the same? Something else changed since:", about: names, before: edit)
        }
        self[keyPath: edits].removeLast()
        return [.editOverrides(edit)]
    }

    mutating func finish(_ edit: OverrideEdit, _ update: OverrideUpdate) {
        if !followsJournal { remember(edit, update) }
        switch edit.kind {
        case .edit:
            if !marks.isEmpty {
                marks.remove({ edit.entries[$0] != nil }, of: report)
                countHiddenMarks()
            }
            say(edit.title + uncovered(edit), .success, seconds: 4)
        case .undo: say("undone: \(edit.title)", .success, seconds: 4)
        case .redo: say("done again: \(edit.title)", .success, seconds: 4)
        }
    }

    private mutating func remember(_ edit: OverrideEdit, _ update: OverrideUpdate) {
        switch edit.kind {
        case .edit:
            undoable.append(edit.inverse(update, kind: .undo))
            redoable = []
        case .undo: redoable.append(edit.inverse(update, kind: .redo))
        case .redo: undoable.append(edit.inverse(update, kind: .undo))
        }
    }

    /// A change that the store refused can be tried again.
    mutating func giveUp(_ edit: OverrideEdit, because reason: String) {
        switch edit.kind {
        case .undo where !followsJournal: undoable.append(edit)
        case .redo where !followsJournal: redoable.append(edit)
        case .edit, .undo, .redo: break
        }
        say("\(edit.title): \(reason)", .error, seconds: 12)
    }

    /// Goes by the journal from now on; without one, by what was changed here.
    mutating func adopt(_ journal: OverrideJournal?, _ problem: FileProblem?) {
        if let problem, problem != journalProblem {
            let name = (problem.path as NSString).lastPathComponent
            say("journal of overrides: \(problem.named(name))", .warning, seconds: 12)
        }
        journalProblem = problem
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
