import ArgumentParser
import ExperimentEventStore
import ExperimentEvents
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsServer
import Foundation

struct EventsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Show, import and verify experiment events",
        discussion: """
            Lists the users of each experiment and the outcome of each event. Events come from linked apps and \
            GrowthBook's tracking plugin while the project is served, and from files (`experiments events import`). \
            They are stored next to the overrides in events.sqlite; users are stored under numbers that only the key \
            in events.key can produce. Every event has exactly one outcome and is counted here.
            """,
        subcommands: [
            EventsImportCommand.self, EventsImportsCommand.self, EventsUndoCommand.self,
            EventsForgetCommand.self,
            EventsUnitsCommand.self, EventsVerifyCommand.self, EventsKeyCommand.self,
        ])
    static let examples: KeyValuePairs = [
        "experiments events": "Show the users of each experiment and rejected events",
        "experiments events --json": "Print it for a script",
    ]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let file = try ProjectEvents(options.settings)
        let database = try file.openForReading()
        let summary = try Progress.wait("Reading events") { try await database.summary() }
        try options.settings.print(summary.document, else: summary.text)
    }
}

struct EventsKeyCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Print the client key for GrowthBook's plugin",
        discussion: """
            If the server requires a token, GrowthBook's tracking plugin has to send this key, which is derived from \
            the token and only allows sending events: set ingestorHost to the server's address and clientKey to this \
            key. The token is taken from the project file or from \(ServingDefaults.tokenVariable). A server without a \
            token requires no key.
            """)
    static let examples: KeyValuePairs = [
        "experiments events key": "Print the key for the settings of a web page"
    ]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        guard let located = try LocatedProject(options.settings) else { throw CommandProblem.noProject }
        let environment = ProcessInfo.processInfo.environment
        let text =
            try Environment.secret(ServingDefaults.tokenVariable)
            ?? located.project.serving?.token?.reveal(in: environment)
        guard let key = ServerToken(text ?? "").flatMap(TrackingPart.key) else {
            throw CommandProblem(
                "no token is set, and a server without a token requires no key",
                advice: """
                    If the server has a token, set \(ServingDefaults.tokenVariable) to it, or `token` under `serve:` in \
                    the project file.
                    """
            )
        }
        try options.settings.print(["clientKey": key.secret]) { _ in StyledText(key.secret) + "\n" }
    }
}

struct EventsUndoCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo an import of events",
        discussion: """
            Asks first. Results are then as if the file had never been imported, and it can be imported again. An \
            event that an earlier import stored stays with that import. Values that were ruled out by results in the \
            meantime stay ruled out until `experiments results restart`.

            Use `experiments events imports` to list the imports. Without a number, undoes the latest one.
            """)
    static let examples: KeyValuePairs = [
        "experiments events undo": "Undo the latest import",
        "experiments events undo 3 --dry-run": "Show what undoing import 3 would remove",
    ]

    @Argument(help: ArgumentHelp("Number of the import (default: the latest)", valueName: "import"))
    var number: Int?

    @OptionGroup var removal: RemovalOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let database = try ProjectEvents(options.settings).openExisting()
        let imports = try Progress.wait("Reading events") { try await database.imports() }
        guard let last = number ?? imports.last?.number else {
            throw CommandProblem(
                "no imports to undo", advice: "Use `experiments events import FILE` to import one.")
        }
        let file = imports.first { $0.number == last }.map { " of \($0.file)" } ?? ""
        try removal.run(
            "Undo import \(last)\(file)", command: "undo", options,
            trying: { try await database.undoImport(last, onlyTrying: true) },
            removing: { try await database.undoImport(last, by: Environment.author) })
    }
}

