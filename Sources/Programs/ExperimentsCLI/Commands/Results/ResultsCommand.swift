import ArgumentParser
import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI
import Foundation

struct ResultsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "results", abstract: "Show the results of experiments",
        discussion: """
            `results NAME` is short for `results show NAME`. The project file declares experiments and metrics; users \
            and events come from apps or files. `experiments power` calculates how many users an experiment needs.
            """,
        subcommands: [
            ResultsShowCommand.self, ResultsReportCommand.self, ResultsExportCommand.self,
            ResultsSQLCommand.self,
            ResultsRestartCommand.self, ResultsSimulateCommand.self,
        ],
        defaultSubcommand: ResultsShowCommand.self)
    static let examples: KeyValuePairs = ["experiments results": "Show the verdict of each experiment"]
}

struct ResultsShowCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show verdicts, or all results of an experiment",
        discussion: """
            You can look at results at any time: values that a look rules out stay ruled out, unless the effect itself \
            changes.

            Exit codes: 0 nothing to do; 1 error; 2 an experiment is untrustworthy, or a group is harmful; 3 a group is \
            better, but a guardrail is not yet known to be safe.

            --at shows the results of the users who came by the end of that day, with everything they have done since, \
            and with the looks up to that day.

            To calculate how many users an experiment needs, use `experiments power`.
            """)
    static let examples: KeyValuePairs = [
        "experiments results": "Show the verdict of each experiment",
        "experiments results show paywall --json": "Print all results of an experiment as JSON",
        "experiments results show paywall --svg paywall.svg": "Write a picture",
    ]

    @Argument(help: ArgumentHelp("Experiment (default: all)", valueName: "name"), completion: .experiments)
    var name: String?

    @Flag(help: "Include the effect of each goal by day of first exposure") var byDay = false

    @OptionGroup var time: ResultsTime

    @Flag(help: "Show the experiments of the demo") var demo = false

    @Option(
        name: .customLong("svg"), help: ArgumentHelp("Write a picture to this file", valueName: "file"),
        completion: .file(extensions: ["svg"]))
    var picture: String?

    @OptionGroup var appearance: AppearanceOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !byDay || name != nil else { throw ValidationError("--by-day requires an experiment") }
        guard picture == nil || !options.json else {
            throw ValidationError("--svg and --json cannot be combined")
        }
    }

    func run() throws {
        let reading = try ResultsReading(
            demo: demo, options.settings, at: time.date, named: name, isFresh: time.fresh)
        let standings = try reading.standings(named: name)
        if let picture {
            try draw(standings, at: reading.date, into: picture)
        } else if options.json {
            try StandardOutput.document(["at": reading.date, "experiments": standings.map(\.document)])
        } else if name != nil {
            for standing in standings {
                try StandardOutput.write(standing.tables(byDay: byDay, options.settings))
            }
        } else {
            try StandardOutput.write(ExperimentStanding.verdicts(standings, options.settings))
        }
        if standings.contains(where: \.result.isAlarming) { throw ExitCode(ExitStatus.alarming) }
        if standings.contains(where: \.result.isUnsafe) { throw ExitCode(ExitStatus.unsafe) }
    }

    /// Draws the dashboard's screen of experiments: all of them, or one in full.
    private func draw(_ standings: [ExperimentStanding], at date: Date, into path: String) throws {
        let settings = appearance.added(to: options.settings)
        var dashboard = try DrawnDashboard(
            ofResults: standings, named: name, settings, size: CellSize(columns: 120, rows: 40), at: date)
        if name != nil { try dashboard.press("Z") }
        let picture = dashboard.svg(depth: settings.color.pictureDepth ?? .truecolor)
        try AtomicFile.write(Array(picture.utf8), to: path)
    }
}

/// The options for the time of the results.
struct ResultsTime: ParsableArguments {
    @Flag(help: "Ask the warehouse now, even if there is a recent answer") var fresh = false

    @Option(
        name: .customLong("at"),
        help: ArgumentHelp("Only users who came by this day or time, such as 2026-03-01", valueName: "date"),
        transform: { try Self.date($0) })
    var date: Date?

    /// Reads a time. A day includes all of its users.
    private static func date(_ text: String) throws -> Date {
        let time = RFC3339.date(from: text)
        guard let start = time ?? RFC3339.date(from: text + "T00:00:00Z") else {
            throw ValidationError(
                "invalid --at \(Quotation.of(text)): expected a day (2026-03-01) or a time (2026-03-01T09:30:00Z)"
            )
        }
        let now = Date()
        guard start <= now else {
            throw ValidationError(
                "invalid --at \(Quotation.of(text)): in the future; it is \(RFC3339.text(of: now)) now")
        }
        return time ?? start + 86399
    }
}

