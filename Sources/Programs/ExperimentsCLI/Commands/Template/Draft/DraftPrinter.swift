import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// Prints a draft: for people what it changes, for scripts its edits, too.
struct DraftPrinter {
    private let options: GlobalOptions
    private let style: PlainText

    init(_ options: GlobalOptions) {
        self.options = options
        style = PlainText(options.settings)
    }

    /// Prints the draft after an edit, or after a step back or forward.
    ///
    /// - Parameter actions: what was done, in words.
    func printChange(_ actions: [String], _ draft: TemplateDraft?, in workspace: TemplateWorkspace) throws {
        if options.json { return try StandardOutput.document(document(draft, workspace)) }
        for action in actions { try StandardOutput.line(style.shown(action)) }
        try StandardOutput.line(style.shown(Self.headline(draft, workspace), ink: .dim))
    }

    /// The draft's edits, one to a line.
    func printEdits(_ draft: TemplateDraft?, _ workspace: TemplateWorkspace) throws {
        if options.json { return try StandardOutput.document(document(draft, workspace)) }
        try StandardOutput.line(style.shown(Self.headline(draft, workspace), ink: .bold))
        guard let draft else { return }
        for (index, edit) in draft.edits.enumerated() {
            try StandardOutput.line(style.shown("\(index + 1)  \(edit)"))
        }
        for edit in draft.undone.reversed() { try StandardOutput.line(style.shown("   \(edit) (undone)", ink: .dim)) }
        for problem in draft.problems {
            try StandardOutput.line(style.shown("\(problem.severity.rawValue): \(problem.description)", ink: .yellow))
        }
    }

    /// `draft of project shop, made from version 12: 3 changes`.
    static func headline(_ draft: TemplateDraft?, _ workspace: TemplateWorkspace) -> String {
        guard let draft else { return "no draft of \(workspace.origin.title)" }
        let version = draft.base.template.versionNumber.map { ", made from version \($0)" } ?? ""
        return "draft of \(workspace.origin.title)\(version): \(TemplateWords.changes(of: draft))"
    }

    private func document(_ draft: TemplateDraft?, _ workspace: TemplateWorkspace) -> Document {
        [
            "source": workspace.source, "origin": workspace.origin.title,
            "baseVersion": draft?.base.template.versionNumber, "edits": draft?.edits.map(\.json) ?? [],
            "undone": draft?.undone.map(\.json) ?? [], "changes": draft?.difference.json ?? JSONValue.array([]),
        ]
    }
}
