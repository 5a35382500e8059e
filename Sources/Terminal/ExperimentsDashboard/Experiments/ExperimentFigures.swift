import ExperimentResults
import ExperimentStatistics
import ExperimentsOperator
import ExperimentsTerminalUI

/// The figures of an experiment as lines: its groups, its metrics, and how its interval narrowed.
struct ExperimentFigures {
    let standing: ExperimentStanding

    init(_ standing: ExperimentStanding) { self.standing = standing }

    /// The names of control and of the only treatment; nil if there are several treatments.
    private var control: String { standing.groups.first(where: \.isControl)?.name ?? "control" }
    private var treatments: [String] { standing.groups.filter { !$0.isControl }.map(\.name) }
}

// The groups.
extension ExperimentFigures {
    /// Returns each group with its users, and a bar against the intended share.
    ///
    /// - Parameter showsSplit: whether to show that the users were divided as intended.
    func groups(width: Int, showsSplit: Bool = true) -> [[Span]] {
        let groups = standing.groups
        guard !groups.isEmpty else { return [] }
        let largest = groups.reduce(1) { max($0, Double($1.users), $1.expected) }
        var columns = [
            SpanTable.Column("group", priority: 9, least: 20, groups.map { Span($0.title, .group) }),
            SpanTable.Column(
                "users", priority: 8, isNumber: true, groups.map { Span(CountText.grouped($0.users), .value) }
            ),
            SpanTable.Column(
                "share", priority: 7, isNumber: true,
                groups.map { Span($0.seenShare.map(FigureText.precisePercent) ?? "none", .text) }),
            SpanTable.Column(
                "expected", priority: 6, isNumber: true,
                groups.map { Span(FigureText.percent($0.expectedShare ?? $0.intendedShare), .dim) }),
        ]
        if groups.contains(where: { $0.simulatedShare != nil }) {
            columns.append(
                SpanTable.Column(
                    "simulated", priority: 4, isNumber: true,
                    groups.map { Span($0.simulatedShare.map(FigureText.percent) ?? "", .dim) }))
        }
        let bars = groups.map { group -> SpanTable.Cell in
            {
                Span.shareBar(
                    Double(group.users), meant: group.expected, largest: largest, columns: min($0, 30))
            }
        }
        columns.append(SpanTable.Column(.init("", 9...31, priority: 3), heading: { _ in [] }, cells: bars))
        return SpanTable(columns).lines(width: width) + (showsSplit ? [split].compactMap(\.self) : [])
    }

    /// Whether users were divided as planned.
    private var split: [Span]? {
        guard let p = standing.result.split.pValue, standing.groups.contains(where: { $0.users > 0 }) else {
            return nil
        }
        let chance = p < 0.001 ? "p < 0.001" : "p = \(FigureText.plain(p))"
        return standing.health == .mismatch
            ? [Span("split not as expected, \(chance)", .warning)] : [Span("split ok, \(chance)", .dim)]
    }

    /// The number of new users on each of the last days.
    func usersByDay(width: Int) -> [Span] {
        let today = "  " + CountText.grouped(standing.usersToday) + " today"
        let bars = Span.sparkline(standing.usersByDay.map(Double.init), columns: max(0, width - today.count))
        return bars + [Span(today, .age)]
    }
}

// The metrics.
extension ExperimentFigures {
    /// How to get results.
    static let declaring = [
        "To start one, declare it under experiments: in the project file, and its metrics under metrics:.",
        "Then `:serve` receives events from apps; `experiments events import` reads them from files.",
    ]

    /// The title of the comparison: `Metrics: semantic against classic`.
    var metricsTitle: String {
        treatments.count == 1 ? "Metrics: \(treatments[0]) against \(control)" : "Metrics: against \(control)"
    }

    /// Returns each metric of each treatment, the intervals on a common axis, and notes about them.
    func metrics(width: Int) -> [[Span]] {
        let lines = standing.lines
        guard !lines.isEmpty else { return [] }
        let only = treatments.count == 1 ? treatments[0] : nil
        var columns = [
            SpanTable.Column("metric", priority: 10, least: 15, lines.map { Span($0.metric.name, .title) })
        ]
        if only == nil {
            columns.append(
                SpanTable.Column("group", priority: 9, least: 6, lines.map { Span($0.group, .group) }))
        }
        columns.append(
            SpanTable.Column("role", priority: 3, lines.map { Span($0.metric.role.rawValue, .dim) }))
        if lines.contains(where: { $0.control != nil || $0.treatment != nil }) {
            columns.append(means(lines, only: only, width: width))
        }
        if lines.contains(where: { $0.effect != nil }) {
            columns += [
                SpanTable.Column(
                    "effect", priority: 9, isNumber: true,
                    lines.map { Span($0.effect?.seenText ?? "", $0.verdict.word.role) }),
                SpanTable.Column(
                    "interval", priority: 5, lines.map { Span($0.effect?.rangeText ?? "", .dim) }),
                intervals(lines),
            ]
        }
        columns.append(
            SpanTable.Column(
                "verdict", priority: 11, lines.map { Span($0.verdict.word.short, $0.verdict.word.role) }))
        return SpanTable(columns).lines(width: width) + notes(lines, width: width)
    }