struct EventsImportsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports", abstract: "List the imports of events",
        discussion: """
            Lists the latest import last, with the outcomes of its events. Use `experiments events undo` to remove \
            what an import stored.
            """)
    static let examples: KeyValuePairs = [
        "experiments events imports": "List imported files",
        "experiments events imports --json": "Print it for a script",
    ]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let database = try ProjectEvents(options.settings).openForReading()
        let imports = try Progress.wait("Reading events") { try await database.imports() }
        let table = Table(["IMPORT": 8, "TIME": 20, "FILE": 60, "EVENTS": 12, "OUTCOMES": 120], of: imports) {
            item in
            let outcomes = item.counts.listed.map { "\($0.count) \($0.outcome.rawValue)" }.joined(
                separator: ", ")
            return [
                .init("\(item.number)"), .init(RFC3339.text(of: item.at)), .init(item.file),
                .init("\(item.counts.all)"), .init(item.isFinished ? outcomes : "not finished", .dim),
            ]
        }
        try options.settings.print(
            [
                "imports": imports.map { item -> Document in
                    [
                        "number": item.number, "file": item.file, "at": item.at, "finished": item.isFinished,
                        "outcomes": item.counts.document,
                    ]
                }
            ], else: table, ifEmpty: "no imports")
    }
}

struct EventsVerifyCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify totals by recounting events",
        discussion: """
            Recounts each user's group and values from the user's exposures and events, and the totals from the users. \
            They should never differ, not even in the last digit. If they do, for example because the file was edited, \
            --repair replaces the stored totals.

            Exit codes: 0 all totals are correct; 1 error; 2 some totals differ.
            """)
    static let examples: KeyValuePairs = [
        "experiments events verify": "Verify the totals",
        "experiments events verify --repair": "Replace totals that differ",
    ]

    @Flag(help: "Replace totals that differ") var repair = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let project = try ProjectEvents(options.settings)
        let isRepaired = repair
        let database = try isRepaired ? project.openAsIs() : project.openForReading()
        let result = try Progress.wait("Counting") { try await database.verify(repairs: isRepaired) }
        if options.json {
            try StandardOutput.document([
                "experiments": result.experiments, "units": result.units, "sums": result.sums,
                "differences": result.differences, "repaired": isRepaired && !result.differences.isEmpty,
            ])
        } else {
            let style = PlainText(options.settings)
            for difference in result.differences {
                try StandardOutput.line(style.shown(difference, ink: .red))
            }
            let words =
                CountText.count(result.units, "user") + " and " + CountText.count(result.sums, "sum") + " of "
                + CountText.count(result.experiments, "experiment") + ": "
                + (result.differences.isEmpty
                    ? "all totals are correct"
                    : "\(result.differences.count) differ" + (isRepaired ? "; replaced" : ""))
            try StandardOutput.line(style.shown(words))
        }
        if !result.differences.isEmpty, !isRepaired { throw ExitCode(ExitStatus.totalsDiffer) }
    }
}

struct EventsForgetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Delete the data of a user or an experiment",
        discussion: """
            Asks first. This cannot be undone.

            With --unit: deletes the user's groups, exposures and events, with their IDs, and the name if names are \
            stored. The totals change accordingly. If the app uses several IDs for a user, delete each. Importing a \
            file again brings the user back.

            With --experiment: deletes the users' groups, the totals and the looks at the results. Events stay, \
            because other experiments may use them.
            """)
    static let examples: KeyValuePairs = [
        "experiments events forget --unit ann": "Delete a user by the ID that the app uses",
        "experiments events forget --experiment paywall --dry-run": "Show what would be deleted",
    ]

    @Option(help: ArgumentHelp("User to delete, by the ID that the app uses", valueName: "id")) var unit:
        String?

    @Option(help: ArgumentHelp("Experiment to delete", valueName: "name"), completion: .experiments)
    var experiment: String?

    @OptionGroup var removal: RemovalOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard (unit == nil) != (experiment == nil) else {
            throw ValidationError("expected either --unit or --experiment")
        }
    }

    func run() throws {
        let database = try ProjectEvents(options.settings).openExisting()
        if let unit {
            try removal.run(
                "Delete user \(unit)", command: "forget", options,
                trying: {
                    let found = try await database.forget(unit: unit, onlyTrying: true)
                    guard !found.isEmpty else {
                        throw CommandProblem(
                            "no user \(Quotation.of(unit))", advice: ProjectEvents.adviceOnIDs)
                    }
                    return found
                }, removing: { try await database.forget(unit: unit, by: Environment.author) })
        } else if let experiment {
            try removal.run(
                "Delete experiment \(experiment)", command: "forget", options,
                trying: { try await database.forget(experiment: experiment, onlyTrying: true) },
                removing: { try await database.forget(experiment: experiment, by: Environment.author) })
        }
    }
}