struct ResultsExportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export the figures of metrics as CSV or JSON",
        discussion: """
            Prints a row for each experiment, metric and treatment, with unrounded numbers, for spreadsheets and \
            notebooks. Unbounded and unknown values are empty, and null in JSON.

            With --over-time, prints a row for each look that narrowed an interval; with --by-day, a row for the users \
            of each day of first exposure.
            """)
    static let examples: KeyValuePairs = [
        "experiments results export > results.csv": "Export all figures",
        "experiments results export paywall --format json": "Export the figures of an experiment as JSON",
        "experiments results export paywall --over-time": "Export the intervals over time",
    ]

    @Argument(help: ArgumentHelp("Experiment (default: all)", valueName: "name"), completion: .experiments)
    var name: String?

    @Option(help: "Output format") var format = ResultsExportFormat.csv

    @Flag(help: "Print a row for each look that narrowed an interval") var overTime = false

    @Flag(help: "Print a row for each day of first exposure") var byDay = false

    @OptionGroup var time: ResultsTime

    @Flag(help: "Export the experiments of the demo") var demo = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !overTime || !byDay else {
            throw ValidationError("--over-time and --by-day cannot be combined")
        }
    }

    func run() throws {
        let reading = try ResultsReading(
            demo: demo, options.settings, at: time.date, named: name, isFresh: time.fresh)
        let figures = TreatmentFigures.all(try reading.standings(named: name))
        if overTime {
            try print(CourseRow.columns, of: figures.flatMap(CourseRow.all))
        } else if byDay {
            try print(CohortRow.columns, of: figures.flatMap(CohortRow.all))
        } else {
            try print(TreatmentFigures.columns, of: figures)
        }
    }

    /// Prints a list of objects, or a table in the format of RFC 4180. Unknown figures are null, or empty.
    private func print<Row>(_ columns: [FigureColumn<Row>], of rows: [Row]) throws {
        if format == .json || options.json {
            return try StandardOutput.json(
                rows.map { row in Document(columns.map { ($0.name, $0.cell(row) ?? JSONValue.null) }) }.json)
        }
        let lines = rows.map { row in ExportTable.line(columns.map { $0.cell(row)?.json.valueText }) }
        try StandardOutput.exact(ExportTable.line(columns.map(\.name)) + lines.joined())
    }
}

/// The format in which figures are printed.
enum ResultsExportFormat: String, ExpressibleByArgument, CaseIterable {
    case csv, json
}

struct ResultsReportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Write a report as HTML or Markdown",
        discussion: """
            The report shows the declared experiment, the users, each metric with its interval, the results over time, \
            and how to reproduce them. The HTML file contains all pictures and needs no network. Markdown is for a \
            pull request or a chat.

            Without --output, prints the report. With it, a name that ends in .md or .markdown selects Markdown.
            """)
    static let examples: KeyValuePairs = [
        "experiments results report paywall --output paywall.html": "Write an HTML page",
        "experiments results report paywall --format markdown": "Print Markdown for a pull request",
    ]

    @Argument(help: ArgumentHelp("Experiment", valueName: "name"), completion: .experiments) var name: String

    @Option(help: "Output format (default: html, or set by the name of --output)") var format:
        ResultsReportFormat?

    @Option(
        help: ArgumentHelp("Write to this file, replacing it if it exists", valueName: "file"),
        completion: .file(extensions: ["html", "md"]))
    var output: String?

    @OptionGroup var time: ResultsTime

    @Flag(help: "Report on an experiment of the demo") var demo = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !options.json else {
            throw ValidationError(
                "--json is not available here; use `experiments results show --json` or `experiments results export --json`"
            )
        }
    }

    func run() throws {
        let reading = try ResultsReading(
            demo: demo, options.settings, at: time.date, named: name, isFresh: time.fresh)
        for standing in try reading.standings(named: name) {
            let report = ExperimentReport(standing, by: "experiments \(Version.text)")
            let text =
                switch format ?? ResultsReportFormat(path: output) {
                case .html: report.html
                case .markdown: report.markdown
                }
            guard let output else { return try StandardOutput.exact(text) }
            try AtomicFile.write(Array(text.utf8), to: output)
        }
    }
}

enum ResultsReportFormat: String, ExpressibleByArgument, CaseIterable {
    case html, markdown

    /// Creates the format for the extension of a file; HTML for any other name.
    init(path: String?) {
        let path = path?.lowercased() ?? ""
        self = path.hasSuffix(".md") || path.hasSuffix(".markdown") ? .markdown : .html
    }
}
