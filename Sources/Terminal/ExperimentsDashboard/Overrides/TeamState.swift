import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

/// The state of the team that shares overrides, and the last report to it about this operator.
struct TeamState: Sendable {
    /// The state of the team's store, the people online, and the changes; nil if there is no team.
    var view: TeamView?
    /// This operator; nil if nothing is reported to the team.
    let operatorHere: TeamPerson?
    /// The last published state of this operator.
    var announced: TeamPerson?
    /// The steps of the team's journal that were reported to the user.
    var steps = TeamSteps()

    init(_ session: DashboardSession) {
        view = session.team?.view
        operatorHere = session.team == nil ? nil : session.person
    }

    /// The other people online.
    var others: [TeamPerson] { (view?.people ?? []).filter { $0.session != operatorHere?.session } }

    /// Returns the names of others who are editing the same key.
    func editors(beside editor: OverrideEditor) -> [String] {
        guard editor.keys.count == 1, let key = editor.keys.first else { return [] }
        return editors(of: key.name).map(\.name)
    }

    /// Returns the other people who have an editor open on a key.
    func editors(of key: String) -> [TeamPerson] { others.filter { $0.isEditing && $0.key == key } }
}

// The team. Its changes are shown with their authors, and it sees the key that this operator looks at.
extension TeamState: Feature {
    /// Takes the current state of the team.
    mutating func update(_ view: TeamView, in context: DashboardState) -> [Effect] {
        let before = self.view
        self.view = view
        var effects = before.map { Self.words(of: view, after: $0.status) } ?? []
        if before?.journal != view.journal { effects.append(.send(\.overriding, .teamChanged(view.journal))) }
        effects += tell(steps.read(view), context)
        effects += tellOfEditors(after: before, context)
        for note in view.notes where before?.notes.contains(note) != true {
            effects.append(.say("team's store: skipped: \(note)", .warning, seconds: 12))
        }
        return effects
    }

    /// Reports to the team what this operator looks at, if it has changed.
    mutating func follow(_ context: DashboardState) -> [Effect] {
        guard var person = operatorHere else { return [] }
        let edited = Self.edited(context)
        person.place = context.screen.title.lowercased()
        person.key = edited ?? (context.screen.listsKeys ? context.selectedName : nil)
        person.isEditing = edited != nil
        guard person != announced else { return [] }
        var effects: [Effect] = []
        if person.isEditing, let key = person.key, announced?.isEditing != true {
            effects = editors(of: key).map { Self.warning(of: $0, key) }
        }
        announced = person
        return effects + [.announce(person)]
    }

    private static func words(of view: TeamView, after before: TeamStatus) -> [Effect] {
        let status = view.status
        guard status.state != before.state else { return [] }
        switch status.state {
        case .connecting: return []
        case .connected:
            return before.state == .connecting ? [] : [.say("reconnected to the team's store", .success)]
        case .behind, .readOnly, .alone:
            let reason = status.reason.map { ": \($0)" } ?? ""
            let consequence = status.state == .alone && !view.isKnown ? "; \(view.consequence)" : ""
            return [
                .say(
                    "the team's store is \(status.state.words)\(reason)\(consequence)", .warning, seconds: 12)
            ]
        }
    }

    /// Reports new steps. Those from before the dashboard was opened are only logged.
    private func tell(_ unread: TeamSteps.Unread, _ context: DashboardState) -> [Effect] {
        let logged = unread.steps.map {
            Effect.log(.add(LogEntry($0, at: unread.areNews ? context.now : nil)))
        }
        guard unread.areNews, let last = unread.steps.last else { return logged }
        let words = unread.steps.count == 1 ? last.sentence : "\(unread.steps.count) changes"
        return logged + [
            Self.tellingEditor(of: unread.steps, but: context.overriding.author),
            .show("the team: \(words)", .success, seconds: 8),
        ]
    }

    /// Shows in the editor that another person changed the key, so that the change is not overwritten by accident.
    private static func tellingEditor(of steps: [OverrideStep], but author: String?) -> Effect {
        .change(OverrideEditor.self) { editor in
            guard editor.keys.count == 1, let name = editor.keys.first?.name else { return true }
            let changes = steps.filter { $0.origin.author != author }.flatMap { step in
                step.changes.filter { $0.address.name == name }.map {
                    (step.origin.author, $0.after)
                }
            }
            guard let (author, after) = changes.last else { return true }
            let action =
                after.map { "set it to \(Quotation.of($0.value, limit: 30))" } ?? "removed its override"
            editor.tell("\(author ?? "someone") \(action) for the team in the meantime")
            return true
        }
    }

    /// Reports that another person is editing the same key, before either saves.
    private func tellOfEditors(after before: TeamView?, _ context: DashboardState) -> [Effect] {
        guard let key = Self.edited(context) else { return [] }
        let known = Set((before?.people ?? []).filter { $0.isEditing && $0.key == key }.map(\.session))
        return editors(of: key).filter { !known.contains($0.session) }.map { Self.warning(of: $0, key) }
    }

    private static func warning(of person: TeamPerson, _ key: String) -> Effect {
        .show("\(person.name) is also editing \(key)", .warning, seconds: 12)
    }

    /// Returns the key of an editor that is open on a single key.
    private static func edited(_ context: DashboardState) -> String? {
        guard let editor = context.panels.top as? OverrideEditor, editor.keys.count == 1 else { return nil }
        return editor.keys[0].name
    }
}

extension TeamStatus.State {
    /// The state as the rest of the sentence "the team's store is ...".
    fileprivate var words: String {
        switch self {
        case .connecting, .connected, .behind, .readOnly: rawValue
        case .alone: "unreachable"
        }
    }
}

// Changes to the team's overrides. The screen shows them when the store reports them, as for changes by others.
extension DashboardState {
    /// Removes overrides of the team after confirmation, because others lose them too.
    func removeTeams(_ names: [String]) -> [Effect] {
        guard !names.isEmpty, let edit = try? verbs(for: .team).remove(names) else { return [] }
        let what = names.count == 1 ? "override of \(names[0])" : "\(names.count) overrides"
        return ask("Remove the team's \(what) for everyone?", about: names, before: edit.aimed(at: .team))
    }
}
