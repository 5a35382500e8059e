import ExperimentResults
import ExperimentStatistics
import ExperimentsCore

/// The verdict on each experiment, a line each.
struct VerdictTable {
    /// The table, each line ended by a line feed.
    let text: StyledText

    init(_ standings: [ExperimentStanding], _ settings: Settings) {
        // The reason explains the row, so it is never cut: on a narrow terminal it stands below.
        var table = Table(
            [
                .init(title: "EXPERIMENT", limit: 40), .init(title: "VERDICT", limit: 26),
                .init(title: "HEALTH", limit: 12), .init(title: "USERS", limit: 12), .init(title: "DAYS", limit: 6),
                .init(title: "GROUPS", limit: 60), .init(title: "WHY", limit: 400),
            ], foldingLast: 2)
        for standing in standings {
            let users = standing.groups.reduce(0) { $0.clampedSum($1.users) }
            let groups = standing.groups.map { "\($0.name) \(FigureText.grouped($0.users))" }.joined(separator: ", ")
            table.append([
                .init(standing.name, .bold), .init(standing.verdict.word.text, standing.verdict.word.ink),
                .init(standing.health.text, standing.health == .ok ? .green : .yellow),
                .init(FigureText.grouped(users)), .init(FigureText.grouped(Int(standing.days.rounded(.down)))),
                .init(groups), .init(standing.reasons.first ?? ""),
            ])
        }
        text = table.text(PlainText(settings), width: Console.columns)
    }
}

/// All of one experiment, as tables.
struct StandingTables {
    /// The tables, each line ended by a line feed.
    let text: StyledText

    /// - Parameter byDay: whether to show the effect by the day of first exposure.
    init(_ standing: ExperimentStanding, byDay: Bool = false, _ settings: Settings) {
        let style = PlainText(settings)
        let width = Console.columns
        var lines: [StyledText] = [
            style.shown(standing.name, ink: .bold) + "  "
                + style.shown(standing.verdict.word.text, ink: standing.verdict.word.ink)
        ]
        lines += standing.reasons.map { style.shown($0) }
        lines += standing.strangerWords.map { style.shown($0, ink: .yellow) }
        lines += standing.remarks.map { style.shown($0, ink: .yellow) }
        let head = lines.joined(separator: "\n") + "\n\n"
        let parts = [
            head, Self.groups(standing).text(style, width: width), "\n",
            Self.metrics(standing).text(style, width: width), Self.adjustments(standing, style),
            Self.singleLook(standing, style, width: width),
            byDay ? Self.cohorts(standing, style, width: width) : "",
        ]
        text = parts.joined(separator: "")
    }

    /// The effect of each goal by the day of first exposure, in up to ten spans of days.
    private static func cohorts(_ standing: ExperimentStanding, _ style: PlainText, width: Int?) -> StyledText {
        var table = Table([
            .init(title: "METRIC", limit: 40), .init(title: "GROUP", limit: 30), .init(title: "FROM", limit: 10),
            .init(title: "DAYS", limit: 5), .init(title: "USERS", limit: 12), .init(title: "EFFECT", limit: 12),
            .init(title: "INTERVAL", limit: 26),
        ])
        let design = standing.plan.design
        for metric in standing.result.metrics where design.metrics[metric.metric].role == .goal {
            for treatment in metric.treatments {
                guard let course = standing.exposureCourse(of: metric.metric, treatment.group) else { continue }
                for point in course.points {
                    let range = EffectRange(seen: point.seen, possible: point.interval, unit: course.unit)
                    table.append([
                        .init(design.metrics[metric.metric].name, .bold), .init(design.groups[treatment.group]),
                        .init("\(point.date)"), .init("\(point.days)"), .init(FigureText.grouped(point.users)),
                        .init(range.seenText), .init(range.rangeText ?? "-"),
                    ])
                }
            }
        }
        let title = style.shown("By day of first exposure; each interval is that of a single look", ink: .dim)
        return "\n" + title + "\n" + table.text(style, width: width)
    }

    private static func adjustments(_ standing: ExperimentStanding, _ style: PlainText) -> StyledText {
        let words = standing.lines.compactMap { line in
            line.adjustment.map { "\(line.metric.name), \(line.group): \($0)" }
        }
        return words.isEmpty ? "" : "\n" + words.map { style.shown($0, ink: .dim) + "\n" }.joined(separator: "")
    }

    /// Welch's test, for experiments that were planned for a single look; nothing where there is none.
    private static func singleLook(
        _ standing: ExperimentStanding, _ style: PlainText, width: Int?
    ) -> StyledText {
        var table = Table([
            .init(title: "METRIC", limit: 40), .init(title: "GROUP", limit: 30), .init(title: "EFFECT", limit: 12),
            .init(title: "INTERVAL", limit: 26), .init(title: "LEVEL", limit: 8), .init(title: "P", limit: 8),
        ])
        let lines = standing.lines.compactMap { line in line.singleLook.map { (line, $0) } }
        guard !lines.isEmpty else { return "" }
        for (line, test) in lines {
            table.append([
                .init(line.metric.name, .bold), .init(line.group), .init(test.effect), .init(test.interval),
                .init(test.level), .init(test.pValue),
            ])
        }
        let title = style.shown("For a single look (Welch's test): valid only at the end", ink: .dim)
        return "\n" + title + "\n" + table.text(style, width: width)
    }

    private static func groups(_ standing: ExperimentStanding) -> Table {
        var table = Table([
            .init(title: "GROUP", limit: 40), .init(title: "USERS", limit: 12), .init(title: "EXPECTED", limit: 12),
            .init(title: "SHARE", limit: 8), .init(title: "INTENDED", limit: 8), .init(title: "SIMULATED", limit: 9),
        ])
        for group in standing.groups {
            table.append([
                .init(group.title), .init(FigureText.grouped(group.users)),
                .init(FigureText.grouped(Int(nearest: group.expected))),
                .init(group.seenShare.map(FigureText.precisePercent) ?? "-"),
                .init(FigureText.precisePercent(group.expectedShare ?? group.intendedShare)),
                .init(group.simulatedShare.map(FigureText.precisePercent) ?? "-"),
            ])
        }
        return table
    }

    private static func metrics(_ standing: ExperimentStanding) -> Table {
        var table = Table(
            [
                .init(title: "METRIC", limit: 40), .init(title: "ROLE", limit: 9), .init(title: "GROUP", limit: 30),
                .init(title: "CONTROL", limit: 12), .init(title: "TREATMENT", limit: 12),
                .init(title: "EFFECT", limit: 12), .init(title: "POSSIBLE", limit: 26),
                .init(title: "WINS", limit: 8), .init(title: "VERDICT", limit: 26),
            ], foldingLast: 1)
        for line in standing.lines {
            table.append([
                .init(line.metric.name, .bold), .init(line.metric.role.rawValue, .dim), .init(line.group),
                .init(line.control ?? "-"), .init(line.treatment ?? "-"),
                .init(line.effect?.seenText ?? "-"), .init(line.effect?.rangeText ?? "-"),
                .init(line.chanceToWin ?? "-", .dim), .init(line.verdict.word.text, line.verdict.word.ink),
            ])
        }
        return table
    }
}
