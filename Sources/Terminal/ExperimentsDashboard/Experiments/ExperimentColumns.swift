import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import TerminalUI

// The columns of the list of experiments, with those of results if there are any.
extension ExperimentRowList {
    func columns(_ state: DashboardState) -> [Column<ListedExperiment>] {
        let all = ExperimentColumns(state)
        guard !state.experiments.standings.isEmpty else {
            return [all.experiment, all.group, all.key, all.value, all.tracked]
        }
        return [all.sign, all.experiment, all.verdict] + all.effects + [all.users, all.days, all.key]
    }

    /// The columns as they are drawn: words about an experiment without an effect take the room of the figures.
    func columns(_ state: DashboardState, wordsIn plan: ColumnPlan) -> [Column<ListedExperiment>] {
        let columns = columns(state)
        let effects = plan.columns.filter { ExperimentColumns.effectNames.contains(columns[$0.index].name) }
        guard let first = effects.first, let last = effects.last else { return columns }
        var result = columns
        result[first.index] = columns[first.index].withWords(columns: last.offset + last.width - first.offset)
        return result
    }

    /// A file has all of it as text.
    func exportedColumns(_ state: DashboardState) -> [Column<ListedExperiment>] {
        let all = ExperimentColumns(state)
        let columns = columns(state)
        guard !state.experiments.standings.isEmpty else { return columns }
        return columns.filter { $0.name != "sign" && $0.name != "axis" } + [
            all.health, all.split, all.usersByDay, all.group,
        ]
    }
}

/// The columns of screen 5.
struct ExperimentColumns {
    private let filters: [Filter]
    /// One axis for all experiments, so that their effects can be compared.
    private let scales: EffectScales

    init(_ state: DashboardState) {
        filters = state.list.finding
        scales = EffectScales(state.experiments.standings.compactMap(\.effectLine))
    }

    var experiment: Column<ListedExperiment> {
        Column(
            "experiment",
            TableColumn(title: "experiment", minimum: 20, ideal: 32, priority: 10, isMeasured: true),
            finding: filters, in: .experiment, text: \.name
        ) { ($0.name ?? "", .title) }
    }

    var group: Column<ListedExperiment> {
        Column(
            "group", TableColumn(title: "group", minimum: 7, ideal: 14, weight: 1, priority: 9, isMeasured: true),
            finding: filters, in: .group
        ) { ($0.ownGroup ?? $0.row.group, $0.ownGroup == nil ? .dim : .group) }
    }

    var key: Column<ListedExperiment> {
        Column(
            "key", TableColumn(title: "key", minimum: 24, ideal: 24, priority: 4, isMeasured: true),
            finding: filters, in: .key, text: \.row.key
        ) { ($0.row.key ?? "", .key) }
    }

    var value: Column<ListedExperiment> {
        Column(
            "value", TableColumn(title: "value", minimum: 6, ideal: 16, weight: 2, priority: 7, isMeasured: true),
            finding: filters, in: .value, text: \.row.value
        ) { ($0.row.value ?? "", .value) }
    }

    var tracked: Column<ListedExperiment> {
        Column("tracked", TableColumn(title: "counted", minimum: 7, ideal: 7, priority: 5), finding: filters) {
            ($0.row.isTracked ? "yes" : "no", $0.row.isTracked ? .ok : .dim)
        }
    }
}

// The columns with the results of an experiment.
extension ExperimentColumns {
    static let effectNames: Set<String> = ["goal", "effect", "possible", "axis"]

    var sign: Column<ListedExperiment> {
        Column("sign", TableColumn(title: "", minimum: 1, ideal: 1, priority: 11), finding: []) {
            guard let standing = $0.standing else { return (" ", .dim) }
            let word = standing.verdict.word
            return standing.health.role == .warning ? ("!", .warning) : (word.sign, word.role)
        }
    }

    var health: Column<ListedExperiment> {
        Column("health", TableColumn(title: "health", minimum: 8, ideal: 11, priority: 8), .text) {
            $0.standing?.health.text
        }
    }

    var split: Column<ListedExperiment> {
        Column("split", TableColumn(title: "groups", minimum: 8, ideal: 14, priority: 5), .text) {
            $0.standing?.groups.map { "\($0.name) \($0.users)" }.joined(separator: ", ")
        }
    }

    /// The number of new users on each day.
    var usersByDay: Column<ListedExperiment> {
        Column("usersByDay", TableColumn(title: "users/day", minimum: 8, ideal: 14, priority: 3), .text) {
            $0.standing?.usersByDay.map(String.init).joined(separator: " ")
        }
    }

