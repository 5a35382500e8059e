import ExperimentEvents
import ExperimentStatistics
import ExperimentsCore
import Foundation

extension ExperimentReport {
    /// The sums from which everything follows, the formulas, and the commands.
    static func recomputing(_ standing: ExperimentStanding) -> ReportSection {
        let design = standing.plan.design
        let table = sums(standing)
        let alpha = NumberText.text(of: design.alpha)
        let tuning = NumberText.text(of: design.tuning)
        return ReportSection(
            title: "How to compute it again",
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
                        + "N* = \(tuning), N users in both groups, ρ² = (-2 ln α + ln(1 - 2 ln α))/N* and q = N ρ², the "
                        + "half width of the interval at one look is the standard error times "
                        + "√(2 (q + 1)/q · ln(√(q + 1)/α)). What is possible is the intersection over all looks."),
                .commands(commands(standing)),
            ])
    }

    /// The sums of each metric, group and phase, without columns in which all are 0.
    private static func sums(_ standing: ExperimentStanding) -> ReportTable {
        let design = standing.plan.design
        var names: [[String]] = []
        var sums: [[Double]] = []
        for (metric, declared) in design.metrics.enumerated() {
            for (group, name) in design.groups.enumerated() {
                for (phase, totals) in standing.data.totalsByPhase(metric, group).enumerated() where totals.units > 0 {
                    names.append([
                        declared.name, name, "\(phase + 1)", "\(totals.units)", "\(totals.unitsWithValue)",
                    ])
                    let parts = [
                        totals.sum, totals.sumSquares, totals.denominator.sum, totals.denominator.sumSquares,
                        totals.denominator.productSum, totals.past.sum, totals.past.sumSquares, totals.past.productSum,
                    ]
                    sums.append(parts.map(\.value))
                }
            }
        }
        let titles = ["Σy", "Σy²", "Σd", "Σd²", "Σyd", "Σx", "Σx²", "Σxy"]
        let shown = titles.indices.filter { column in sums.contains { $0[column] != 0 } }
        let columns = [("Metric", false), ("Group", false), ("Phase", true), ("n", true), ("n with a value", true)]
        return ReportTable(
            caption: "Sums over the users of each group, by phase of the split",
            columns: columns + shown.map { (titles[$0], true) },
            rows: zip(names, sums).map { names, sums in
                (names + shown.map { NumberText.text(of: sums[$0]) }).map { .text($0) }
            })
    }

    private static func commands(_ standing: ExperimentStanding) -> [String] {
        let name = shellWord(standing.name)
        let time = RFC3339.text(of: standing.date)
        return [
            "experiments events verify",
            "experiments results show \(name) --at \(time)",
            "experiments results export \(name) --at \(time) --format json",
            "experiments results report \(name) --at \(time) --output report.html",
        ]
    }

    /// A word that a shell reads as this text.
    private static func shellWord(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
        guard !isPlain else { return text }
        let quoted = text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined()
        return "'\(quoted)'"
    }
}
