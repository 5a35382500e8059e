import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

// The team: its changes are shown with their authors, and it is informed of what this operator looks at.
extension DashboardState {
    /// Takes what is known of the team now.
    mutating func adopt(_ view: TeamView) {
        let before = overriding.team.view
        overriding.team.view = view
        if let before { tell(view.status, after: before.status) }
        tell(overriding.team.steps.read(view))
        tellOfEditors(after: before)
        for note in view.notes where before?.notes.contains(note) != true {
            say("the team's store: left out: \(note)", .warning, seconds: 12)
        }
    }

    private mutating func tell(_ status: TeamStatus, after before: TeamStatus) {
        guard status.state != before.state else { return }
        switch status.state {
        case .connecting: break
        case .connected:
            if before.state != .connecting { say("the team's store is connected again", .success) }
        case .behind, .readOnly, .alone:
            let reason = status.reason.map { ": \($0)" } ?? ""
            say("the team's store is \(status.state.words)\(reason)", .warning, seconds: 12)
        }
    }

    /// The steps that were added since; those that were there before the dashboard go into the log alone.
    private mutating func tell(_ unread: TeamSteps.Unread) {
        for step in unread.steps { log.add(LogEntry(step, at: unread.areNews ? now : nil)) }
        guard unread.areNews, let last = unread.steps.last else { return }
        tellEditor(of: unread.steps)
        announce(
            unread.steps.count == 1 ? "the team: \(last.sentence)" : "the team: \(unread.steps.count) changes",
            .success, seconds: 8)
    }

    /// Shows a change that another person made to the edited key in the editor, so that it is not overwritten
    /// unnoticed.
    private mutating func tellEditor(of steps: [OverrideStep]) {
        let author = overriding.author
        panels.change(OverrideEditor.self) { editor in
            guard editor.keys.count == 1, let name = editor.keys.first?.name else { return true }
            let changes = steps.filter { $0.origin.author != author }.flatMap { step in
                step.changes.filter { $0.address.name == name }.map {
                    (step.origin.author, $0.after)
                }
            }
            guard let (author, after) = changes.last else { return true }
            let action = after.map { "set it to \(Quotation.of($0.value, limit: 30))" } ?? "removed its override"
            editor.tell("\(author ?? "somebody") \(action) meanwhile, for the team")
            return true
        }
    }

    /// Shows that another person is editing the edited key, before either saves.
    private mutating func tellOfEditors(after before: TeamView?) {
        guard let key = edited else { return }
        let known = Set((before?.people ?? []).filter { $0.isEditing && $0.key == key }.map(\.session))
        for person in overriding.team.editors(of: key) where !known.contains(person.session) { warn(of: person, key) }
    }

    private mutating func warn(of person: TeamPerson, _ key: String) {
        announce("\(person.name) edits \(key), too", .warning, seconds: 12)
    }

    /// The one key that an editor is open on.
    private var edited: String? {
        guard let editor = panels.top as? OverrideEditor, editor.keys.count == 1 else { return nil }
        return editor.keys[0].name
    }

    /// Tells the team what this operator looks at, if that is something else than before.
    mutating func tellTeam() -> [Effect] {
        guard var person = overriding.team.operatorHere else { return [] }
        person.place = screen.title.lowercased()
        person.key = edited ?? (screen.listsKeys ? selectedName : nil)
        person.isEditing = edited != nil
        guard person != overriding.team.announced else { return [] }
        if person.isEditing, let key = person.key, overriding.team.announced?.isEditing != true {
            for other in overriding.team.editors(of: key) { warn(of: other, key) }
        }
        overriding.team.announced = person
        return [.announce(person)]
    }
}

extension TeamStatus.State {
    /// The state after "the team's store is".
    fileprivate var words: String {
        switch self {
        case .connecting, .connected, .behind, .readOnly: rawValue
        case .alone: "out of reach"
        }
    }
}
