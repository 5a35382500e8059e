import ArgumentParser
import ExperimentsCore
import Foundation

struct GetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print the value of a key",
        discussion: """
            Prints the effective value: the override if it is on, else the value of the source, else the default. On a \
            terminal, control characters are replaced. With --details: everything about the key, and why it has its \
            value if the source explains it. With --json: the same as JSON. With --at, nothing is fetched: the value is \
            the one that dashboards, `watch` and `check` stored, with the current overrides.
            """)
    static let examples: KeyValuePairs = [
        "experiments get paywall_type": "Print the value",
        "experiments get paywall_type --details": "Show everything about a key",
    ]

    @Argument(help: "Name of the key", completion: .keys) var key: String

    @Flag(help: "Show everything about the key") var details = false

    @Option(
        help: ArgumentHelp(
            "Show a past value: 2h (ago), 18:00, 2026-05-12, \"2026-05-12 18:00\" or RFC 3339",
            valueName: "time"))
    var at: String?

    @Flag(help: "Show the value as if the draft were published") var draft = false

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if at != nil, draft { throw ValidationError("--at and --draft cannot be combined") }
    }

    func run() throws {
        let session = try ProjectSession.opened(persona.settings(options), fetching: at == nil)
        if draft { try session.showDraft() }
        let date = try at.map { text throws(CommandProblem) in try KeptValues.date(text, option: "--at") }
        let report = try date.map { try KeptValues(session).report(at: $0) } ?? session.fetchedReport()
        guard let row = report.rows.first(where: { $0.name == key }) else {
            throw unknownKey(among: report, session.service.overrideStore.overrides)
        }
        let known = KeyDetails(row, report, of: session, at: date ?? Date(), explains: date == nil)
        if options.settings.json {
            return try StandardOutput.document([
                "source": session.document(of: report.snapshot), "key": known.document,
            ])
        }
        if details {
            let lines = known.lines(PlainText(options.settings))
            return try StandardOutput.line(lines.joined(separator: "\n"))
        }
        guard let value = row.valueText else {
            throw CommandProblem(
                "\(key) has no value: the source has no valid value, and no default is declared",
                excerpt: row.problem.map { "\($0)" } ?? row.sourceProblem,
                advice: "Declare a default for the key in the project file.")
        }
        guard Console.isOutput else { return try StandardOutput.exact(value + "\n") }
        try StandardOutput.line(PlainText(options.settings).shown(value))
    }

    private func unknownKey(among report: Report, _ overrides: OverrideSet) -> CommandProblem {
        let scopes = overrides.scopes.filter { overrides[$0][key] != nil }
        guard let scope = scopes.first else {
            return CommandProblem.unknownKey(key, among: report.rows.map(\.name))
        }
        let app = scope.app.map { " --app \(ShellWord.quoted($0))" } ?? ""
        let installation = scope.installation.map { " --installation \(ShellWord.quoted($0))" } ?? ""
        let word = ShellWord.quoted(key)
        return CommandProblem(
            "no key \(Quotation.of(key)) in the project file or the source, only an override for "
                + scopes.map(\.words).joined(separator: ", "),
            advice: """
                Use `experiments declare \(word) --type string` to declare the key, or
                `experiments override unset \(word)\(app)\(installation)` to remove the override.
                """)
    }
}
