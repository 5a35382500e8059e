import ArgumentParser
import ExperimentEventStore
import ExperimentsCore
import ExperimentsOperator

struct EventsForgetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Erase all that is stored about a user or an experiment, after asking.",
        discussion: """
            With --unit: the user's groups, exposures and events, with their IDs, and the name if names are stored. The \
            totals change accordingly. If the app uses several IDs for one user, erase each. A file that is imported again \
            brings the user back.

            With --experiment: who was in which group, the totals and the looks at the results. Events stay, because \
            other experiments count them, too.

            This cannot be undone.
            """)
    static let examples = [
        CommandExample("experiments events forget --unit ann", "Erase one user, by the ID that the app uses"),
        CommandExample("experiments events forget --experiment paywall --dry-run", "See what erasing would remove"),
    ]

    @Option(help: ArgumentHelp("The user to erase, by the ID that the app uses.", valueName: "id")) var unit: String?

    @Option(help: ArgumentHelp("The experiment to erase.", valueName: "name")) var experiment: String?

    @OptionGroup var removal: RemovalOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard (unit == nil) != (experiment == nil) else {
            throw ValidationError("Say what to erase, with either --unit or --experiment.")
        }
    }

    func run() throws {
        let database = try ProjectEvents(options.settings).openExisting()
        if let unit {
            try removal.run(
                "Erase the user \(unit)", command: "forget", options,
                trying: {
                    let found = try await database.forget(unit: unit, onlyTrying: true)
                    guard !found.isEmpty else {
                        throw CommandProblem(
                            "nothing is known of \(Quotation.of(unit))",
                            advice: "IDs are compared letter by letter; 'experiments events' tells what came.")
                    }
                    return found
                }, removing: { try await database.forget(unit: unit, by: Environment.author) })
        } else if let experiment {
            try removal.run(
                "Erase the experiment \(experiment)", command: "forget", options,
                trying: { try await database.forget(experiment: experiment, onlyTrying: true) },
                removing: { try await database.forget(experiment: experiment, by: Environment.author) })
        }
    }
}
