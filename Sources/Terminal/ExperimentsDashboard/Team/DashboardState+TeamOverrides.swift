import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

// Changes of the team's overrides. The screen shows them when the store reports them, as it does with those of others.
extension DashboardState {
    /// Removes overrides of the team after a yes: others lose them, too.
    func removeTeams(_ names: [String]) -> [Effect] {
        guard !names.isEmpty, let edit = try? verbs(for: .team).remove(names) else { return [] }
        let what = names.count == 1 ? "override of \(names[0])" : "\(names.count) overrides"
        return ask("Remove the team's \(what) for everybody?", about: names, before: edit.aimed(at: .team))
    }

    /// Undoes or redoes the team's last change: at once if it is this operator's, after confirmation if it is another
    /// person's.
    mutating func reverseTeams(_ reversal: OverrideReversal) -> [Effect] {
        guard let journal = overriding.team.view?.journal, let step = journal.next(reversal) else {
            say("nothing of the team's to \(reversal.rawValue)", .warning)
            return []
        }
        let edit = OverrideEdit(reversal, step, of: .team)
        guard step.origin.author != overriding.author else { return [.editOverrides(edit)] }
        let author = step.origin.author ?? "somebody"
        panels.push(
            Confirmation(
                lines: Confirmation.lines(
                    "The team's last change is by \(author): “\(step.title)”. \(reversal.rawValue.capitalized) it?",
                    about: step.changes.map(\.name)), effects: [.editOverrides(edit)]))
        return []
    }
}
