import ArgumentParser
import ExperimentEventStore
import ExperimentEvents
import ExperimentsCore
import Foundation

struct EventsImportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Store exposures and events of metrics from files.",
        discussion: """
            A file is CSV with a header, JSON lines or a JSON array, also packed with gzip; '-' is standard input. Fields \
            may be separated by commas, semicolons, tabs or vertical bars. A row is an exposure (experiment, group, unit, \
            at) or an event of a metric (event, unit, at, value), and may have an id.

            Columns of other names are named with --column, or for good under 'events:' of the project file; names that \
            others use, such as user_id and timestamp, are known, in any case, and among the properties of JSON events \
            as well. 'value=properties.price' names a member of a member, 'value=' none.

            Times are those of RFC 3339, as databases print them, days, or seconds, milliseconds, microseconds or \
            nanoseconds since 1970. Times without an offset are in UTC, unless the project file or --time-zone names a \
            zone.

            A file may be read again, also when it has grown: what was stored before counts once. Rows that cannot be \
            understood are listed and left out, and the others are stored.

            Exit status: 0 all rows were stored; 1 an error; 2 rows were left out.
            """)
    static let examples = [
        CommandExample("experiments events import events.csv", "Store the events of a file"),
        CommandExample("experiments events import events.csv --dry-run", "See what would be stored, and store nothing"),
        CommandExample(
            "experiments events import views.csv --column unit=visitor --column group=arm",
            "Take the unit and the group from columns of other names"),
        CommandExample(
            "psql --csv --file events.sql shop | experiments events import -", "Store the rows that a query returns"),
    ]
    /// The number of rejected rows that are reported one by one.
    private static let toldProblems = 10

    @Argument(help: ArgumentHelp("The files; - for standard input.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("How the files are written: csv or jsonl. Default: as they look.", valueName: "form"))
    var format: EventFile.Form?

    @Option(
        help: ArgumentHelp(
            "Which column holds what, such as unit=user_id; may be given several times.", valueName: "field=column"))
    var column: [String] = []

    @Option(
        help: ArgumentHelp(
            "The time zone of times without an offset, such as Europe/Oslo. Default: that of the project file, else UTC.",
            valueName: "name"))
    var timeZone: String?

    @Flag(help: "Show what would be stored, and store nothing.") var dryRun = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let project = try ProjectEvents(options.settings)
        var columns = EventColumns(declared: project.columns)
        for text in column { try columns.name(text) }
        var mapping = project.mapping
        if let timeZone { mapping.clock = .zone(try zone(timeZone)) }
        var files = try EventFilesImport(self.files, form: format, columns: columns, mapping: mapping)
        let isTrial = dryRun
        let database = try Progress.wait("Opening events") { try await project.open(isTrial: isTrial) }
        try files.store(in: database)
        try Progress.wait("Tidying up") { try await database.maintain() }
        try tell(files, files.warnings(for: project.definitions?.metrics ?? []))
        if files.counts[.invalid] + files.counts[.future] > 0 { throw ExitCode(ExitStatus.rowsLeftOut) }
    }

    private func zone(_ name: String) throws -> TimeZone {
        if let zone = TimeZone(identifier: name) { return zone }
        let near = SpellingSuggestion.nearest(to: name, in: TimeZone.knownTimeZoneIdentifiers)
        throw CommandProblem(
            "there is no time zone \(Quotation.of(name))",
            advice: near.map { "Did you mean '\($0)'?" } ?? "Write a name such as Europe/Oslo.")
    }

    private func tell(_ files: EventFilesImport, _ warnings: [EventFileProblem]) throws {
        let problems = files.problems
        for problem in problems.prefix(Self.toldProblems) { StandardError.report(problem, as: "warning") }
        if problems.count > Self.toldProblems {
            StandardError.line("warning: \(problems.count - Self.toldProblems) more rows cannot be understood")
        }
        for warning in warnings { StandardError.report(warning, as: "warning") }
        if options.json {
            return try StandardOutput.document([
                "dryRun": dryRun, "outcomes": files.counts.document,
                "problems": problems.prefix(1000).map { ErrorReport($0).json },
                "warnings": warnings.map { ErrorReport($0).json },
            ])
        }
        try EventSummaryPrinter(options.settings).print(files.counts)
        if dryRun { try StandardOutput.line(PlainText(options.settings).shown("dry run: nothing was stored")) }
    }
}

extension EventFile.Form: ExpressibleByArgument {}
