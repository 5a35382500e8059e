import ExperimentsCore
import ExperimentsProject

// Keys of the project file: what would be written is shown first, and what is written comes back as any change of the
// file does.
extension [Command] {
    static let declaring: [Command] = [.declareKeys, .dropKeys]
}

extension Command {
    static let declareKeys: Command = Command(
        "declare", title: "Declare the undeclared key in the project file", in: .declaring, keys: ["a"],
        twin: .command("experiments declare KEY"), whyNot: { DeclarationPanel.reasonNotEditing($0, declares: true) },
        run: { DeclarationPanel.opened($0, declares: true) })
    static let dropKeys: Command = Command(
        "drop", title: "Drop the declared key from the project file", in: .declaring, keys: ["x"],
        twin: .command("experiments drop KEY"), whyNot: { DeclarationPanel.reasonNotEditing($0, declares: false) },
        run: { DeclarationPanel.opened($0, declares: false) })
}

extension DeclarationPanel {
    /// Asks what declaring the keys of an action, or dropping them, would make of the project file.
    fileprivate static func opened(_ state: DashboardState, declares: Bool) -> [Effect] {
        let names = editable(state, declares: declares)
        let words = names.count == 1 ? names[0] : "\(names.count) keys"
        let knowledge = ProjectKnowledge(
            declared: state.project.keys, snapshot: state.source.report.snapshot,
            overrides: state.source.report.overrides)
        return [
            .open(DeclarationPanel(title: (declares ? "Declare " : "Drop ") + words)),
            .editProject(ProjectEditRequest(declares ? .declare(names, knowledge) : .drop(names))),
        ]
    }

    /// Why no key of an action can be declared, or removed from the project file.
    fileprivate static func reasonNotEditing(_ state: DashboardState, declares: Bool) -> String? {
        if !state.project.hasFile { return "there is no project file to change" }
        if state.project.isReadOnly { return "read-only: the project file is not changed here" }
        let hasMarks = !state.overriding.marks.isEmpty
        if !state.screen.listsKeys || !hasMarks, let reason = state.reasonNoKey { return reason }
        guard editable(state, declares: declares).isEmpty else { return nil }
        let words = declares ? "declared already" : "not declared"
        return hasMarks ? "the marked keys are \(words)" : "the key is \(words)"
    }

    private static func editable(_ state: DashboardState, declares: Bool) -> [String] {
        let targets = state.targets.map(\.name)
        guard targets.count > 1 else { return targets.filter { isDeclared($0, state) != declares } }
        let declared = Set(state.project.keys.map(\.name))
        return targets.filter { declared.contains($0) != declares }
    }

    /// Whether the project declares a key. One under the cursor has a row that says so.
    private static func isDeclared(_ name: String, _ state: DashboardState) -> Bool {
        if name == state.selectedName,
            let row = state.list.keys.row(at: state.position.cursor, of: state.source.report)
        {
            return row.isDeclared
        }
        return state.project.keys.contains { $0.name == name }
    }

    /// What becomes of the answer to an edit.
    static func taking(_ answer: ProjectEditAnswer) -> [Effect] {
        switch answer.outcome {
        case .proposal, .changedMeanwhile, .refused:
            return [
                .tell(DeclarationPanel.self) { panel in
                    panel.take(answer)
                }
            ]
        case .written(let change):
            return [
                .close(DeclarationPanel.self), .unmark(Set(change.edit.names)),
                .say("\(change.edit.doneWords) in the project file", .success, as: .file),
            ]
        }
    }
}
