import ArgumentParser
import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator

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
