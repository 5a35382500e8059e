import ExperimentResults
import ExperimentStatistics
import ExperimentsOperator
import ExperimentsRollouts
import ExperimentsTerminalUI
import FirebaseTemplates
import Foundation

// The columns of the list of experiments, with those of results if there are any.
extension ExperimentRowList {
    func columns(_ state: DashboardState) -> [Column<ListedExperiment>] {
        let all = ExperimentColumns(state)
        guard Self.isTable(state) else {
            return [all.experiment, all.group, all.key, all.value, all.tracked]
        }
        let standings = state.experiments.standings
        let middle =
            if standings.isEmpty {
                [all.shares]
            } else if standings.contains(where: { $0.effectLine != nil }) {
                all.effects + [all.users]
            } else {
                [all.words, all.users]
            }
        return [all.sign, all.experiment, all.verdict] + middle + [all.days, all.key]
    }

    /// Returns the columns as drawn. Experiments without an effect have words instead of figures.
    func columns(_ state: DashboardState, wordsIn plan: ColumnPlan) -> [Column<ListedExperiment>] {
        let columns = columns(state)
        let effects = plan.columns.filter { ExperimentColumns.effectNames.contains(columns[$0.index].name) }
        guard let first = effects.first, let last = effects.last else { return columns }
        var result = columns
        result[first.index] = columns[first.index].withWords(columns: last.offset + last.width - first.offset)
        return result
    }

    /// A file has all of this as text.
    func exportedColumns(_ state: DashboardState) -> [Column<ListedExperiment>] {
        let all = ExperimentColumns(state)
        let columns = columns(state)
        guard Self.isTable(state) else { return columns }
        let effects = columns.contains { $0.name == "words" } ? all.effects : []
        let shares = state.templates.studies.content?.all.isEmpty ?? true ? [] : [all.shares]
        let isDrawn: Set = ["sign", "axis", "shares", "words"]
        return (columns + effects).filter { !isDrawn.contains($0.name) } + shares + [
            all.health, all.split, all.usersByDay, all.group,
        ]
    }
}

/// The columns of screen 5.
struct ExperimentColumns {
    private let filters: [Filter]
    private let now: Date
    /// The common axis of all experiments, so that their effects can be compared.
    private let scales: EffectScales

    init(_ state: DashboardState) {
        (filters, now) = (state.list.finding, state.now)
        scales = EffectScales(state.experiments.standings.compactMap(\.effectLine))
    }

    var experiment: Column<ListedExperiment> {
        Column(
            "experiment", .init("experiment", 20...32, priority: 10, isMeasured: true), finding: filters,
            in: .experiment, text: \.name
        ) { ($0.name ?? "", .title) }
    }

    var group: Column<ListedExperiment> {
        Column(
            "group", .init("group", 7...14, weight: 1, priority: 9, isMeasured: true), finding: filters,
            in: .group
        ) { ($0.ownGroup ?? $0.row.group, $0.ownGroup == nil ? .dim : .group) }
    }

    var key: Column<ListedExperiment> {
        Column(
            "key", .init("key", 24...24, priority: 4, isMeasured: true), finding: filters, in: .key,
            text: \.keyWords
        ) { ($0.keyWords ?? "", .key) }
    }

    var value: Column<ListedExperiment> {
        Column(
            "value", .init("value", 6...16, weight: 2, priority: 7, isMeasured: true),
            finding: filters, in: .value, text: \.row.value
        ) { ($0.row.value ?? "", .value) }
    }

    var tracked: Column<ListedExperiment> {
        Column("tracked", .init("counted", 7...7, priority: 5), finding: filters) {
            ($0.row.isTracked ? "yes" : "no", $0.row.isTracked ? .ok : .dim)
        }
    }
}

// The columns with the results of an experiment.
extension ExperimentColumns {
    static let effectNames: Set<String> = ["goal", "effect", "interval", "axis"]

