import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Prints the experiments.
struct ExperimentsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "experiments", abstract: "Print the experiments, their groups, and the keys they decide.",
        discussion: """
            First those that the source tells of, key by key, then the keys that understand baselines. An experiment is \
            tracked where the value in force says which group of it a user is in: not for baselines, overrides and \
            defaults.
            """)
    static let examples = [
        CommandExample("experiments experiments", "List the experiments")
    ]

    @Option(help: ArgumentHelp("Only experiments that match this filter, as in the dashboard.", valueName: "text"))
    var filter = ""

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let filter = try Filter(option: filter)
        let session = try ProjectSession.opened(persona.settings(options))
        let report = try session.fetchedReport()
        let rows = session.content.experiments(passing: filter)
        if options.json {
            let document: JSONValue = [
                "schema": .number(DocumentSchema.version), "source": SourceDocument(session, report.snapshot).json,
                "experiments": .array(rows.map(Self.json)),
            ]
            return try StandardOutput.document(document)
        }
        let style = PlainText(options.settings)
        guard !rows.isEmpty else { return try StandardOutput.line("no experiments") }
        var table = Table([
            .init(title: "EXPERIMENT", limit: 40), .init(title: "GROUP", limit: 30), .init(title: "KEY", limit: 60),
            .init(title: "VALUE", limit: 40), .init(title: "TRACKED", limit: 7),
        ])
        for row in rows {
            table.append([
                .init(row.experiment ?? "-", row.experiment == nil ? .dim : .bold), .init(row.group),
                .init(row.key ?? "-"), .init(row.value ?? "-"), .init(row.isTracked ? "yes" : "no"),
            ])
        }
        try StandardOutput.write(table.text(style, width: Console.columns))
    }

    private static func json(of row: ExperimentRow) -> JSONValue {
        var members = JSONObject()
        members["experiment"] = row.experiment.map(JSONValue.string) ?? .null
        members["group"] = .string(row.group)
        members["key"] = row.key.map(JSONValue.string) ?? .null
        members["value"] = row.value.map(JSONValue.string) ?? .null
        members["tracked"] = .bool(row.isTracked)
        members["startedAt"] = row.startedAt.map { .string(RFC3339.text(of: $0)) }
        return .object(members)
    }
}
