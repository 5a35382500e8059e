import ArgumentParser
import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsDashboard
import ExperimentsOperator
import Foundation
import TerminalUI

struct ResultsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "results", abstract: "Print the results of experiments: verdicts, users, and each metric.",
        discussion: """
            `results NAME` is short for `results show NAME`. The project file declares experiments and metrics; their \
            users and events come from apps, or from files.
            """,
        subcommands: [
            ResultsShowCommand.self, ResultsReportCommand.self, ResultsExportCommand.self, ResultsRestartCommand.self,
            ResultsSimulateCommand.self,
        ],
        defaultSubcommand: ResultsShowCommand.self)
    static let examples = [
        CommandExample("experiments results", "See the verdict on each experiment")
    ]
}

struct ResultsShowCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the verdict on each experiment, or all of one.",
        discussion: """
            A verdict may be looked at at any time: what a look rules out stays ruled out. Exits with 2 where an \
            experiment is untrustworthy or harmful.

            --at prints the results as if nobody had come after that time: of the users who had come by the end of that \
            day, with all that they did until now, and with the looks of until then.
            """)
    static let examples = [
        CommandExample("experiments results", "See the verdict on each experiment"),
        CommandExample("experiments results show paywall --json", "Tell a script all of one experiment"),
        CommandExample("experiments results show paywall --svg paywall.svg", "Draw a picture for a page or a chat"),
    ]

    @Argument(help: ArgumentHelp("The experiment; all of them without.", valueName: "name")) var name: String?

    @Flag(help: "Show the effect of each goal by the day of first exposure, too.") var byDay = false

    @OptionGroup var time: ResultsTime

    @Flag(help: "Show the demo's experiments.") var demo = false

    @Option(
        name: .customLong("svg"), help: ArgumentHelp("Draw a picture into a file.", valueName: "file"),
        completion: .file(extensions: ["svg"]))
    var picture: String?

    @OptionGroup var appearance: AppearanceOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !byDay || name != nil else { throw ValidationError("--by-day needs the name of an experiment") }
        guard picture == nil || !options.json else { throw ValidationError("--svg and --json exclude each other") }
    }

    func run() throws {
        let reading = try ResultsReading(demo: demo, options.settings, at: time.date)
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
        let alarms = standings.filter { $0.verdict.word == .untrustworthy || $0.verdict.word == .harmful }
        if !alarms.isEmpty { throw ExitCode(ExitStatus.alarming) }
    }

    /// Draws the dashboard's screen of experiments: all of them, or one in full.
    private func draw(_ standings: [ExperimentStanding], at date: Date, into path: String) throws {
        let settings = appearance.added(to: options.settings)
        var dashboard = try DrawnDashboard(
            ofResults: standings, named: name, settings, size: CellSize(columns: 120, rows: 40), at: date)
        if name != nil { dashboard.press(try KeyScript(parsing: "Z")) }
        let picture = dashboard.svg(depth: settings.color.pictureDepth ?? .truecolor)
        try AtomicFile.write(Array(picture.utf8), to: path)
    }
}

/// The options for the time of the results.
struct ResultsTime: ParsableArguments {
    @Option(
        name: .customLong("at"),
        help: ArgumentHelp("Only users who had come by a day or a time, such as 2026-03-01.", valueName: "date"),
        transform: { try Self.date($0) })
    var date: Date?

    /// A day is meant with all who came on it.
    private static func date(_ text: String) throws -> Date {
        if let date = RFC3339.date(from: text) { return date }
        guard let day = RFC3339.date(from: text + "T23:59:59Z") else {
            throw ValidationError("'\(text)' is no day such as 2026-03-01, or time such as 2026-03-01T09:30:00Z")
        }
        return day
    }
}

