import ArgumentParser
import ExperimentsOperator
import FirebaseTemplates

struct TemplateDraftCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "draft", abstract: "Show, undo, rebase or discard the draft",
        discussion: """
            A draft contains edits that are not published yet, and the version they are based on. The dashboard edits \
            the same draft. It is stored next to the overrides, in drafts/.
            """,
        subcommands: [
            TemplateDraftShowCommand.self, TemplateDraftDiffCommand.self, TemplateDraftUndoCommand.self,
            TemplateDraftRedoCommand.self, TemplateDraftRebaseCommand.self, TemplateDraftDiscardCommand.self,
        ], defaultSubcommand: TemplateDraftShowCommand.self)
    static let examples: KeyValuePairs = ["experiments template draft show": "List the edits"]
}

struct TemplateDraftShowCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "List the edits of the draft")
    static let examples: KeyValuePairs = ["experiments template draft show": "List the edits"]

    @Flag(help: "Print the template with the edits") var template = false
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        if template {
            return try StandardOutput.exact(workspace.read(global).template.text)
        }
        try workspace.printEdits(global)
    }
}

struct TemplateDraftDiffCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Show what the draft changes")
    static let examples: KeyValuePairs = ["experiments template draft diff": "Show the changes"]

    @Flag(help: "Exit with 2 if there are differences") var exitCode = false
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        let empty = RemoteConfigTemplate()
        let difference = try workspace.store.read()?.difference ?? TemplateDifference(from: empty, to: empty)
        try difference.print(global.settings)
        if exitCode, !difference.isEmpty { throw ExitCode(ExitStatus.different) }
    }
}

struct TemplateDraftUndoCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the last edit",
        discussion: """
            Edits that one command made are undone together.
            """)
    static let examples: KeyValuePairs = ["experiments template draft undo": "Undo the last edit"]

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        let draft = try workspace.edit(.undo, global)
        try workspace.printChange(draft?.undoneSteps.last?.map { "undone: \($0)" } ?? [], draft, global)
    }
}

struct TemplateDraftRedoCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Redo the last undone edit")
    static let examples: KeyValuePairs = ["experiments template draft redo": "Redo it"]

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        let draft = try workspace.edit(.redo, global)
        try workspace.printChange(draft?.steps.last?.map { "redone: \($0)" } ?? [], draft, global)
    }
}

struct TemplateDraftRebaseCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebase", abstract: "Rebase the draft onto the published version",
        discussion: """
            Keeps edits of everything that others did not change. Edits that no longer apply are printed next to the \
            changes of others, and dropped after a question. `redo` makes dropped edits again.
            """)
    static let examples: KeyValuePairs = ["experiments template draft rebase": "Rebase the edits"]

    @Flag(help: "Don't ask") var yes = false
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        guard let draft = try workspace.store.read() else {
            throw CommandProblem(
                "no draft to rebase", advice: "Use `experiments template set KEY VALUE` to start one.")
        }
        let current = try workspace.origin.read(global)
        let rebase = draft.rebased(on: current)
        if !rebase.conflicts.isEmpty {
            let lost = TemplateWords.edits(rebase.conflicts.count)
            for line in rebase.conflicts.flatMap(TemplateWords.lines) { StandardError.line("\(line)") }
            try Question(
                text: "Continue without \(lost)", reason: "rebase asks before it drops \(lost)",
                advice: "Use --yes to drop them without a question."
            ).ask(unless: yes)
        }
        try workspace.printChange(
            [TemplateWords.summary(of: rebase)], workspace.edit(.rebase(current), global), global)
    }
}

struct TemplateDraftDiscardCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(commandName: "discard", abstract: "Discard the draft")
    static let examples: KeyValuePairs = [
        "experiments template draft discard": "Discard the draft after a question"
    ]

    @Flag(help: "Don't ask") var yes = false
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        if let draft = try workspace.store.read() {
            let edits = TemplateWords.edits(draft.edits.count)
            try Question(
                text: "Discard \(edits) of the draft of \(workspace.origin.title)",
                reason: "discard asks before it discards anything",
                advice: "Use --yes to discard \(edits) without a question."
            ).ask(unless: yes)
        }
        try workspace.printChange([], workspace.edit(.discard, global), global)
    }
}
