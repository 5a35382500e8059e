import ExperimentResults
import ExperimentStatistics
import ExperimentsCore

/// The verdict on each experiment, a line each.
struct VerdictTable {
    /// The table, each line ended by a line feed.
    let text: StyledText

    init(_ standings: [ExperimentStanding], _ settings: Settings) {
        var table = Table([
            .init(title: "EXPERIMENT", limit: 40), .init(title: "VERDICT", limit: 26),
            .init(title: "HEALTH", limit: 12), .init(title: "USERS", limit: 12), .init(title: "DAYS", limit: 6),
            .init(title: "GROUPS", limit: 60), .init(title: "WHY", limit: 200),
        ])
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

    init(_ standing: ExperimentStanding, _ settings: Settings) {
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
        text =
            head + Self.groups(standing).text(style, width: width) + "\n"
            + Self.metrics(standing).text(style, width: width)
    }

    private static func groups(_ standing: ExperimentStanding) -> Table {
        var table = Table([
            .init(title: "GROUP", limit: 40), .init(title: "USERS", limit: 12), .init(title: "EXPECTED", limit: 12),
            .init(title: "SHARE", limit: 8), .init(title: "INTENDED", limit: 8), .init(title: "SIMULATED", limit: 9),
        ])
        for group in standing.groups {
            table.append([
                .init(group.isControl ? "\(group.name) (control)" : group.name), .init(FigureText.grouped(group.users)),
                .init(FigureText.plain(group.expected.rounded())),
                .init(group.seenShare.map(FigureText.precisePercent) ?? "-"),
                .init(FigureText.precisePercent(group.expectedShare ?? group.intendedShare)),
                .init(group.simulatedShare.map(FigureText.precisePercent) ?? "-"),
            ])
        }
        return table
    }

    private static func metrics(_ standing: ExperimentStanding) -> Table {
        var table = Table([
            .init(title: "METRIC", limit: 40), .init(title: "ROLE", limit: 9), .init(title: "GROUP", limit: 30),
            .init(title: "CONTROL", limit: 12), .init(title: "TREATMENT", limit: 12),
            .init(title: "EFFECT", limit: 12), .init(title: "POSSIBLE", limit: 26),
            .init(title: "WINS", limit: 8), .init(title: "VERDICT", limit: 26),
        ])
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
