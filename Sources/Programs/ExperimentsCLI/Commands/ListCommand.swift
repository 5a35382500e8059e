import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct ListCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List keys with type, status and value",
        discussion: """
            Long values are cut in the table; `get KEY` and --json print them in full. --filter and --sort work as in \
            the dashboard; counts include all keys. With --at, nothing is fetched: the values are those that \
            dashboards, `watch` and `check` stored, with the current overrides.
            """)
    static let examples: KeyValuePairs = [
        "experiments list": "List all keys",
        "experiments list --filter \"status:missing group:Checkout\"": "List the missing keys of a group",
        "experiments list --sort status --json": "Sort by status and print JSON",
        "experiments list --filter is:stale": "List keys that have not changed for 90 days",
    ]

    @Option(help: ArgumentHelp("Only keys with this status (repeatable)", valueName: "status"))
    var status: [KeyStatus] = []

    @Option(
        help: ArgumentHelp(
            "Only keys that match this filter, such as \"group:Checkout paywall\"", valueName: "text"),
        completion: .filters)
    var filter: String?

    @Option(help: "Column to sort by")
    var sort: KeyOrder.Column?

    @Flag(help: "Reverse the order")
    var reverse = false

    @Flag(help: "Only keys whose value changed since the last stored fetch")
    var changed = false

    @Option(
        help: ArgumentHelp(
            "Show past values: 2h (ago), 18:00, 2026-05-12, \"2026-05-12 18:00\" or RFC 3339",
            valueName: "time"))
    var at: String?

    @Flag(help: "Group the keys")
    var groups = false

    @Flag(help: "Show values as if the draft were published") var draft = false

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if at != nil, changed { throw ValidationError("--at and --changed cannot be combined") }
        if at != nil, draft { throw ValidationError("--at and --draft cannot be combined") }
    }

    func run() throws {
        let filter = try filter.map { try Filter(option: $0) }
        let session = try ProjectSession.opened(persona.settings(options), fetching: at == nil)
        if draft { try session.showDraft() }
        guard let at else {
            return try options.settings.printReport(of: session) {
                try choice(of: session, session.content, filter)
            }
        }
        let date = try KeptValues.date(at, option: "--at")
        let report = try KeptValues(session).report(at: date)
        try options.settings.print(
            report, of: session, choice(of: session, KeyListing.Content(report: report, now: date), filter),
            at: date)
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
    ) throws(CommandProblem) -> ExactDictionary<SnapshotDifference.Change> {
        guard let difference = session.fetchLog()?.differenceFromKnown(session.service.snapshot) else {
            throw CommandProblem(
                "no earlier values of \(session.sourceName) are stored",
                advice:
                    "`experiments check`, `experiments watch` and the dashboard store values, unless --no-state is given."
            )
        }
        return difference.changes
    }
}

extension KeyStatus: ExpressibleByArgument {}
extension KeyOrder.Column: ExpressibleByArgument {}