    var sign: Column<ListedExperiment> {
        Column("sign", .init("", 1...1, priority: 11), finding: []) {
            if let rollout = $0.rollout { return rollout.sign }
            guard let standing = $0.standing, $0.stateWord == nil else {
                return ($0.study?.sign ?? " ", $0.study?.isRunning == true ? .live : .dim)
            }
            let word = standing.verdict.word
            return standing.health.role == .warning ? ("!", .warning) : (word.sign, word.role)
        }
    }

    var health: Column<ListedExperiment> {
        Column("health", .init("health", 8...11, priority: 8), .text) {
            $0.standing?.health.text
        }
    }

    var split: Column<ListedExperiment> {
        Column("split", .init("groups", 8...14, priority: 5), .text) {
            $0.standing?.groups.map { "\($0.name) \($0.users)" }.joined(separator: ", ")
        }
    }

    /// The number of new users on each day.
    var usersByDay: Column<ListedExperiment> {
        Column("usersByDay", .init("users/day", 8...14, priority: 3), .text) {
            $0.standing?.usersByDay.map(String.init).joined(separator: " ")
        }
    }

    /// The verdict, which is cut last.
    var verdict: Column<ListedExperiment> {
        Column(
            "verdict", .init("verdict", 26...26, priority: 12, isMeasured: true), finding: filters,
            text: { $0.stateWord?.text ?? $0.standing?.verdict.word.text }
        ) { listed in
            if let word = listed.stateWord { return word }
            guard let standing = listed.standing else { return ("", .dim) }
            return (standing.headline.shortText, standing.role)
        }
    }

    /// The variants with their shares.
    var shares: Column<ListedExperiment> {
        Column(
            "shares", .init("variants", 14...40, weight: 1, priority: 8, isMeasured: true), .text,
            text: { $0.rollout?.line ?? $0.study?.shareWords })
    }

    /// The reason why there is no effect, shown while no experiment has one.
    var words: Column<ListedExperiment> {
        Column(
            "words", .init("why", 14...40, weight: 1, priority: 8, isMeasured: true), finding: filters,
            cut: .tail
        ) { $0.words ?? ("", .dim) }
    }

    var users: Column<ListedExperiment> {
        Column(
            "users", .init("users", 12...12, priority: 7, isRightAligned: true, isMeasured: true), finding: []
        ) { listed in
            if let users = listed.rollout?.look?.evidence?.users { return (CountText.grouped(users), .value) }
            guard let standing = listed.standing else { return ("", .dim) }
            return (CountText.grouped(standing.users), standing.users == 0 ? .dim : .value)
        }
    }

    var days: Column<ListedExperiment> {
        Column("days", .init("days", 4...5, priority: 6, isRightAligned: true), finding: []) { listed in
            guard let standing = listed.standing else {
                return (listed.study?.days(at: now).map { CountText.grouped($0) } ?? "", .age)
            }
            guard standing.state != .planned else { return ("soon", .dim) }
            let days = CountText.grouped(Int(standing.days.rounded(.down)))
            return (days, standing.state == .quiet ? .warning : .age)
        }
    }

    /// The columns of the measurements: the size of the effect, its interval, and both on the axis.
    var effects: [Column<ListedExperiment>] {
        [
            effect("goal", least: 10, priority: 3) { ($0.metric.name, .text) },
            effect("effect", least: 10, priority: 9, isNumber: true) {
                ($0.effect?.seenText ?? "", $0.verdict.word.role)
            },
            // Show the interval whole or not at all. Half of it is useless, and the axis shows it too.
            effect("interval", least: 30, priority: 5, isApart: true) { ($0.effect?.rangeText ?? "", .dim) },
            axis,
        ]
    }

    /// - Parameter isApart: whether to add a blank before it, between two adjacent numbers.
    private func effect(
        _ name: String, least: Int, priority: Int, isNumber: Bool = false, isApart: Bool = false,
        _ cell: @escaping (MetricLine) -> (text: String, role: Role)
    ) -> Column<ListedExperiment> {
        let blank = isApart ? " " : ""
        return Column(
            name,
            .init(blank + name, least...30, priority: priority, isRightAligned: isNumber, isMeasured: true),
            finding: filters, text: { $0.effectLine.map { cell($0).text } }
        ) { $0.effectLine.map { (blank + cell($0).text, cell($0).role) } ?? ("", .dim) }
    }

