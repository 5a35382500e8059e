import ExperimentsOperator
import ExperimentsProject

/// Changes declared keys. If there are several, asks first.
struct KeyEditing {
    /// Whether to only show what would be written.
    let isDryRun: Bool
    /// Whether to skip the question.
    let isSure: Bool
    let settings: Settings
    /// The project file.
    let editor: ProjectFileEditor

    init(_ located: LocatedProject, _ settings: Settings, isDryRun: Bool, isSure: Bool) {
        (self.settings, self.isDryRun, self.isSure) = (settings, isDryRun, isSure)
        editor = located.editor
    }

    /// Makes the edit, or only shows it.
    ///
    /// - Throws: `CommandProblem` after a refusal, and if there is no terminal to ask on; the errors of the editor.
    func make(_ edit: KeyEdit) throws {
        guard !edit.names.isEmpty else { return try report(edit, nil) }
        let proposal = try editor.proposal(for: edit)
        if isDryRun { return try report(edit, proposal) }
        if edit.names.count > 1, !isSure { try confirm(edit) }
        let change = try editor.make(edit)
        StandardOutput.noteChange()
        try report(edit, change)
    }

    private func confirm(_ edit: KeyEdit) throws {
        let names = edit.names.prefix(5).joined(separator: ", ") + (edit.names.count > 5 ? ", …" : "")
        let words = edit.words.prefix(1).uppercased() + edit.words.dropFirst()
        StandardError.line("\(edit.names.count) keys: \(names)")
        try Question(
            text: "\(words) in \(editor.shownPath)",
            reason: "\(edit.verb) asks before it changes several keys",
            advice: "Use --yes to \(edit.words) without a question, or --dry-run to show the changes."
        ).ask()
    }

    private func report(_ edit: KeyEdit, _ change: ProjectChange?) throws {
        if settings.json { return try StandardOutput.document(document(edit, change)) }
        let style = PlainText(settings)
        guard let change else {
            return try StandardOutput.line(style.shown("nothing to change in \(editor.shownPath)"))
        }
        if isDryRun { return try StandardOutput.lines(PlainText(settings).lines(ofPatch: patch(change))) }
        try StandardOutput.line(style.shown("\(edit.doneWords) in \(editor.shownPath)"))
    }

    private func document(_ edit: KeyEdit, _ change: ProjectChange?) -> Document {
        // `removed` is the word in the glossary; scripts may read `dropped`.
        let verbs =
            switch edit {
            case .declare: ["declared"]
            case .drop, .retire: ["dropped", "removed"]
            }
        let names = Document(verbs.map { ($0, edit.names) })
        return ["path": editor.shownPath, "written": change != nil && !isDryRun] + names
            + ["diff": isDryRun ? change.map(patch) : nil]
    }

    private func patch(_ change: ProjectChange) -> String {
        LineDifference(change.sides.before, change.sides.after).unified(editor.shownPath, editor.shownPath)
    }
}

extension LocatedProject {
    /// The editor of the keys in the file.
    var editor: ProjectFileEditor { ProjectFileEditor(path: absolutePath, shownAs: shown(absolutePath)) }
}
