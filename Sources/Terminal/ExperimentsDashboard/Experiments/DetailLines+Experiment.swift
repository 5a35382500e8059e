import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTerminalUI
import Foundation

// The boxes of an experiment: the experiment and the advice, its groups and metrics, and its interval over time.
extension ExperimentRowList {
    var arrangement: ListArrangement { .above }

    func title(_ state: DashboardState) -> BoxTitle {
        let rows = state.list.experiments
        let counts = [
            (rows.count(where: \.isDeclared), "declared"),
            (rows.count { $0.rollout != nil }, "rolled out"),
            (rows.count { $0.study != nil && !$0.isDeclared }, "in Firebase"),
            (rows.count(where: \.isOther), "not declared"),
        ]
        let notes = Self.isTable(state) ? counts.filter { $0.0 > 0 }.map { "\($0) \($1)" } : []
        // Without a frame, the position would cover the titles of the last columns.
        return BoxTitle(
            state.screen.title, notes: notes, count: state.layout.hasFrames ? state.positionText : "")
    }

    func neededRows(_ state: DashboardState) -> Int {
        ExperimentListLines(state, CellRect(column: 0, row: 0, columns: state.size.columns - 2, rows: .max))
            .count
    }

    func place(at point: CellPoint, _ layout: Layout, _ state: DashboardState) -> Int? {
        ExperimentListLines(state, layout.list).place(at: point, in: layout.list)
    }

    func sections(_ state: DashboardState) -> [DetailSection] {
        let main = DetailSection(BoxTitle(""), .leading, describe: describe)
        guard let listed = Self.selected(state) else { return [main] }
        let isShort = Self.isShort(state)
        let why = DetailSection(
            BoxTitle("Why", keys: state.project.keyMap.hint([.matrix], "personas")), .leading, givesWay: true
        ) { lines in
            if let key = listed.row.key { lines.explain(key) }
        }
        let notes = DetailSection(BoxTitle("Notes"), .leading, givesWay: true) { $0.describeNotes() }
        if let rollout = listed.rollout { return [main] + rollout.sections + [why, notes] }
        let study = listed.study?.sections ?? []
        guard let standing = listed.standing else { return [main] + study + [why, notes] }
        let figures = ExperimentFigures(standing)
        let course = figures.courseTitle.map { title in
            DetailSection(BoxTitle(title), columns: 80, isScaled: true) { $0.describeCourse(figures) }
        }
        return [
            main,
            DetailSection(BoxTitle("Groups"), .leading) { $0.describeGroups(figures, isShort: isShort) },
            DetailSection(BoxTitle(figures.metricsTitle), columns: 84) {
                $0.lines += figures.metrics(width: $0.width)
            },
        ] + study + (isShort ? [DetailSection(BoxTitle("About")) { $0.describeFacts(of: listed) }] : [])
            + [course].compactMap(\.self) + [
                DetailSection(BoxTitle("What decides"), columns: 80, givesWay: true) { lines in
                    lines.lines += figures.decision(width: lines.width) + figures.asides(width: lines.width)
                }, why, notes,
            ]
    }

    func describe(_ lines: inout DetailLines) {
        guard let listed = Self.selected(lines.state) else {
            if total(lines.state) == 0 { lines.describeDeclaring() } else { lines.describeHeading() }
            return
        }
        lines.title = listed.title
        if let rollout = listed.rollout { return lines.describe(rollout) }
        if let study = listed.study, listed.standing == nil { return lines.describe(study, listed) }
        if let standing = listed.standing { lines.describeVerdict(of: standing) }
        if let study = listed.study { lines.add("Firebase", lines.sentence(about: study)) }
        if listed.standing != nil { lines.describeRetirement(of: listed.reported) }
        if listed.standing == nil || !Self.isShort(lines.state) { lines.describeFacts(of: listed) }
    }

    /// Whether there is little room below the list. The groups and the metrics then come right after the verdict.
    private static func isShort(_ state: DashboardState) -> Bool {
        let layout = state.layout
        return !layout.hasFrames && !layout.list.isEmpty && !layout.showsDetailsBeside
    }
}

// The text of the details about an experiment.
extension DetailLines {
    /// Describes the interval over time, as a chart that fills its box. Without a box, the chart is taller on a tall
    /// screen.
    mutating func describeCourse(_ figures: ExperimentFigures) {
        guard width >= 24 else { return }
        lines += figures.course(CellSize(columns: width, rows: rows ?? (state.size.rows >= 38 ? 12 : 9)))
    }

    /// Describes how to declare the first experiment.
    fileprivate mutating func describeDeclaring() {
        title = "Declare an experiment"
        for sentence in ExperimentFigures.declaring + [
            "`experiments power` calculates how many users it needs."
        ] {
            lines += DisplayText(sentence).wrapped(to: width, limit: 6).map { [Span($0, .dim)] }
        }
    }