    private var axis: Column<ListedExperiment> {
        Column("axis", .init("", 14...24, weight: 1, priority: 8), text: { _ in nil }) {
            listed, point, width, canvas in
            guard let line = listed.effectLine, let effect = line.effect, effect.isLift else { return }
            let bar = Span.intervalBar(effect, on: scales.lifts, columns: width, role: line.verdict.word.role)
            canvas.put(bar, at: point, maxColumns: width)
        }
    }

    /// Returns the labels of the axis for a column of some width.
    func axisTitle(width: Int) -> String {
        Axis.ticks(scales.lifts, columns: width, name: FigureText.signedPercent)
    }
}

extension ExperimentStanding {
    /// The role of the verdict. One that something stops does not look like a decision.
    var role: Role {
        let role = verdict.word.role
        return role == .ok && !openPoints.isEmpty ? .warning : role
    }

    /// The deciding metric, if its effect is known.
    var effectLine: MetricLine? {
        switch verdict.word {
        case .noData, .tooEarly, .untrustworthy: nil
        case .harmful, .better, .worse, .changed, .noDifference, .undecided, .safe, .notYetKnown:
            leadingLine.flatMap { $0.effect == nil ? nil : $0 }
        }
    }
}

extension ListedExperiment {
    var effectLine: MetricLine? { standing?.effectLine }

    /// The state of an experiment or rollout of the project behind the source, while it has no users to be judged by.
    var stateWord: (text: String, role: Role)? {
        if let rollout { return rollout.word }
        guard let study, !isDeclared, standing?.verdict.word ?? .noData == .noData else { return nil }
        let kind = study.reference.kind == .rollout ? "rollout " : ""
        return (kind + study.stateWord, study.isRunning ? .live : .dim)
    }

    /// The key that it decides, and the number of others.
    var keyWords: String? {
        let others = (study?.keys ?? []).count { $0 != row.key }
        return row.key.map { $0 + (others > 0 ? " + \(others) more" : "") }
    }

    /// The reason why there is no effect to show: `a 54 : b 46, expected 50 : 50`.
    var words: (text: String, role: Role)? {
        if let rollout { return (rollout.line, .text) }
        guard let standing, stateWord == nil else { return study?.shareWords.map { ($0, .text) } }
        guard effectLine == nil else { return nil }
        guard standing.health == .mismatch else { return (standing.headline.why, .dim) }
        func percent(_ share: Double) -> String { String(Int((share * 100).rounded())) }
        let seen = standing.groups.map { "\($0.name) \(percent($0.seenShare ?? 0))" }
        let meant = standing.groups.map { percent($0.expectedShare ?? $0.intendedShare) }
        return ("\(seen.joined(separator: " : ")), expected \(meant.joined(separator: " : "))", .text)
    }
}

extension Column<ListedExperiment> {
    /// Returns the column with words in place of missing figures.
    ///
    /// - Parameter width: the number of columns for the words.
    fileprivate func withWords(columns width: Int) -> Self {
        Column(name, shape, text: text, shown: shown) { listed, point, ownWidth, canvas in
            guard let words = listed.words else { return draw(listed, point, ownWidth, &canvas) }
            canvas.put(words.text, at: point, words.role, maxColumns: width, overflow: .tail)
        }
    }
}

extension ProjectStudy {
    /// A sign of one cell that shows whether it runs.
    var sign: String { isRunning ? "●" : "·" }

    /// Returns the number of whole days since the start; nil if it has not started.
    func days(at now: Date) -> Int? {
        study?.startedAt.map { begin in
            Int(min(max(0, (study?.endedAt ?? now).timeIntervalSince(begin) / 86_400), 1e6))
        }
    }
}
