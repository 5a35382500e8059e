import ExperimentsCore
import ExperimentsProject

// Keys of the project file: what would be written is shown first, and what is written comes back as any change of the
// file does.
extension DashboardState {
    /// Returns the keys of an action that can be declared, or removed from the project file.
    private func editable(declares: Bool) -> [String] {
        let targets = targets.map(\.name)
        guard targets.count > 1 else { return targets.filter { isDeclared($0) != declares } }
        let declared = Set(project.keys.map(\.name))
        return targets.filter { declared.contains($0) != declares }
    }

    /// Whether the project declares a key. One under the cursor has a row that says so.
    private func isDeclared(_ name: String) -> Bool {
        if name == selectedName, let row = list.keys.row(at: position.cursor, of: source.report) {
            return row.isDeclared
        }
        return project.keys.contains { $0.name == name }
    }

    func reasonNotEditing(declares: Bool) -> String? {
        if !project.hasFile { return "there is no project file to change" }
        if project.isReadOnly { return "read-only: the project file is not changed here" }
        if !screen.listsKeys || overriding.marks.isEmpty, let reason = reasonNoKey { return reason }
        guard editable(declares: declares).isEmpty else { return nil }
        let words = declares ? "declared already" : "not declared"
        return overriding.marks.isEmpty ? "the key is \(words)" : "the marked keys are \(words)"
    }

    mutating func declareKeys() -> [Effect] {
        let names = editable(declares: true)
        panels.push(DeclarationPanel(title: KeyEdit.title(declares: true, names)))
        let knowledge = ProjectKnowledge(
            declared: project.keys, snapshot: source.report.snapshot, overrides: source.report.overrides)
        return [.editProject(ProjectEditRequest(.declare(names, knowledge)))]
    }

    mutating func dropKeys() -> [Effect] {
        let names = editable(declares: false)
        panels.push(DeclarationPanel(title: KeyEdit.title(declares: false, names)))
        return [.editProject(ProjectEditRequest(.drop(names)))]
    }

    mutating func take(_ answer: ProjectEditAnswer) {
        switch answer.outcome {
        case .proposal, .changedMeanwhile, .refused:
            panels.change(DeclarationPanel.self) { panel in
                panel.take(answer)
                return true
            }
        case .written(let change):
            panels.change(DeclarationPanel.self) { _ in false }
            let names = Set(change.edit.names)
            overriding.marks.remove({ names.contains($0) }, of: source.report)
            countHiddenMarks()
            say("\(change.edit.doneWords) in the project file", .success, as: .file)
        }
    }
}

extension KeyEdit {
    /// Returns the title of an edit before its details are known.
    fileprivate static func title(declares: Bool, _ names: [String]) -> String {
        let words = names.count == 1 ? names[0] : "\(names.count) keys"
        return (declares ? "Declare " : "Drop ") + words
    }
}

extension Feature {
    static let declaring = Feature(commands: [.declareKeys, .dropKeys])
}

extension Command {
    static let declareKeys: Command = Command(
        "declare", title: "Declare the undeclared key in the project file", in: .declaring, keys: ["a"],
        twin: .command("experiments declare KEY"), whyNot: { $0.reasonNotEditing(declares: true) },
        run: { $0.declareKeys() })
    static let dropKeys: Command = Command(
        "drop", title: "Drop the declared key from the project file", in: .declaring, keys: ["x"],
        twin: .command("experiments drop KEY"), whyNot: { $0.reasonNotEditing(declares: false) },
        run: { $0.dropKeys() })
}
