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

struct EventsKeyCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Print the client key with which GrowthBook's tracking plugin may send events.",
        discussion: """
            Where the server asks for a token, the plugin has to show this key, which follows from the token and lets in \
            events alone: its ingestorHost is the server's address, its clientKey this. The token is that of the project \
            file, or of \(ServingDefaults.tokenVariable). A server without a token asks for no key.
            """)
    static let examples = [CommandExample("experiments events key", "Print the key for a web page's settings")]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        guard let located = try LocatedProject(options.settings) else { throw CommandProblem.noProject }
        let environment = ProcessInfo.processInfo.environment
        let text =
            try Environment[ServingDefaults.tokenVariable] ?? located.project.serving?.token?.reveal(in: environment)
        guard let key = ServerToken(text ?? "").flatMap(TrackingPart.key) else {
            throw CommandProblem(
                "the server asks for no token, and so for no key",
                advice: "Name one under `serve:` in the project file, or in \(ServingDefaults.tokenVariable).")
        }
        if options.json {
            try StandardOutput.document(["clientKey": key.secret])
        } else {
            try StandardOutput.line(StyledText(key.secret))
        }
    }
}

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

struct EventsVerifyCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Count all experiments again from their events, and compare with the totals that are kept.",
        discussion: """
            Each user's group and values are counted again from the user's exposures and events, and the totals from the \
            users. Nothing should ever differ, not even in the last digit. If something does, for example because the file \
            was changed by hand, --repair takes what was counted.

            Exit status: 0 all totals are right; 1 an error; 2 some are not.
            """)
    static let examples = [
        CommandExample("experiments events verify", "Make sure that the totals are those of the users"),
        CommandExample("experiments events verify --repair", "Replace those that are not"),
    ]

    @Flag(help: "Replace totals that differ by what was counted.") var repair = false

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
            for difference in result.differences { try StandardOutput.line(style.shown(difference, ink: .red)) }
            let words =
                "\(result.units) users and \(result.sums) sums of \(result.experiments) experiments: "
                + (result.differences.isEmpty
                    ? "all are right"
                    : "\(result.differences.count) differ" + (isRepaired ? ", and were replaced" : ""))
            try StandardOutput.line(style.shown(words))
        }
        if !result.differences.isEmpty, !isRepaired { throw ExitCode(ExitStatus.totalsDiffer) }
    }
}

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
