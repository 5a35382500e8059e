import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct ListCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print every key with its type, status and value.",
        discussion: """
            Long values are cut in the table; `get KEY` and `--json` print them whole. --filter and --sort mean what \
            they mean in the dashboard; counts are of all keys. --at fetches nothing: it prints the values that \
            dashboards, `watch` and `check` saw, with the overrides as they are now.
            """)
    static let examples = [
        CommandExample("experiments list", "List all keys"),
        CommandExample(
            "experiments list --filter \"status:missing group:Checkout\"", "List the missing keys of a group"),
        CommandExample("experiments list --sort status --json", "Sort by status, for a script"),
        CommandExample("experiments list --filter is:stale", "List keys that have been at their default for 90 days"),
    ]

    @Option(help: ArgumentHelp("Only keys of this status; may be given several times.", valueName: "status"))
    var status: [KeyStatus] = []

    @Option(help: ArgumentHelp("Only keys that match this filter, as in the dashboard.", valueName: "text"))
    var filter: String?

    @Option(help: "The column to sort by.")
    var sort: KeyOrder.Column?

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Flag(help: "Only keys whose value changed since a dashboard, watch or check last saw the source.")
    var changed = false

    @Option(
        help: ArgumentHelp(
            "The values of a time: 2h (ago), 18:00, 2026-05-12, \"2026-05-12 18:00\", or RFC 3339.", valueName: "time"))
    var at: String?

    @Flag(help: "Print the keys under their groups.")
    var groups = false

    @Flag(help: "What the draft of the source's template would make of it, unpublished.") var draft = false

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if at != nil, changed { throw ValidationError("--at and --changed are given one at a time.") }
        if at != nil, draft { throw ValidationError("--at and --draft are given one at a time.") }
    }

    func run() throws {
        let filter = try filter.map { try Filter(option: $0) }
        let session = try ProjectSession.opened(persona.settings(options))
        if draft { try session.showDraft() }
        guard let at else {
            return try Listing(options.settings).printReport(of: session) {
                try choice(of: session, session.content, filter)
            }
        }
        let date = try KeptValues.date(at, option: "--at")
        let report = try KeptValues(session).report(at: date)
        try Listing(options.settings).print(
            report, of: session, choice(of: session, KeyListing.Content(report: report, now: date), filter), at: date)
    }

    private func choice(
        of session: ProjectSession, _ content: KeyListing.Content, _ filter: Filter?
    ) throws -> RowChoice {
        var choice = RowChoice(isGrouped: groups)
        guard !status.isEmpty || filter != nil || sort != nil || reverse || changed else { return choice }
        let order = KeyOrder(sort ?? .declared, isReversed: reverse)
        var rows = try session.rows(of: content, filter: filter ?? Filter(), sort: order)
        if changed {
            choice.changes = try changesSinceKnown(session)
            rows = rows.filter { choice.changes[$0.name] != nil }
        }
        choice.rows = status.isEmpty ? rows : rows.filter { status.contains($0.status) }
        return choice
    }

    private func changesSinceKnown(
        _ session: ProjectSession
    ) throws(CommandProblem) -> [String: SnapshotDifference.Change] {
        guard let difference = session.fetchLog()?.differenceFromKnown(session.service.snapshot) else {
            throw CommandProblem(
                "nothing is known of what \(session.sourceName) held before",
                advice: "`experiments check`, `watch` and the dashboard keep what they saw, unless --no-state is given."
            )
        }
        return difference.changes
    }
}

extension KeyStatus: ExpressibleByArgument {}
extension KeyOrder.Column: ExpressibleByArgument {}
