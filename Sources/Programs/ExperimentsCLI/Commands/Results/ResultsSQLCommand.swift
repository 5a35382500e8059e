import ArgumentParser
import ExperimentEvents
import ExperimentsCore
import ExperimentsProject
import ExperimentsSupport
import ExperimentsWarehouse
import Foundation

struct ResultsSQLCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql", abstract: "Print the statement for the warehouse",
        discussion: """
            Prints the statement that counts an experiment in the warehouse of the project file. It only reads. You can \
            run it by hand, or save it as a view.

            With --explain, runs the program of the warehouse to print how the engine would run the statement.
            """)
    static let examples: KeyValuePairs = [
        "experiments results sql paywall": "Print the statement",
        "experiments results sql paywall --explain": "Print how the engine would run it",
    ]

    @Argument(help: ArgumentHelp("Experiment", valueName: "name"), completion: .experiments) var name: String

    @Flag(help: "Ask the engine how it would run the statement") var explain = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !options.json else {
            throw ValidationError("--json is not available here; the statement is text")
        }
    }

    func run() throws {
        let settings = options.settings
        guard let located = try LocatedProject(settings) else { throw CommandProblem.noProject }
        let names = located.project.experiments.map(\.name)
        guard let match = SpellingSuggestion.match(name, in: names) else {
            throw CommandProblem.unknownExperiment(name, among: names)
        }
        let events = try ProjectEvents(settings)
        guard let warehouse = located.project.warehouse,
            let store = events.warehouseStore(of: located.project),
            let experiment = events.definitions?.experimentsByName[match]
        else {
            throw CommandProblem(
                "the project has no warehouse, so there is no statement",
                advice: "Declare one under `warehouse:` in the project file.")
        }
        let statement = try Progress.wait("Reading splits") {
            try await store.statement(of: experiment, at: Date())
        }
        guard explain else { return try StandardOutput.exact(statement.text + "\n") }
        guard let question = statement.explanation(in: warehouse.dialect) else {
            throw CommandProblem(
                "BigQuery has no statement that explains another one",
                advice: "Use `experiments results sql \(ShellWord.quoted(match)) | bq query --dry_run "
                    + "--nouse_legacy_sql` to see how many bytes it reads.")
        }
        let consent = EnvironmentConsent(located.absolutePath, settings)
        try consent.ask(running: warehouse)
        let program = WarehouseProgram(warehouse, folder: located.project.folder, consent: consent)
        let plan = try Progress.wait("Waiting for the warehouse") {
            do throws(ClientFailure) {
                return try await program.run(question)
            } catch {
                throw WarehouseProblem(error, of: warehouse.command[0], for: match)
            }
        }
        try StandardOutput.exact(String(decoding: plan.output, as: UTF8.self))
    }
}
