import ExperimentResults
import ExperimentStatistics
import ExperimentsTerminalUI

extension ExperimentStanding {
    /// Returns the verdicts on experiments, one on each line.
    static func verdicts(_ standings: [ExperimentStanding], _ settings: Settings) -> StyledText {
        // The reason explains the row, so it is never cut. On a narrow terminal it is below.
        let table = Table(
            [
                "EXPERIMENT": 40, "VERDICT": 26, "HEALTH": 12, "USERS": 12, "DAYS": 6, "GROUPS": 60,
                "WHY": 400,
            ], foldingLast: 2, of: standings
        ) { standing in
            let groups = standing.groups.map { "\($0.name) \(FigureText.grouped($0.users))" }.joined(
                separator: ", ")
            return [
                .init(standing.name, .bold), .init(standing.headline.shortText, standing.ink),
                .init(standing.health.text, standing.health == .ok ? .green : .yellow),
                .init(FigureText.grouped(standing.users)),
                .init(FigureText.grouped(Int(standing.days.rounded(.down)))),
                .init(groups), .init(standing.headline.why),
            ]
        }
        return table.text(PlainText(settings))
    }

    /// Returns the whole experiment as tables.
    ///
    /// - Parameter byDay: whether to show the effect by the day of first exposure.
    func tables(byDay: Bool, _ settings: Settings) -> StyledText {
        let style = PlainText(settings)
        let width = Console.columns
        var head: [StyledText] = [
            style.shown(name, ink: .bold) + "  " + style.shown(headline.shortText, ink: ink)
        ]
        func sentences(_ texts: [String], _ ink: Ink) -> [StyledText] {
            texts.flatMap { DisplayText($0).wrapped(to: width ?? .max) }.map { style.shown($0, ink: ink) }
        }
        if !openPoints.isEmpty { head += sentences(openPoints.map { "but \($0)" }, .yellow) }
        head += sentences(reasons + headline.others, .plain)
        head += sentences(["Advice: \(advice)"], .bold)
        head += sentences(remarks.filter { !openPoints.contains($0) }, .yellow)
        let text = head.joined(separator: "\n") + "\n\n"
        let parts = [
            text, groupTable.text(style, width: width), "\n",
            metricTable.text(style, width: width), notes(style), adjustments(style),
            singleLook(style, width: width),
            byDay ? cohorts(style, width: width) : "",
        ]
        return parts.joined(separator: "")
    }

    /// Returns the effect of each goal by the day of first exposure, in up to ten spans of days.
    private func cohorts(_ style: PlainText, width: Int?) -> StyledText {
        var table = Table([
            "METRIC": 40, "GROUP": 30, "FROM": 10, "DAYS": 5, "USERS": 12, "EFFECT": 12, "INTERVAL": 26,
        ])
        let design = plan.design
        for metric in result.metrics where design.metrics[metric.metric].role == .goal {
            for treatment in metric.treatments {
                guard let course = exposureCourse(of: metric.metric, treatment.group) else { continue }
                for point in course.points {
                    let range = EffectRange(seen: point.seen, possible: point.interval, unit: course.unit)
                    table.append([
                        .init(design.metrics[metric.metric].name, .bold),
                        .init(design.groups[treatment.group]),
                        .init("\(point.date)"), .init("\(point.days)"),
                        .init(FigureText.grouped(point.users)),
                        .init(range.seenText), .init(range.rangeText ?? "-"),
                    ])
                }
            }
        }
        let title = style.shown("By day of first exposure (intervals are valid for a single look)", ink: .dim)
        return "\n" + title + "\n" + table.text(style, width: width)
    }

    private func adjustments(_ style: PlainText) -> StyledText {
        let words = lines.compactMap { line in
            line.adjustment.map { "\(line.metric.name), \(line.group): \($0)" }
        }
        return words.isEmpty
            ? "" : "\n" + words.map { style.shown($0, ink: .dim) + "\n" }.joined(separator: "")
    }

    /// Returns the notes about metrics that are not above as open points; empty if there are none.
    private func notes(_ style: PlainText) -> StyledText {
        let words = lines.flatMap { line in
            closedNotes(of: line).map { "\(line.metric.name), \(line.group): \($0)" }
        }
        return words.isEmpty
            ? "" : "\n" + words.map { style.shown($0, ink: .yellow) + "\n" }.joined(separator: "")
    }

    /// Returns Welch's test for experiments that were planned for a single look; empty if there is none.
    private func singleLook(_ style: PlainText, width: Int?) -> StyledText {
        let looks = lines.compactMap { line in line.singleLook.map { (line, $0) } }
        guard !looks.isEmpty else { return "" }
        let columns: KeyValuePairs = [
            "METRIC": 40, "GROUP": 30, "EFFECT": 12, "INTERVAL": 26, "LEVEL": 8, "P": 8,
        ]
        let table = Table(columns, of: looks) { line, test in
            [
                .init(line.metric.name, .bold), .init(line.group), .init(test.effect), .init(test.interval),
                .init(test.level), .init(test.pValue),
            ]
        }
        let title = style.shown("Single look (Welch's test), valid only at the end", ink: .dim)
        return "\n" + title + "\n" + table.text(style, width: width)
    }

    private var groupTable: Table {
        Table(
            ["GROUP": 40, "USERS": 12, "EXPECTED": 12, "SHARE": 8, "INTENDED": 8, "SIMULATED": 9], of: groups
        ) { group in
            [
                .init(group.title), .init(FigureText.grouped(group.users)),
                .init(FigureText.grouped(Int(nearest: group.expected))),
                .init(group.seenShare.map(FigureText.precisePercent) ?? "-"),
                .init(FigureText.precisePercent(group.expectedShare ?? group.intendedShare)),
                .init(group.simulatedShare.map(FigureText.precisePercent) ?? "-"),
            ]
        }
    }

    private var metricTable: Table {
        Table(
            [
                "METRIC": 40, "ROLE": 9, "GROUP": 30, "CONTROL": 12, "TREATMENT": 12, "EFFECT": 12,
                "POSSIBLE": 26,
                "WINS": 8, "VERDICT": 26,
            ], foldingLast: 1, of: lines
        ) { line in
            [
                .init(line.metric.name, .bold), .init(line.metric.role.rawValue, .dim), .init(line.group),
                .init(line.control ?? "-"), .init(line.treatment ?? "-"),
                .init(line.effect?.seenText ?? "-"), .init(line.effect?.rangeText ?? "-"),
                .init(line.chanceToWin ?? "-", .dim), .init(line.verdict.word.text, line.verdict.word.ink),
            ]
        }
    }
}