    /// The verdict is the last thing to be cut.
    var verdict: Column<ListedExperiment> {
        Column(
            "verdict",
            TableColumn(title: "verdict", minimum: 26, ideal: 26, priority: 12, isMeasured: true),
            finding: filters, text: { $0.standing?.verdict.word.text }
        ) { $0.standing.map { ($0.verdict.word.short, $0.verdict.word.role) } ?? ("", .dim) }
    }

    var users: Column<ListedExperiment> {
        Column(
            "users",
            TableColumn(title: "users", minimum: 12, ideal: 12, priority: 7, isRightAligned: true, isMeasured: true),
            finding: []
        ) { listed in
            guard let standing = listed.standing else { return ("", .dim) }
            let users = standing.groups.reduce(0) { $0.clampedSum($1.users) }
            return (CountText.grouped(users), users == 0 ? .dim : .value)
        }
    }

    var days: Column<ListedExperiment> {
        Column("days", TableColumn(title: "days", minimum: 4, ideal: 5, priority: 6, isRightAligned: true), finding: [])
        {
            listed in
            guard let standing = listed.standing else { return ("", .dim) }
            guard standing.state != .planned else { return ("soon", .dim) }
            let days = CountText.grouped(Int(standing.days.rounded(.down)))
            return (days, standing.state == .quiet ? .warning : .age)
        }
    }

    /// What was measured, how large the effect is, what is possible, and all of that against the axis.
    var effects: [Column<ListedExperiment>] {
        [
            effect("goal", least: 10, priority: 3) { ($0.metric.name, .text) },
            effect("effect", least: 10, priority: 9, isNumber: true) {
                ($0.effect?.seenText ?? "", $0.verdict.word.role)
            },
            // Shown whole or not at all: half an interval is useless, and the axis shows it too.
            effect("possible", least: 30, priority: 5, isApart: true) { ($0.effect?.rangeText ?? "", .dim) },
            axis,
        ]
    }

    /// - Parameter isApart: whether it has one more blank before it, for two numbers beside each other.
    private func effect(
        _ name: String, least: Int, priority: Int, isNumber: Bool = false, isApart: Bool = false,
        _ cell: @escaping (MetricLine) -> (text: String, role: Role)
    ) -> Column<ListedExperiment> {
        let blank = isApart ? " " : ""
        return Column(
            name,
            TableColumn(
                title: blank + name, minimum: least, ideal: 30, priority: priority, isRightAligned: isNumber,
                isMeasured: true),
            finding: filters, text: { $0.effectLine.map { cell($0).text } }
        ) { $0.effectLine.map { (blank + cell($0).text, cell($0).role) } ?? ("", .dim) }
    }

    private var axis: Column<ListedExperiment> {
        Column(
            "axis", TableColumn(title: "", minimum: 14, ideal: 24, weight: 1, priority: 8), text: { _ in nil }
        ) { listed, point, width, canvas in
            guard let line = listed.effectLine, let effect = line.effect, effect.isLift else { return }
            let bar = IntervalBar(effect, on: scales.lifts, columns: width, role: line.verdict.word.role)
            canvas.put(bar.spans, at: point, maxColumns: width)
        }
    }

    /// The names of places on the axis, for a column of some width.
    func axisTitle(width: Int) -> String {
        AxisTicks(scales.lifts, columns: width, name: FigureText.signedPercent).text
    }
}

extension ExperimentStanding {
    /// The deciding metric, if its effect is known.
    var effectLine: MetricLine? {
        switch verdict.word {
        case .noData, .tooEarly, .untrustworthy: nil
        case .harmful, .better, .worse, .noDifference, .undecided: leadingLine.flatMap { $0.effect == nil ? nil : $0 }
        }
    }
}

extension ListedExperiment {
    var effectLine: MetricLine? { standing?.effectLine }

    /// Why there is no effect to show: `a 54 : b 46, expected 50 : 50`.
    var words: (text: String, role: Role)? {
        guard let standing, effectLine == nil else { return nil }
        guard standing.health == .mismatch else { return standing.reasons.first.map { ($0, .dim) } }
        func percent(_ share: Double) -> String { String(Int((share * 100).rounded())) }
        let seen = standing.groups.map { "\($0.name) \(percent($0.seenShare ?? 0))" }
        let meant = standing.groups.map { percent($0.expectedShare ?? $0.intendedShare) }
        return ("\(seen.joined(separator: " : ")), expected \(meant.joined(separator: " : "))", .text)
    }
}

extension Column<ListedExperiment> {
    /// The column, with words if there is no figure.
    ///
    /// - Parameter width: the room for the words.
    fileprivate func withWords(columns width: Int) -> Self {
        Column(name, shape, text: text, shown: shown) { listed, point, ownWidth, canvas in
            guard let words = listed.words else { return draw(listed, point, ownWidth, &canvas) }
            canvas.put(words.text, at: point, words.role, maxColumns: width, overflow: .tail)
        }
    }
}
