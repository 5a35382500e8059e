import ArgumentParser
import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator

/// Prints the figures of results as a table for other programs.
struct ResultsExportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print the figures of each metric and group, as CSV or JSON.",
        discussion: """
            A row for each experiment, metric and treatment, with numbers as they are computed, for spreadsheets and \
            notebooks. What is unbounded or unknown is left empty.
            """)
    static let examples = [
        CommandExample("experiments results export > results.csv", "Take all figures to a spreadsheet"),
        CommandExample("experiments results export paywall --format json", "Tell another program those of one"),
    ]

    @Argument(help: ArgumentHelp("The experiment; all of them without.", valueName: "name")) var name: String?

    @Option(help: "What is printed: csv or json.") var format = ResultsExportFormat.csv

    @OptionGroup var time: ResultsTime

    @Flag(help: "Export the demo's experiments.") var demo = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let reading = try ResultsReading(demo: demo, options.settings, at: time.date)
        let table = ExportTable(try reading.standings(named: name))
        try StandardOutput.exact(format == .json || options.json ? table.json : table.csv)
    }
}

/// The format in which figures are printed.
enum ResultsExportFormat: String, ExpressibleByArgument, CaseIterable {
    case csv, json
}

extension ExportTable {
    /// The figures of experiments.
    init(_ standings: [ExperimentStanding]) {
        let columns = [
            "experiment", "metric", "kind", "role", "control", "treatment", "control_users", "treatment_users",
            "control_mean", "treatment_mean", "difference", "difference_lower", "difference_upper", "lift",
            "lift_lower", "lift_upper", "p_value", "chance_to_win", "verdict", "experiment_verdict",
        ]
        let rows = standings.flatMap { standing in
            standing.result.metrics.flatMap { metric in
                metric.treatments.map { Self.row(standing, metric, $0) }
            }
        }
        self.init(columns: columns, rows: rows)
    }

    private static func row(
        _ standing: ExperimentStanding, _ metric: MetricResult, _ treatment: TreatmentResult
    ) -> [String?] {
        let design = standing.plan.design
        let (control, declared) = (design.control, design.metrics[metric.metric])
        func number(_ value: Double?) -> String? {
            value.flatMap { $0.isFinite ? NumberText.text(of: $0) : nil }
        }
        let means = metric.means(of: treatment, design)
        func users(_ group: Int) -> String { String(standing.groups[group].users) }
        return [
            standing.name, declared.name, declared.kind.rawValue, declared.role.rawValue, design.groups[control],
            design.groups[treatment.group], users(control), users(treatment.group),
            number(means.control), number(means.treatment), number(treatment.comparison?.difference.value),
            number(treatment.difference.lower),
            number(treatment.difference.upper), number(treatment.comparison?.lift?.value),
            number(treatment.lift.lower), number(treatment.lift.upper), number(treatment.pValue),
            number(treatment.chanceToWin), treatment.verdict.word.rawValue, standing.verdict.word.rawValue,
        ]
    }
}
