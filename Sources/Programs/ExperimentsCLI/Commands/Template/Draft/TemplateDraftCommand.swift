import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

struct TemplateDraftCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "draft", abstract: "Show the draft of a source's template; undo, redo, take over, discard.",
        discussion: """
            A draft holds the edits that are not published yet, together with the version that they were made on. The \
            dashboard works on the same one. It is kept beside the overrides, in drafts/.
            """,
        subcommands: [
            TemplateDraftShowCommand.self, TemplateDraftDiffCommand.self, TemplateDraftUndoCommand.self,
            TemplateDraftRedoCommand.self, TemplateDraftRebaseCommand.self, TemplateDraftDiscardCommand.self,
        ], defaultSubcommand: TemplateDraftShowCommand.self)
    static let examples = [
        CommandExample("experiments template draft show", "List the edits that are not published yet")
    ]
}

struct TemplateDraftShowCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "List the edits of the draft.")
    static let examples = [
        CommandExample("experiments template draft show", "List the edits that are not published yet")
    ]

    @Flag(help: "Print the template as it would be, and nothing else.") var template = false
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        if template {
            let draft = try Progress.wait("Reading \(workspace.origin.title)") { try await workspace.draft() }
            return try StandardOutput.exact(draft.template.text)
        }
        try DraftPrinter(global).printEdits(workspace.store.read(), workspace)
    }
}

struct TemplateDraftDiffCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Show what the draft changes, member by member.")
    static let examples = [
        CommandExample("experiments template draft diff", "See what they change")
    ]

    @Flag(help: "Exit with 2 where there is a difference.") var exitCode = false
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
    static let configuration = CommandConfiguration(commandName: "undo", abstract: "Take the last edit back.")
    static let examples = [
        CommandExample("experiments template draft undo", "Take the last edit back")
    ]

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        let draft = try Progress.wait("Editing the draft") { try await workspace.change(.undo) }
        try DraftPrinter(global).printChange(draft?.undone.last.map { ["undone: \($0)"] } ?? [], draft, in: workspace)
    }
}

struct TemplateDraftRedoCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Make the edit again that was undone last.")
    static let examples = [
        CommandExample("experiments template draft redo", "Do it again")
    ]

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        let draft = try Progress.wait("Editing the draft") { try await workspace.change(.redo) }
        try DraftPrinter(global).printChange(
            draft?.edits.last.map { ["done again: \($0)"] } ?? [], draft, in: workspace)
    }
}

struct TemplateDraftRebaseCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebase", abstract: "Take the draft over to the version that is published now.",
        discussion: """
            Edits of what others left alone are kept. Those that do not apply any more are printed with what others \
            made of it, and leave the draft, after a question.
            """)
    static let examples = [
        CommandExample("experiments template draft rebase", "Take the edits over to what is published now")
    ]

    @Flag(help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        guard let draft = try workspace.store.read() else { throw CommandProblem("there is no draft to take over") }
        let current = try Progress.wait("Reading \(workspace.origin.title)") { try await workspace.origin.published() }
        let rebase = draft.rebased(on: current)
        if !rebase.conflicts.isEmpty {
            let lost = TemplateWords.edits(rebase.conflicts.count)
            for line in rebase.conflicts.flatMap(TemplateWords.lines) { StandardError.line("\(line)") }
            if !yes {
                try Question(
                    text: "Go on without \(lost)", reason: "rebase asks before it gives up \(lost)",
                    advice: "Use --yes to go on without."
                ).ask()
            }
        }
        let kept = try Progress.wait("Editing the draft") { try await workspace.change(.rebase(current)) }
        try DraftPrinter(global).printChange([TemplateWords.summary(of: rebase)], kept, in: workspace)
    }
}

struct TemplateDraftDiscardCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard", abstract: "Throw the draft away, after asking.")
    static let examples = [
        CommandExample("experiments template draft discard", "Throw the edits away, after a question")
    ]

    @Flag(help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        if let draft = try workspace.store.read() {
            let edits = TemplateWords.edits(draft.edits.count)
            if !yes {
                try Question(
                    text: "Throw away \(edits) of the draft of \(workspace.origin.title)",
                    reason: "discard asks before it throws anything away",
                    advice: "Use --yes to throw \(edits) away without a question."
                ).ask()
            }
        }
        let left = try Progress.wait("Editing the draft") { try await workspace.change(.discard) }
        try DraftPrinter(global).printChange([], left, in: workspace)
    }
}