struct ResultsExportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print the figures of each metric and group, as CSV or JSON.",
        discussion: """
            A row for each experiment, metric and treatment, with numbers as they are computed, for spreadsheets and \
            notebooks. What is unbounded or unknown is empty, and null in JSON.

            With --over-time, there is a row for each look that narrowed an interval; with --by-day, a row for the \
            users who were first exposed on each day.
            """)
    static let examples = [
        CommandExample("experiments results export > results.csv", "Take all figures to a spreadsheet"),
        CommandExample("experiments results export paywall --format json", "Tell another program those of one"),
        CommandExample("experiments results export paywall --over-time", "Print how the intervals closed"),
    ]

    @Argument(help: ArgumentHelp("The experiment; all of them without.", valueName: "name")) var name: String?

    @Option(help: "What is printed: csv or json.") var format = ResultsExportFormat.csv

    @Flag(help: "Print each look that narrowed an interval.") var overTime = false

    @Flag(help: "Print the effect by the day of first exposure.") var byDay = false

    @OptionGroup var time: ResultsTime

    @Flag(help: "Export the demo's experiments.") var demo = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !overTime || !byDay else { throw ValidationError("--over-time and --by-day exclude each other") }
    }

    func run() throws {
        let reading = try ResultsReading(demo: demo, options.settings, at: time.date)
        let figures = TreatmentFigures.all(try reading.standings(named: name))
        if overTime {
            try print(FigureTable(columns: CourseRow.columns, rows: figures.flatMap(CourseRow.all)))
        } else if byDay {
            try print(FigureTable(columns: CohortRow.columns, rows: figures.flatMap(CohortRow.all)))
        } else {
            try print(FigureTable(columns: TreatmentFigures.columns, rows: figures))
        }
    }

    private func print(_ table: FigureTable<some Any>) throws {
        try StandardOutput.exact(format == .json || options.json ? table.json : table.csv)
    }
}

/// The format in which figures are printed.
enum ResultsExportFormat: String, ExpressibleByArgument, CaseIterable {
    case csv, json
}

struct ResultsReportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Write a report on an experiment, as one HTML file or as Markdown.",
        discussion: """
            The report has what was declared, who came, each metric with its interval, the results over time, and how \
            to compute them again. The HTML file has all its pictures in it and needs no network. Markdown is for a \
            pull request or a chat.

            Without --output, the report is printed. With it, a name that ends in .md or .markdown means Markdown.
            """)
    static let examples = [
        CommandExample("experiments results report paywall --output paywall.html", "Write a page for a browser"),
        CommandExample("experiments results report paywall --format markdown", "Print text for a pull request"),
    ]

    @Argument(help: ArgumentHelp("The experiment.", valueName: "name")) var name: String

    @Option(help: "What is written: html or markdown; html by default.") var format: ResultsReportFormat?

    @Option(
        help: ArgumentHelp("Write to a file, in place of one that is there.", valueName: "file"),
        completion: .file(extensions: ["html", "md"]))
    var output: String?

    @OptionGroup var time: ResultsTime

    @Flag(help: "Report on one of the demo's experiments.") var demo = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !options.json else {
            throw ValidationError("--json is for 'results show' and 'results export'; --format is html or markdown")
        }
    }

    func run() throws {
        let reading = try ResultsReading(demo: demo, options.settings, at: time.date)
        for standing in try reading.standings(named: name) {
            let report = ExperimentReport(standing, by: "experiments \(Version.text)")
            let text: String
            switch format ?? ResultsReportFormat(path: output) {
            case .html: text = HTMLReport(report).text
            case .markdown: text = MarkdownReport(report).text
            }
            guard let output else { return try StandardOutput.exact(text) }
            try AtomicFile.write(Array(text.utf8), to: output)
        }
    }
}

enum ResultsReportFormat: String, ExpressibleByArgument, CaseIterable {
    case html, markdown

    /// The format that the name of a file means; HTML if it means none.
    init(path: String?) {
        let path = path?.lowercased() ?? ""
        self = path.hasSuffix(".md") || path.hasSuffix(".markdown") ? .markdown : .html
    }
}
