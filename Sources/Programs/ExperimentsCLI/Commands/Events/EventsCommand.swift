import ArgumentParser
import ExperimentEventStore
import ExperimentEvents
import ExperimentsCore
import Foundation

struct EventsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Tell what exposures and events of metrics were stored, and what became of them.",
        discussion: """
            They come from linked apps and from GrowthBook's tracking plugin while the project is served, and from files \
            (`experiments events import`). They are kept beside the overrides in events.sqlite, users under numbers that \
            only the key in events.key makes. Every event has exactly one outcome, and all are counted here.
            """,
        subcommands: [
            EventsImportCommand.self, EventsImportsCommand.self, EventsUndoCommand.self, EventsForgetCommand.self,
            EventsUnitsCommand.self, EventsVerifyCommand.self, EventsKeyCommand.self,
        ])
    static let examples = [
        CommandExample("experiments events", "See how many users each experiment has, and what was left out"),
        CommandExample("experiments events --json", "The same for a script"),
    ]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let file = try ProjectEvents(options.settings)
        let database = try file.openForReading()
        let summary = try Progress.wait("Reading events") { try await database.summary() }
        if options.json { return try StandardOutput.document(summary.document) }
        try EventSummaryPrinter(options.settings).print(summary)
    }
}