    /// Describes the experiment, and the group of this installation.
    mutating func describeFacts(of listed: ListedExperiment) {
        if let standing = listed.standing { describePlan(of: standing) }
        let row = listed.row
        if let key = row.key { add("key", key, .key) }
        describeOwnGroup(listed)
        if let value = row.value, value != (listed.ownGroup ?? row.group) { addValue("value", value, .value) }
        guard listed.standing == nil else { return }
        let assignment = state.source.report.snapshot.experiments.first { $0.id == row.experiment }
        if let date = assignment?.startedAt {
            add("since", TimeText.dateAndTime(date, in: state.project.localTime), .age)
        }
        add("results", "none; declare it under experiments: in the project file", .dim)
    }

    /// Describes the groups with their users, and how many joined each day.
    mutating func describeGroups(_ figures: ExperimentFigures, isShort: Bool) {
        lines += figures.groups(width: width, showsSplit: !isShort || figures.standing.health == .mismatch)
        guard !isShort, figures.standing.usersByDay.contains(where: { $0 > 0 }) else { return }
        let bars = figures.usersByDay(width: min(60, width - Self.labelWidth - 1))
        lines.append([Span("users/day ", .dim)] + bars)
    }

    /// Describes the verdict: what stops the decision, then what to do, the reason, and whether it can be trusted.
    mutating func describeVerdict(of standing: ExperimentStanding) {
        let word = standing.verdict.word
        let points = standing.openPoints
        let label = word.short.uppercased()
        let sentence =
            switch points.count {
            case 0: standing.advice
            case 1: "but check first:"
            case let count: "but check \(count) points first:"
            }
        // Below a long label, align what follows with the reasons.
        let isBeside = label.count < Self.labelWidth || DisplayText(label + sentence).width < width
        let first = lines.count
        // A verdict that something stops must not look like a decision.
        let isStopped = !points.isEmpty && word.role == .ok
        add(label, isBeside ? sentence : "", isStopped ? .warning : .text)
        let role = isStopped ? .warning : word.role
        lines[first][0] = Span(lines[first][0].text, role == .text ? .title : role)
        if !isBeside { add("", sentence, isStopped ? .warning : .text) }
        for point in points { add("", "! \(point)", .warning) }
        // The advice may be to check a point, which is listed already.
        if !points.isEmpty, !points.contains(where: { standing.advice.hasSuffix($0) }) {
            add("", standing.advice)
        }
        for reason in standing.reasons + standing.headline.others { add("", reason, .dim) }
        if standing.health != .ok, standing.health != .unknown {
            add("health", standing.health.text, standing.health.role)
        }
        for remark in standing.remarks where !points.contains(remark) { add("", remark, .warning) }
        if standing.result.mixed.count > 0, standing.health != .mixed {
            let mixed = standing.result.mixed
            add("", "\(FigureText.count(mixed.count, "user")) saw several groups and are excluded", .dim)
        }
    }

    /// Describes the hypothesis of the experiment, its owner, and how it runs.
    private mutating func describePlan(of standing: ExperimentStanding) {
        let experiment = standing.plan.experiment
        if let hypothesis = experiment.hypothesis { add("hypothesis", hypothesis) }
        if let owner = experiment.owner { add("owner", owner) }
        add(standing.state == .ended ? "ran for" : "started", runningWords(standing), .age)
    }

    private func runningWords(_ standing: ExperimentStanding) -> String {
        let days = elapsed(standing.days)
        let start = standing.plan.start.map { TimeText.date($0, in: state.project.localTime) }
        let since = start.map { "\($0), \(days) ago" } ?? "\(days) ago"
        switch standing.state {
        case .planned: return start.map { "not yet: starts on \($0)" } ?? "not yet"
        case .waiting: return since + ", no users yet"
        case .running: return since
        case .quiet: return since + ", no new users for three days"
        case .ended: return days
        }
    }

    /// Returns the time since the start: whole days, or hours on the first day.
    private func elapsed(_ days: Double) -> String {
        if days >= 1 { return FigureText.count(Int(min(days, 1e6)), "day") }
        let hours = Int(max(0, days) * 24)
        return hours > 0 ? FigureText.count(hours, "hour") : "less than an hour"
    }

    /// Describes the group of this installation, and whether it is counted.
    private mutating func describeOwnGroup(_ listed: ListedExperiment) {
        if !listed.isDeclared, listed.study != nil {
            if let group = listed.ownGroup { add("you", group, .group) }
            return
        }
        guard let group = listed.ownGroup else {
            add("you", listed.row.key == nil ? "unknown here" : "in no group: \(listed.row.group)", .dim)
            return
        }
        let title = listed.standing?.groups.first { $0.name == group }?.title ?? group
        let counted = listed.row.isTracked ? "" : ", not counted (baseline, override or default value)"
        add("you", title + counted, .group)
    }
}

extension ExperimentHealth {
    /// The role of the word.
    var role: Role {
        switch self {
        case .ok: .ok
        case .mismatch, .mixed, .strangers, .silent: .warning
        case .unknown: .dim
        }
    }
}
