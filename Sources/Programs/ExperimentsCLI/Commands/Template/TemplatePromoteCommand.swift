import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates

struct TemplatePromoteCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote", abstract: "Copy parameters to another project, as a draft",
        discussion: """
            Compares the published templates of two sources, and adds the differences to the draft of the second one, \
            with their conditions and groups. Parameters that only the second one has stay, and so do values of \
            experiments, rollouts and personalizations. `keep` in the project file lists keys that are never copied, \
            unless --only names them. If a condition must change that also decides keys that are not copied, nothing is \
            copied unless --shared-conditions allows it. Check the draft with `experiments template draft diff`, then \
            publish it with `experiments template publish`.
            """)
    static let examples: KeyValuePairs = [
        "experiments template promote --from staging --to production --only paywall_type":
            "Copy one parameter, as a draft"
    ]

    @Option(help: ArgumentHelp("Source to copy from", valueName: "source"), completion: .sources)
    var from: String

    @Option(help: ArgumentHelp("Source whose draft is changed", valueName: "source"), completion: .sources)
    var to: String

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Keys to copy (default: all that differ)", valueName: "key"))
    var only: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Keys to skip, in addition to `keep` in the project file", valueName: "key"))
    var keep: [String] = []

    @Flag(help: "Also change conditions that decide keys that are not copied") var sharedConditions = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if from == to { throw ValidationError("--from and --to are the same source") }
        if let key = only.first(where: keep.contains) {
            throw ValidationError("--only and --keep cannot be combined, and both name \(Quotation.of(key))")
        }
    }

    func run() throws {
        guard let located = try LocatedProject(global.settings) else { throw CommandProblem.noProject }
        let (first, second) = (try located.source(named: from), try located.source(named: to))
        try EnvironmentConsent(located.absolutePath, global.settings).ask(for: second)
        let origin = try TemplateOrigin(first, in: located)
        let workspace = try TemplateWorkspace(second, in: located, global.settings)
        let source = try origin.read(global).template
        let draft = try workspace.read(global)
        let promotion = try TemplatePromotion(
            from: source, to: draft.template, only: only.isEmpty ? nil : Set(only),
            keeping: located.project.keptKeys.subtracting(only).union(keep), changingShared: sharedConditions)
        for note in promotion.notes { StandardError.line("note: \(VisibleText.of(note))") }
        try workspace.make(promotion.edits, global)
        guard !global.json, !promotion.edits.isEmpty else { return }
        if let draft = try workspace.store.read() { try draft.difference.print(global.settings) }
    }
}
