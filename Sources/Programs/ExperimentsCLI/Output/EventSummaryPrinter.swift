import ExperimentEvents
import ExperimentsCore
import TerminalUI

/// Prints a summary of events, for people.
struct EventSummaryPrinter {
    private let style: PlainText

    init(_ settings: Settings) { style = PlainText(settings) }

    func print(_ summary: EventSummary) throws {
        var experiments = Table(["EXPERIMENT": 40, "USERS": 12, "MIXED": 12, "DECLARED": 8])
        for experiment in summary.experiments {
            experiments.append([
                .init(experiment.name), .init("\(experiment.users)"),
                .init("\(experiment.mixed)", experiment.mixed == 0 ? .dim : .yellow),
                experiment.isDeclared ? .init("yes", .dim) : .init("no", .yellow),
            ])
        }
        if summary.experiments.isEmpty {
            try StandardOutput.line(style.shown("no exposures yet"))
        } else {
            try experiments.print(style)
        }
        try StandardOutput.line("")
        try print(summary.counts)
    }

    /// A line for each outcome.
    func print(_ counts: EventCounts) throws {
        guard counts.all > 0 else { return try StandardOutput.line(style.shown("no events")) }
        var table = Table(["EVENTS": 12, "OUTCOME": 16, "MEANING": 90])
        for (outcome, count) in counts.listed {
            table.append([
                .init("\(count)"), .init(outcome.rawValue, outcome.isRefusal ? .red : .plain),
                .init(outcome.meaning, .dim),
            ])
        }
        try table.print(style)
    }
}
