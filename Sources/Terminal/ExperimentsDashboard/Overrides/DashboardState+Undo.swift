import ExperimentsCore
import Foundation

extension DashboardState {
    /// Undoes the last change or does it again; once the store has answered, if it has yet to.
    mutating func reverse(_ command: Command) -> [Effect] {
        // What is to be taken back is not known before.
        guard overriding.pendingEdits == 0 else {
            overriding.waitingCommands.append(command)
            return []
        }
        return reverseLast(command == .undo ? .undo : .redo)
    }

    /// Whether no change can be reversed, and none is under way.
    func hasNothing(to reversal: OverrideReversal) -> Bool {
        overriding.pendingEdits == 0 && overriding.undoHistory.owner(ofNext: reversal) == .mine
            && overriding.undoHistory.next(reversal) == nil
    }

    /// Reverses the last edit. Where an editor, or whatever else keeps no journal, changed its keys since, that is asked
    /// about first; where no questions are wanted, the store refuses.
    private mutating func reverseLast(_ reversal: OverrideReversal) -> [Effect] {
        if overriding.undoHistory.owner(ofNext: reversal) == .team { return reverseTeams(reversal) }
        guard var edit = overriding.undoHistory.next(reversal) else { return [] }
        let names = edit.namesChangedSince(in: ownOverrides)
        if !names.isEmpty, project.asksFirst {
            edit.isForced = true
            return ask(
                "\(reversal.rawValue.capitalized) “\(edit.title)” all the same? Something else changed since:",
                about: names,
                before: edit)
        }
        overriding.undoHistory.take(reversal)
        return [.editOverrides(edit)]
    }

    mutating func finish(_ edit: OverrideEdit, _ update: OverrideUpdate) {
        overriding.undoHistory.note(edit, update)
        // What the team did is in its journal, which goes into the log as a whole.
        if !edit.isTeams { _ = self.update(\.log, with: .edited(edit, update)) }
        let whose = edit.isTeams ? "the team: " : ""
        if let reversal = edit.reversal {
            announce("\(whose)\(reversal.done): \(edit.title)", .success, seconds: 4)
            return
        }
        if !overriding.marks.isEmpty {
            overriding.marks.remove({ edit.entries[$0] != nil }, of: source.report)
            countHiddenMarks()
        }
        announce(whose + edit.title + (edit.isTeams ? "" : overriding.uncovered(edit)), .success, seconds: 4)
    }

    /// A change that the store refused can be tried again.
    mutating func giveUp(_ edit: OverrideEdit, because reason: String) {
        overriding.undoHistory.giveBack(edit)
        say("\(edit.title): \(reason)", .error, seconds: 12)
    }

    /// Goes by the journal from now on; without one, by what was changed here.
    mutating func follow(journal reading: JournalReading) {
        if let problem = reading.problem, problem != overriding.journalProblem {
            let name = (problem.path as NSString).lastPathComponent
            say("journal of overrides: \(problem.named(name))", .warning, seconds: 12, as: .file)
        }
        overriding.journalProblem = reading.problem
        overriding.undoHistory.follow(reading.journal)
        log.follow(reading.journal, at: now)
    }
}
