import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates

struct TemplatePromoteCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote", abstract: "Take over parameters from one project to another, as a draft",
        discussion: """
            Compares what is published at two sources, and adds the edits to the draft of the second one. Conditions \
            and groups come along. Parameters that only the second has stay, and so do values of experiments, rollouts \
            and personalizations. Look at it with `experiments template draft diff`, and publish it as always.
            """)
    static let examples = [
        CommandExample(
            "experiments template promote --from staging --to production --only paywall_type",
            "Take over one parameter, as a draft")
    ]

    @Option(help: ArgumentHelp("Source to take from", valueName: "source"), completion: .sources)
    var from: String

    @Option(help: ArgumentHelp("Source whose draft gets them", valueName: "source"), completion: .sources)
    var to: String

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Keys to take over (default: all that differ)", valueName: "key"))
    var only: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Keys whose values differ on purpose", valueName: "key"))
    var keep: [String] = []

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if from == to { throw ValidationError("--from and --to name the same source.") }
    }

    func run() throws {
        guard let located = try LocatedProject(global.settings) else { throw CommandProblem.noProject }
        let (first, second) = (try located.source(named: from), try located.source(named: to))
        try EnvironmentConsent(located.absolutePath, global.settings).ask(for: second)
        let origin = try TemplateOrigin(first, in: located)
        let workspace = try TemplateWorkspace(second, in: located, global.settings)
        let source = try Progress.wait("Reading \(origin.title)") { try await origin.published() }.template
        let draft = try Progress.wait("Reading \(workspace.origin.title)") { try await workspace.draft() }
        let promotion = try TemplatePromotion(
            from: source, to: draft.template, only: only.isEmpty ? nil : Set(only), keeping: Set(keep))
        for note in promotion.notes { StandardError.line("note: \(VisibleText.of(note))") }
        try TemplateEditing(global, workspace).make(promotion.edits)
        guard !global.json, !promotion.edits.isEmpty else { return }
        if let draft = try workspace.store.read() { try draft.difference.print(global.settings) }
    }
}
