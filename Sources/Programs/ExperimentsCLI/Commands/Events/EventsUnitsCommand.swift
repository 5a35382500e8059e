import ArgumentParser
import ExperimentEventStore
import ExperimentEvents
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject

struct EventsUnitsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "units", abstract: "Export users with their groups and metrics",
        discussion: """
            Prints a row for each user and experiment as CSV or JSON lines: the first group, the time of the first \
            exposure, whether the user was exposed to another group later (mixed: such users are not counted), and for \
            each metric the total of the user's events, before the cap per user. For ratios and means, this is the \
            numerator, followed by the denominator. Cells of users without events are empty.

            A user is identified by the number that is stored, or by name if the project stores names (`events: \
            {units: plain}`). --unit finds a user by name in both cases, using the key next to the store.
            """)
    static let examples: KeyValuePairs = [
        "experiments events units > units.csv": "Export all users",
        "experiments events units paywall --format jsonl": "Export the users of one experiment as JSON lines",
        "experiments events units --unit ann": "Show the groups of one user",
    ]

    @Argument(help: ArgumentHelp("Experiment (default: all)", valueName: "name"), completion: .experiments)
    var name: String?

    @Option(help: ArgumentHelp("Only this user, by the ID that the app uses", valueName: "id")) var unit:
        String?

    @Option(help: "Output format") var format = EventFile.Form.csv

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let file = try ProjectEvents(options.settings)
        let database = try file.openForReading()
        let declared = try LocatedProject(options.settings)?.project.experiments.map(\.name) ?? []
        let name = name.map { SpellingSuggestion.match($0, in: declared) ?? $0 }
        let id = try unit.map { try UnitKeyFile(beside: database.path).naming(isNew: false).id(of: $0) }
        let metrics = try Progress.wait("Reading events") { try await database.metrics() }
        let isJSON = format == .jsonLines || options.json
        var last: StoredUnit.Place?
        while true {
            let (place, name) = (last, name)
            let page = try Progress.wait("Reading events") {
                try await database.units(after: place, in: name, unit: id)
            }
            // An empty table would only repeat that no users were found.
            if place == nil, !isJSON, !page.isEmpty || (name == nil && id == nil) {
                try StandardOutput.exact(ExportTable.line(metrics.columnNames))
            }
            guard let end = page.last else { break }
            if isJSON {
                for unit in page { try StandardOutput.line(of: metrics.document(of: unit)) }
            } else {
                try StandardOutput.exact(page.map { ExportTable.line(metrics.cells(of: $0)) }.joined())
            }
            last = end.place
        }
        guard last == nil else { return }
        if let unit {
            throw CommandProblem(
                "no user \(Quotation.of(unit))" + (name.map { " in experiment \(Quotation.of($0))" } ?? ""),
                advice: ProjectEvents.adviceOnIDs)
        }
        guard let name else { return }
        throw CommandProblem(
            "no users in experiment \(Quotation.of(name))",
            advice: SpellingSuggestion.nearest(to: name, in: declared.filter { $0 != name }).map {
                "Did you mean \($0)?"
            }
                ?? "Use `experiments events` to list experiments.")
    }
}

/// The columns of a unit.
extension [MetricDefinition] {
    fileprivate var columnNames: [String?] {
        ["unit", "experiment", "group", "first_exposure", "mixed"]
            + flatMap { $0.hasDenominator ? [$0.name, "\($0.name) denominator"] : [$0.name] }
    }

    fileprivate func cells(of unit: StoredUnit) -> [String?] {
        [
            unit.name ?? unit.place.unit.text, unit.experiment, unit.group,
            RFC3339.text(of: unit.firstExposure, milliseconds: true), unit.isMixed ? "true" : "false",
        ]
            + flatMap { metric -> [String?] in
                let tally = unit.tallies[metric.name]
                let value = tally.map { NumberText.text(of: $0.value) }
                guard metric.hasDenominator else { return [value] }
                return [value, tally.map { NumberText.text(of: $0.denominator) }]
            }
    }

    fileprivate func document(of unit: StoredUnit) -> Document {
        let sums = compactMap { metric in
            unit.tallies[metric.name].map { tally -> (String, Document) in
                let denominator = metric.hasDenominator ? tally.denominator : nil
                return (metric.name, ["value": tally.value, "denominator": denominator])
            }
        }
        return [
            "unit": unit.name ?? unit.place.unit.text, "experiment": unit.experiment, "group": unit.group,
            "firstExposure": unit.firstExposure.precise, "mixed": unit.isMixed, "metrics": Document(sums),
        ]
    }
}

extension MetricDefinition {
    fileprivate var hasDenominator: Bool { kind == .mean || kind == .ratio }
}

/// The options of commands that remove events. These commands show what they would remove, ask, and remove it.
struct RemovalOptions: ParsableArguments {
    @Flag(help: "Don't ask") var yes = false

    @Flag(help: "Show what would be removed without removing it") var dryRun = false

    /// Removes something.
    ///
    /// - Parameters:
    ///   - question: the question, without its question mark.
    ///   - trying: returns what would be removed.
    ///   - removing: removes it, and returns what was removed.
    func run(
        _ question: String, command: String, _ options: GlobalOptions,
        trying: @escaping @Sendable () async throws -> EventRemoval,
        removing: @escaping @Sendable () async throws -> EventRemoval
    ) throws {
        let found = try Progress.wait("Looking for events", for: trying)
        if dryRun { return try tell(found, as: "would remove", options) }
        if !yes {
            let style = PlainText(options.settings)
            StandardError.line("\(style.shown("this removes \(words(of: found))"))")
            try Question(
                text: question, reason: "\(command) asks before it removes anything",
                advice: "Use --yes to skip the question, or --dry-run to show what would be removed.",
                refusal: "nothing was removed"
            ).ask()
        }
        let removed = try Progress.wait("Removing events", for: removing)
        StandardOutput.noteChange()
        try tell(removed, as: "removed", options)
    }

    private func tell(_ removal: EventRemoval, as verb: String, _ options: GlobalOptions) throws {
        guard options.json else {
            let style = PlainText(options.settings)
            return try StandardOutput.line(style.shown("\(verb) \(words(of: removal))"))
        }
        let leaving = removal.leaving.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        try StandardOutput.document([
            "removed": !dryRun, "exposures": removal.exposures, "events": removal.events,
            "users": removal.users,
            "leaving": Document(leaving),
        ])
    }

    /// Returns the removal in words: `120 exposures and 200 events of 150 users; 100 users leave "paywall"`.
    private func words(of removal: EventRemoval) -> String {
        let leaving = removal.leaving.sorted { $0.key < $1.key }.map { experiment, users in
            "\(CountText.count(users, "user leaves", "users leave")) \(Quotation.of(experiment))"
        }
        return
            "\(CountText.count(removal.exposures, "exposure")) and \(CountText.count(removal.events, "event")) of "
            + CountText.count(removal.users, "user")
            + (leaving.isEmpty ? "" : "; " + leaving.joined(separator: ", "))
    }
}