    /// Returns the means of control and of the treatment: `12.7% → 12.2%`.
    ///
    /// - Parameter width: the width of the table. The names of the groups get at most a quarter of it.
    private func means(_ lines: [MetricLine], only: String?, width: Int) -> SpanTable.Column {
        let cells = lines.map { Span("\($0.control ?? "none") → \($0.treatment ?? "none")", .value) }
        let names = [control, only ?? "group"].map { DisplayText($0) }
        let whole = names.reduce(3) { $0 + $1.width }
        let room = max(min(max(20, width / 4), whole), cells.map(\.width).max() ?? 0) - 3
        let left = min(names[0].width, max(room / 2, room - names[1].width))
        let title = names[0].truncated(to: left) + " → " + names[1].truncated(to: room - left)
        return SpanTable.Column(title, priority: 6, cells)
    }

    private func intervals(_ lines: [MetricLine]) -> SpanTable.Column {
        let scales = EffectScales(lines)
        let cells = lines.map { line -> SpanTable.Cell in
            { width in
                guard let effect = line.effect, effect.possible != .everything else { return [] }
                return Span.intervalBar(
                    effect, on: scales.scale(of: line), columns: width, role: line.verdict.word.role)
            }
        }
        return SpanTable.Column(
            .init("", 15...41, priority: 8),
            heading: { [Span(Axis.ticks(scales.lifts, columns: $0, name: FigureText.signedPercent), .dim)] },
            cells: cells)
    }

    /// Returns notes that are needed to understand the figures.
    private func notes(_ lines: [MetricLine], width: Int) -> [[Span]] {
        let notes = lines.flatMap { line in
            (line.effect == nil ? line.reasons.map { ("\(name(of: line)): \($0)", Role.dim) } : [])
                // The verdict lists open points already.
                + standing.closedNotes(of: line).map { ("\(name(of: line)): \($0)", .warning) }
        }
        return notes.flatMap { Span($0.0, $0.1).wrapped(to: width, limit: 12) }
    }

    /// Returns notes about the figures: how they were adjusted, and the result without a correction for repeated looks.
    func asides(width: Int) -> [[Span]] {
        let asides = standing.lines.flatMap { line in
            [
                line.adjustment.map { "\(name(of: line)): \($0)" },
                line.singleLook.map {
                    "\(name(of: line)): a single look, valid only at the end: \($0.interval), p \($0.pValue)"
                },
            ].compactMap(\.self)
        }
        return asides.flatMap { Span($0, .dim).wrapped(to: width, limit: 12) }
    }

    private func name(of line: MetricLine) -> String {
        treatments.count == 1 ? line.metric.name : "\(line.metric.name), \(line.group)"
    }
}

// The deciding metric over time.
extension ExperimentFigures {
    /// The title of the chart: `Purchase over time: interval of the effect`.
    var courseTitle: String? {
        standing.leadingCourse.map {
            "\($0.line.metric.name.firstUppercased) over time: interval of the effect"
        }
    }

    /// Returns a chart of how the deciding interval narrowed.
    func course(_ size: CellSize) -> [[Span]] {
        guard let (line, course) = standing.leadingCourse else { return [] }
        let points = course.points.map {
            FunnelChart.Point(time: $0.day, lower: $0.possible.lower, upper: $0.possible.upper, seen: $0.seen)
        }
        let isOver = standing.state == .ended
        return FunnelChart(
            points, until: standing.days, size: size, role: line.verdict.word.role, name: course.unit.text,
            last: isOver ? nil : "today"
        ).rows
    }

    /// Returns text that explains what decides, and what does not.
    func decision(width: Int) -> [[Span]] {
        guard let line = standing.leadingLine, line.effect != nil else { return [] }
        var words = ["Trust the interval: you can look as often as you like."]
        if let chance = line.chanceToWin {
            words.append("The chance to win (\(chance)) only counts if you look once, at the end.")
        }
        return words.flatMap { Span($0, .dim).wrapped(to: width, limit: 4) }
    }
}

extension Span {
    /// Returns the interval of an effect as a bar.
    static func intervalBar(
        _ effect: EffectRange, on scale: ClosedRange<Double>, columns: Int, role: Role
    ) -> [Span] {
        intervalBar(
            lower: effect.possible.lower, upper: effect.possible.upper, seen: effect.seen, scale: scale,
            columns: columns, role: role)
    }
}

extension VerdictWord {
    /// The verdict in one or two words, for a column.
    var short: String { self == .noDifference ? "no difference" : text }

    /// A sign of one cell, with a different shape for each verdict.
    var sign: String {
        switch self {
        case .better: "✔"
        case .worse: "✗"
        case .harmful: "▼"
        case .untrustworthy: "!"
        case .changed: "^"
        case .safe: "o"
        case .notYetKnown: "?"
        case .noDifference: "="
        case .undecided: "~"
        case .noData, .tooEarly: "·"
        }
    }

    /// The role of the word. The word has the same meaning without colors.
    var role: Role {
        switch self {
        case .better, .safe: .ok
        case .worse, .harmful: .incorrect
        case .untrustworthy, .changed: .warning
        case .undecided, .noDifference, .notYetKnown: .text
        case .noData, .tooEarly: .dim
        }
    }
}

extension String {
    fileprivate var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
