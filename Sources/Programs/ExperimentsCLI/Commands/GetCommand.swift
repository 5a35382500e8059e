import ArgumentParser
import ExperimentsCore
import Foundation

struct GetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print the value of one key, alone.",
        discussion: """
            The value is what the app gets: the override in force, else what the source holds, else the default. It is \
            printed as it is, except that control characters are replaced where standard output is a terminal. \
            With --details: all that is known of the key, and why it has its value where the source explains that; \
            with --json: the same as a document.
            """)
    static let examples = [
        CommandExample("experiments get paywall_type", "Print the value, for a script"),
        CommandExample("experiments get paywall_type --details", "Tell all that is known of the key"),
    ]

    @Argument(help: "The name of the key.", completion: .keys) var key: String

    @Flag(help: "Print all that is known of the key, on a line each.") var details = false

    @Flag(help: "What the draft of the source's template would make of it, unpublished.") var draft = false

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let session = try ProjectSession.opened(persona.settings(options))
        if draft { try session.showDraft() }
        let report = try session.fetchedReport()
        guard let row = report.rows.first(where: { $0.name == key }) else {
            throw CommandProblem.unknownKey(key, among: report.rows.map(\.name))
        }
        let known = KeyDetails(row, report, of: session, at: Date())
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
                "\(key) has no value: the source has none that can be used, and no default is declared",
                excerpt: row.problem.map { "\($0)" } ?? row.sourceProblem,
                advice: "Give the key a default in the project file.")
        }
        guard Console.isOutput else { return try StandardOutput.exact(value + "\n") }
        try StandardOutput.line(PlainText(options.settings).shown(value))
    }
}
