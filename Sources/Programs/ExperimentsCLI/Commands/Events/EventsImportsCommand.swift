import ArgumentParser
import ExperimentEventStore
import ExperimentEvents
import ExperimentsCore
import Foundation

struct EventsImportsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports", abstract: "List the imports of events, with what became of the events.",
        discussion: """
            The latest import is last. `experiments events undo` removes what an import stored.
            """)
    static let examples = [
        CommandExample("experiments events imports", "See which files were imported, and when"),
        CommandExample("experiments events imports --json", "The same for a script"),
    ]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let database = try ProjectEvents(options.settings).openForReading()
        let imports = try Progress.wait("Reading events") { try await database.imports() }
        if options.json {
            return try StandardOutput.document([
                "imports": imports.map { item -> Document in
                    ["number": item.number, "file": item.file, "at": item.at, "outcomes": item.counts.document]
                }
            ])
        }
        let style = PlainText(options.settings)
        guard !imports.isEmpty else { return try StandardOutput.line(style.shown("no imports")) }
        var table = Table(["IMPORT": 8, "TIME": 20, "FILE": 60, "EVENTS": 12, "OUTCOMES": 120])
        for item in imports {
            let outcomes = item.counts.listed.map { "\($0.count) \($0.outcome.rawValue)" }.joined(separator: ", ")
            table.append([
                .init("\(item.number)"), .init(RFC3339.text(of: item.at)), .init(item.file),
                .init("\(item.counts.all)"), .init(outcomes, .dim),
            ])
        }
        try table.print(style)
    }
}
