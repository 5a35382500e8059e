import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

// Changes of the team's overrides. The screen shows them when the store reports them, as it does with those of others.
extension DashboardState {
    /// The team's overrides, which are the lowest layer; nil if there is no team.
    var teamsOverrides: OverrideSet? { overriding.team.view == nil ? nil : overriding.layers.first?.overrides }

    /// Whether the override of a key that is in force is the team's.
    func isTeams(_ name: String) -> Bool {
        teamsOverrides?[name] != nil && overriding.layers.dropFirst().allSatisfy { $0.overrides[name] == nil }
    }

    /// The names of those who edit the key of an editor, too.
    func editorsBeside(_ editor: OverrideEditor) -> [String] {
        guard editor.keys.count == 1, let key = editor.keys.first else { return [] }
        return overriding.team.editors(of: key.name).map(\.name)
    }

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
