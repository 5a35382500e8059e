import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import TerminalUI

// The figures of an experiment: its groups, its metrics, and how its interval closed.
extension DetailLines {
    mutating func describeFigures(of standing: ExperimentStanding) {
        describeGroups(of: standing)
        let metrics = standing.lines
        let scales = EffectScales(metrics)
        var last: String?
        for line in metrics {
            if line.metric.name != last { addHeading(line) }
            last = line.metric.name
            describe(line, scales)
        }
        if metrics.contains(where: { $0.chanceToWin != nil }) {
            lines.append([])
            addText(
                "The chance to win is what is believed now. It is not for peeking: what decides is the interval.", .dim)
        }
        describeCourse(of: standing)
    }

    /// Each group with its users, and a bar against the share that is meant.
    private mutating func describeGroups(of standing: ExperimentStanding) {
        let groups = standing.groups
        guard !groups.isEmpty else { return }
        let names = groups.map { DisplayText($0.name).truncated(to: 16) + ($0.isControl ? " (control)" : "") }
        let widest = names.reduce(6) { max($0, DisplayText($1).width) }
        let largest = groups.reduce(1) { max($0, Double($1.users), $1.expected) }
        lines += [[], [Span("groups", .title)]]
        for (group, name) in zip(groups, names) {
            let users = CountText.grouped(group.users).leftPadded(to: 9)
            let seen = (group.seenShare.map(FigureText.percent) ?? "—").leftPadded(to: 7)
            let simulated = group.simulatedShare.map { "simulated \(FigureText.percent($0))" }
            let head = DisplayText(name).padded(to: widest) + users + seen
            var meant = " of \(FigureText.percent(group.expectedShare ?? group.intendedShare))"
            // If there is no room beside the shares, it stands below them.
            let fits = DisplayText(head + meant + ", " + (simulated ?? "")).width <= width
            if let simulated, fits { meant += ", " + simulated }
            let room = width - DisplayText(head + meant).width - 2
            var spans = [Span(head, .text), Span(meant, .dim)]
            if room >= 6 {
                let bar = ShareBar(Double(group.users), meant: group.expected, largest: largest, columns: min(room, 30))
                spans += [Span("  ", .text)] + bar.spans
            }
            lines.append(spans)
            if let simulated, !fits { lines.append([Span("  " + simulated, .dim)]) }
        }
    }

    private mutating func addHeading(_ line: MetricLine) {
        let role = line.metric.role.rawValue
        let direction = line.isBetterUp ? "more is better" : "less is better"
        lines += [[], [Span(line.metric.name, .title), Span("  \(role), \(direction)", .dim)]]
    }

    private mutating func describe(_ line: MetricLine, _ scales: EffectScales) {
        let role = line.verdict.word.role
        var words = [Span("\(line.group)  ", .group)]
        words.append(Span("\(line.control ?? "—") → \(line.treatment ?? "—")", .value))
        if let effect = line.effect { words.append(Span("  \(effect.seenText)", role)) }
        words.append(Span("  \(line.verdict.word.text)", role))
        lines.append(words)
        if let effect = line.effect, effect.possible != .everything {
            let bar = IntervalBar(
                lower: effect.possible.lower, upper: effect.possible.upper, seen: effect.seen,
                scale: scales.scale(of: line), columns: min(width, 64), role: role)
            lines.append(bar.spans)
            addText(
                [effect.rangeText, line.chanceToWin.map { "chance to win \($0)" }].compactMap(\.self)
                    .joined(separator: "; "), .dim)
        }
        if let adjustment = line.adjustment { addText(adjustment, .dim) }
        if let test = line.singleLook {
            addText("a single look, valid only at the end: \(test.interval), p \(test.pValue)", .dim)
        }
        // Of one metric alone the words of the verdict are those of the whole.
        for reason in line.reasons where line.effect?.possible ?? .everything == .everything { addText(reason, .dim) }
        for note in line.notes { addText(note, .warning) }
    }

    /// The interval of what decides, over time.
    private mutating func describeCourse(of standing: ExperimentStanding) {
        guard let (line, course) = standing.leadingCourse, width >= 24 else { return }
        lines += [[], [Span("the interval over time", .title), Span("  \(line.metric.name), \(line.group)", .dim)]]
        let points = course.points.map {
            FunnelChart.Point(time: $0.day, lower: $0.possible.lower, upper: $0.possible.upper, seen: $0.seen)
        }
        let labelWidth = 9
        let chart = FunnelChart(
            points, until: standing.days, columns: min(width - labelWidth, 64), rows: 9, role: line.verdict.word.role)
        for (row, spans) in chart.rows.enumerated() {
            let label =
                row == chart.zeroRow
                ? "0"
                : row == 0
                    ? course.unit.text(chart.scale.upperBound)
                    : row == 8 ? course.unit.text(chart.scale.lowerBound) : ""
            lines.append([Span(label.leftPadded(to: labelWidth - 1) + " ", .dim)] + spans)
        }
        let (from, to) = ("day \(dayText(points[0].time))", "day \(dayText(standing.days))")
        let gap = max(1, min(width - labelWidth, 64) - from.count - to.count)
        let blank = String(repeating: " ", count: labelWidth)
        lines.append([Span(blank + from + String(repeating: " ", count: gap) + to, .dim)])
    }

