import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// Prints a draft: its changes, and for scripts its edits, too.
extension TemplateWorkspace {
    /// Prints the draft after an edit, an undo or a redo.
    ///
    /// - Parameter actions: descriptions of what was done.
    func printChange(_ actions: [String], _ draft: TemplateDraft?, _ options: GlobalOptions) throws {
        StandardOutput.noteChange()
        if options.json { return try StandardOutput.document(document(of: draft)) }
        let style = PlainText(options.settings)
        for action in actions { try StandardOutput.line(style.shown(action)) }
        try StandardOutput.line(style.shown(headline(of: draft), ink: .dim))
    }

    /// Prints the edits of the stored draft, one to a line.
    func printEdits(_ options: GlobalOptions) throws {
        let draft = try store.read()
        if options.json { return try StandardOutput.document(document(of: draft)) }
        let style = PlainText(options.settings)
        try StandardOutput.line(style.shown(headline(of: draft), ink: .bold))
        guard let draft else { return }
        for (index, edit) in draft.edits.enumerated() {
            try StandardOutput.line(style.shown("\(index + 1)  \(edit)"))
        }
        for edit in draft.undone.reversed() {
            try StandardOutput.line(style.shown("   \(edit) (undone)", ink: .dim))
        }
        for problem in draft.problems {
            try StandardOutput.line(
                style.shown("\(problem.severity.rawValue): \(problem.description)", ink: .yellow))
        }
    }

    /// Returns the headline: `draft of project shop, based on version 12: 3 changes`.
    private func headline(of draft: TemplateDraft?) -> String {
        guard let draft else { return "no draft of \(origin.title)" }
        let version = draft.base.template.versionNumber.map { ", based on version \($0)" } ?? ""
        return "draft of \(origin.title)\(version): \(TemplateWords.changes(of: draft))"
    }

    private func document(of draft: TemplateDraft?) -> Document {
        [
            "source": source, "origin": origin.title, "digest": draft?.digest,
            "baseVersion": draft?.base.template.versionNumber, "edits": draft?.edits.map(\.json) ?? [],
            "undone": draft?.undone.map(\.json) ?? [],
            "changes": draft?.difference.json ?? JSONValue.array([]),
        ]
    }
}
