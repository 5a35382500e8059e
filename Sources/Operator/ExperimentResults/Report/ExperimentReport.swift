import ExperimentEvents
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation

/// A report on an experiment for people who have only the report: the declaration, the users, the results of the
/// groups, and how to compute them again. It is written as HTML or Markdown.
package struct ExperimentReport: Sendable {
    /// The name of the experiment.
    package let title: String
    /// The number of users, and the time since the start.
    package let subtitle: String
    /// The verdict.
    package let verdict: VerdictWord
    /// The verdict in one sentence, as everywhere.
    package let headline: String
    /// The reasons for the verdict, the verdicts on other groups and the advice, in sentences.
    package let reasons: [String]
    /// Warnings to read before the figures, in sentences.
    package let warnings: [String]
    /// The sections with their headings.
    package let sections: [ReportSection]
    /// The time of writing, and the program.
    package let footer: String

    /// - Parameter program: the name and version of the program that writes it.
    package init(_ standing: ExperimentStanding, by program: String) {
        title = standing.name
        subtitle =
            "\(FigureText.count(standing.users, "user")), \(FigureText.count(Int(nearest: standing.days.rounded(.down)), "day"))"
        verdict = standing.verdict.word
        headline = standing.headline.text
        reasons = standing.reasons + standing.headline.others + ["Advice: \(standing.advice)."]
        let open = standing.openPoints
        warnings = open.map { "But \($0)" } + standing.remarks.filter { !open.contains($0) }
        sections = [
            Self.declared(standing), Self.users(standing), Self.metrics(standing), Self.courses(standing),
            Self.singleLook(standing), Self.cohorts(standing), Self.recomputing(standing),
        ].compactMap(\.self)
        footer = "As of \(RFC3339.text(of: standing.date)), by \(program)."
    }

    /// Returns the declaration, as made before any results.
    private static func declared(_ standing: ExperimentStanding) -> ReportSection {
        let (plan, experiment) = (standing.plan, standing.plan.experiment)
        let design = plan.design
        var facts: [(name: String, value: String)] = []
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { facts.append((name, value)) }
        }
        add("Hypothesis", experiment.hypothesis)
        add("Owner", experiment.owner)
        add("Key", experiment.key)
        add("Flag", experiment.flag)
        add("Groups", standing.groups.map(\.title).joined(separator: ", "))
        add(
            "Split",
            plan.phases.map { phase in
                let total = phase.weights.reduce(0, +)
                let shares = phase.weights.map { FigureText.percent(total > 0 ? $0 / total : 0) }.joined(
                    separator: " : ")
                return phase.from.map { "\(shares) from \(timeText($0))" } ?? shares
            }.joined(separator: ", "))
        add("Start", plan.start.map(timeText))
        add("End", plan.lastDay.map { "\($0)" })
        add("Chance of a false verdict", FigureText.percent(design.alpha))
        add("Expected users", FigureText.grouped(Int(nearest: design.tuning)))
        let rows = zip(design.metrics, plan.metrics).map { judged, metric -> [ReportTable.Cell] in
            [
                .text(judged.name), .text(judged.role.rawValue), .text(judged.kind.rawValue),
                .text(metric.eventText),
                .text(judged.direction == .up ? "more" : "less"), .text(metric.windowText),
                .text(standing.capText(of: judged) ?? "none"),
                .text(judged.role == .guardrail ? judged.margin.text : judged.leastEffect?.text ?? "none"),
            ]
        }
        let table = ReportTable(
            caption: "Metrics as declared",
            columns: [
                "Metric", "Role", "Kind", "Event", "Better", "Window", "Cap", "Least effect or margin",
            ].map { ($0, false) }, rows: rows)
        return ReportSection(title: "Declared experiment", blocks: [.facts(facts), .table(table)])
    }

    /// Returns the users, and whether the split was as intended.
    private static func users(_ standing: ExperimentStanding) -> ReportSection {
        let rows = standing.groups.map { group -> [ReportTable.Cell] in
            [
                .text(group.title), .text(FigureText.grouped(group.users)),
                .text(FigureText.grouped(Int(nearest: group.expected))),
                .text(group.seenShare.map(FigureText.precisePercent) ?? "-"),
                .text(FigureText.precisePercent(group.intendedShare)),
            ]
        }
        let table = ReportTable(
            caption: "Users of each group",
            columns: [
                ("Group", false), ("Users", true), ("Expected", true), ("Share", true),
                ("Intended now", true),
            ], rows: rows)
        let split = standing.result.split
        var words =
            split.isMismatch()
            ? "The users were not split as intended, so the groups cannot be compared."
            : "The users were split as intended."
        if let p = split.pValue {
            words += " Chi-square test of the split, for a single look: p \(pText(p))."
        }
        let mixed = standing.result.mixed
        if mixed.count > 0 {
            words += " \(FigureText.count(mixed.count, "user")) were in several groups and are not counted."
        }
        var blocks: [ReportBlock] = [.table(table), split.isMismatch() ? .warning(words) : .text(words)]
        let days = standing.usersByDay
        if days.contains(where: { $0 > 0 }) {
            let last =
                standing.plan.lastDay.map { min($0, EventDay(of: standing.date)) }
                ?? EventDay(of: standing.date)
            blocks.append(
                .chart(
                    .usersByDay(
                        days, from: last.advanced(by: 1 - days.count), caption: "New users on each day, UTC"))
            )
        }
        return ReportSection(title: "Users", blocks: blocks)
    }

    /// Returns a time, as a day if it is the beginning of one.
    static func timeText(_ date: Date) -> String {
        let day = EventDay(of: date)
        return day.start == date ? "\(day)" : RFC3339.text(of: date)
    }

    /// Returns `= 0.012` or `< 0.001`.
    static func pText(_ p: Double) -> String { p < 0.001 ? "< 0.001" : "= \(FigureText.plain(p))" }

    /// Returns the sums that everything follows from, the formulas, and the commands.
    static func recomputing(_ standing: ExperimentStanding) -> ReportSection {
        let design = standing.plan.design
        let table = sums(standing)
        let alpha = NumberText.text(of: design.alpha)
        let tuning = NumberText.text(of: design.tuning)
        return ReportSection(
            title: "How to reproduce the results",
            blocks: [
                .text(
                    "y is a user's value after the cap, d the denominator of a ratio or a mean, and x the value in the 14 "
                        + "days before the first exposure. Users who did nothing count in n."),
                .table(table),
                .text(
                    "Mean: Σy/n, for ratios and means Σy/Σd. Difference: the treatment's mean minus control's, after "
                        + "subtracting θ x from each value, with θ = Cov(x, y)/Var(x) over both groups, within each phase in which "
                        + "both groups had a weight. A phase counts by n₁ n₂/(n₁ + n₂). For what decides, the variance of the "
                        + "difference is at least the one in which each group has the variance of both together. With α = \(alpha), "
                        + "N* = \(tuning), N = 4 n₁ n₂/(n₁ + n₂), ρ² = (-2 ln α + ln(1 - 2 ln α))/N* and q = N ρ², the "
                        + "half width of the interval at one look is the standard error times "
                        + "√(2 (q + 1)/q · ln(√(q + 1)/α)). What is possible is the intersection over all looks; for a "
                        + "guardrail, and after a change of the effect, it is the interval of this look."),
                .commands(commands(standing)),
            ])
    }

    /// Returns the sums of each metric, group and phase, without columns in which all are 0.
    private static func sums(_ standing: ExperimentStanding) -> ReportTable {
        let design = standing.plan.design
        var names: [[String]] = []
        var sums: [[Double]] = []
        for (metric, declared) in design.metrics.enumerated() {
            for (group, name) in design.groups.enumerated() {
                for (phase, totals) in standing.data.totalsByPhase(metric, group).enumerated()
                where totals.units > 0 {
                    names.append([
                        declared.name, name, "\(phase + 1)", "\(totals.units)", "\(totals.unitsWithValue)",
                    ])
                    let parts = [
                        totals.sum, totals.sumSquares, totals.denominator.sum, totals.denominator.sumSquares,
                        totals.denominator.productSum, totals.past.sum, totals.past.sumSquares,
                        totals.past.productSum,
                    ]
                    sums.append(parts.map(\.value))
                }
            }
        }
        let titles = ["Σy", "Σy²", "Σd", "Σd²", "Σyd", "Σx", "Σx²", "Σxy"]
        let shown = titles.indices.filter { column in sums.contains { $0[column] != 0 } }
        let columns = [
            ("Metric", false), ("Group", false), ("Phase", true), ("n", true), ("n with a value", true),
        ]
        return ReportTable(
            caption: "Sums over the users of each group, by phase of the split",
            columns: columns + shown.map { (titles[$0], true) },
            rows: zip(names, sums).map { names, sums in
                (names + shown.map { NumberText.text(of: sums[$0]) }).map { .text($0) }
            })
    }

    private static func commands(_ standing: ExperimentStanding) -> [String] {
        let name = ShellWord.quoted(standing.name)
        let time = RFC3339.text(of: standing.date)
        return [
            "experiments events verify",
            "experiments results show \(name) --at \(time)",
            "experiments results export \(name) --at \(time) --format json",
            "experiments results report \(name) --at \(time) --output report.html",
        ]
    }
}