    private func dayText(_ day: Double) -> String { CountText.grouped(Int(max(0, day).rounded(.down))) }

    /// A sentence of its own, as wide as the details.
    private mutating func addText(_ text: String, _ role: Role) {
        lines += DisplayText(text).wrapped(to: width, limit: 12).map { [Span($0, role)] }
    }
}

extension String {
    fileprivate func leftPadded(to columns: Int) -> String {
        String(repeating: " ", count: max(1, columns - DisplayText(self).width)) + self
    }
}

extension DisplayText {
    fileprivate func padded(to columns: Int) -> String {
        slice(from: 0, columns: columns) + String(repeating: " ", count: max(0, columns - width))
    }
}

// What the details say of an experiment.
extension DetailLines {
    mutating func describeExperiment() {
        guard let listed = ExperimentRowList.selected(state) else { return }
        let row = listed.row
        title = listed.name ?? row.key ?? ""
        if let standing = listed.standing {
            describe(standing)
            describeOwnGroup(listed)
        } else {
            add("group", row.group, .group)
        }
        if let key = row.key { add("key", key, .key) }
        if let value = row.value { addValue("value", value, .value) }
        add("tracked", row.isTracked ? "yes" : "no: a baseline, an override or the default", row.isTracked ? .ok : .dim)
        let assignment = state.source.report.snapshot.experiments.first { $0.id == row.experiment }
        if let date = assignment?.startedAt {
            add("since", TimeText.dateAndTime(date, in: state.project.localTime), .age)
        }
        if let standing = listed.standing { describeFigures(of: standing) }
        if let key = row.key { explain(key) }
        describeNotes()
    }

    /// The verdict and why, whether it can be trusted, and how it runs.
    private mutating func describe(_ standing: ExperimentStanding) {
        add("verdict", standing.verdict.word.text, standing.verdict.word.role)
        for reason in standing.reasons { add("", reason) }
        add("health", standing.health.text, standing.health.role)
        for words in standing.strangerWords { add("", words, .warning) }
        for remark in standing.remarks { add("", remark, .warning) }
        if standing.result.mixed.count > 0, standing.health != .mixed {
            let mixed = standing.result.mixed
            add("", "\(FigureText.count(mixed.count, "user")) saw several groups, and are in no figure", .dim)
        }
        add("runs", runningWords(standing), .age)
        let experiment = standing.plan.experiment
        if let hypothesis = experiment.hypothesis { add("hypothesis", hypothesis) }
        if let owner = experiment.owner { add("owner", owner) }
    }

    private func runningWords(_ standing: ExperimentStanding) -> String {
        let days = elapsed(standing.days)
        switch standing.state {
        case .planned:
            let start = standing.plan.start.map { TimeText.dateAndTime($0, in: state.project.localTime) }
            return "not yet" + (start.map { ", from \($0)" } ?? "")
        case .waiting: return "nobody came yet"
        case .running:
            let pace = standing.usersPerDay.map { ", \(CountText.grouped(Int($0.rounded()))) a day before" } ?? ""
            return "for \(days); \(FigureText.count(standing.usersToday, "user")) today\(pace)"
        case .quiet: return "for \(days); nobody came for three days"
        case .ended: return "no longer: it ran for \(days)"
        }
    }

    /// Returns the time that it has run: whole days, or hours on the first day.
    private func elapsed(_ days: Double) -> String {
        if days >= 1 { return FigureText.count(Int(min(days, 1e6)), "day") }
        let hours = Int(max(0, days) * 24)
        return hours > 0 ? FigureText.count(hours, "hour") : "less than an hour"
    }

    /// Which group this installation is in.
    private mutating func describeOwnGroup(_ listed: ListedExperiment) {
        if let group = listed.ownGroup {
            let isControl = listed.standing?.groups.contains { $0.name == group && $0.isControl } ?? false
            add("your group", isControl ? "\(group), which is control" : group, .group)
        } else {
            add("your group", listed.row.key == nil ? "not known here" : "none: \(listed.row.group)", .dim)
        }
    }
}

extension VerdictWord {
    /// The appearance of the word, which has the same meaning without colours.
    var role: Role {
        switch self {
        case .better: .ok
        case .worse, .harmful: .incorrect
        case .untrustworthy: .warning
        case .undecided, .noDifference: .text
        case .noData, .tooEarly: .dim
        }
    }
}

extension ExperimentHealth {
    /// The appearance of the word.
    var role: Role {
        switch self {
        case .ok: .ok
        case .mismatch, .mixed, .strangers, .silent: .warning
        case .unknown: .dim
        }
    }
}
