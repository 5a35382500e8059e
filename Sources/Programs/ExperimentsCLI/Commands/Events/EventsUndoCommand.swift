import ArgumentParser
import ExperimentEventStore
import ExperimentsCore
import ExperimentsOperator

struct EventsUndoCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Remove the exposures and events that an import stored, after asking.",
        discussion: """
            Results are then as if the file had never been imported, and it can be imported again. An event that an \
            earlier import had stored before stays with that import. What was ruled out by results that were \
            looked at meanwhile stays ruled out, until `experiments results restart`.

            `experiments events imports` lists the imports; without a number, the latest one is undone.
            """)
    static let examples = [
        CommandExample("experiments events undo", "Undo the latest import"),
        CommandExample("experiments events undo 3 --dry-run", "See what undoing import 3 would remove"),
    ]

    @Argument(help: ArgumentHelp("The number of the import.", valueName: "import")) var number: Int?

    @OptionGroup var removal: RemovalOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let database = try ProjectEvents(options.settings).openExisting()
        let imports = try Progress.wait("Reading events") { try await database.imports() }
        guard let last = number ?? imports.last?.number else {
            throw CommandProblem("there is no import to undo", advice: "'experiments events import' makes one.")
        }
        let file = imports.first { $0.number == last }.map { " of \($0.file)" } ?? ""
        try removal.run(
            "Undo import \(last)\(file)", command: "undo", options,
            trying: { try await database.undoImport(last, onlyTrying: true) },
            removing: { try await database.undoImport(last, by: Environment.author) })
    }
}
