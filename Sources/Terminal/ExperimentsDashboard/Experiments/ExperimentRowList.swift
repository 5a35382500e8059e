import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import TerminalUI

/// The list of screen 5: the experiments.
struct ExperimentRowList: ScreenList {
    /// The experiment under the cursor; nil on another screen.
    static func selected(_ state: DashboardState) -> ListedExperiment? {
        let (experiments, cursor) = (state.list.experiments, state.position.cursor)
        return state.screen == .experiments && experiments.indices.contains(cursor) ? experiments[cursor] : nil
    }

    /// All that the screen has to list.
    private static func all(_ state: DashboardState) -> ExperimentList {
        ExperimentList(state.experiments.standings, state.content)
    }

    func count(_ state: DashboardState) -> Int { state.list.experiments.count }

    func total(_ state: DashboardState) -> Int {
        let experiments = state.experiments
        return experiments.standings.isEmpty ? state.source.report.experimentCount : experiments.listedCount
    }

    func item(at index: Int, _ state: DashboardState) -> String? { row(at: index, state)?.id }

    func rows(_ state: DashboardState) -> (Int) -> ListedExperiment? {
        let rows = state.list.experiments
        return { rows[$0] }
    }

    func chooseRows(_ state: inout DashboardState) {
        let (all, filter) = (Self.all(state), state.list.filter)
        state.list.experiments =
            filter.isEmpty ? all.rows : all.rows.filter { filter.passes(all.subject(of: $0), now: state.now) }
    }

    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int] {
        let (all, shown) = (Self.all(state), state.list.experiments)
        return shown.indices.filter { filter.passes(all.subject(of: shown[$0]), now: state.now) }
    }

    func reportedRow(_ state: DashboardState) -> ReportRow? { Self.selected(state)?.reported }

    func subjectName(_ state: DashboardState) -> String? { Self.selected(state)?.row.key }

    func describe(_ lines: inout DetailLines) { lines.describeExperiment() }

    private func row(at index: Int, _ state: DashboardState) -> ListedExperiment? {
        state.list.experiments.indices.contains(index) ? state.list.experiments[index] : nil
    }
}

// Screen 5: the experiments, their results, the groups of this installation, and the keys that they decide.
extension ExperimentRowList {
    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let columns = columns(state).fitted(to: state.list.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.columnTitles, &canvas)
        guard state.rowCount > 0 else {
            TableView.drawEmpty(Self.emptyWords(state), in: layout.list, &canvas)
            return
        }
        let rows = state.list.experiments
        columns.drawRows(plan, position: state.position, count: rows.count, in: layout.list, &canvas) { rows[$0] }
    }

    private static func emptyWords(_ state: DashboardState) -> [String] {
        guard state.list.filter.isEmpty else {
            return state.list.nothingMatches("no experiment", state.project.keyMap)
        }
        if state.experiments.isReading { return ["no experiments yet", "reading what came in…"] }
        if let problem = state.experiments.problem {
            return ["the results of the experiments cannot be read", problem]
        }
        return [
            "no experiments", "the source names none, and no key is declared with a baseline",
            "to begin, declare one under experiments: in the project file, and what is measured under metrics:",
            "then :serve takes events of apps, and “experiments events import” those in files",
        ]
    }
}

// The columns of the list of experiments, with those of results if there are any.
extension ExperimentRowList {
    func columns(_ state: DashboardState) -> [Column<ListedExperiment>] {
        let filters = state.list.finding
        let all = ExperimentColumns(filters: filters)
        guard !state.experiments.standings.isEmpty else {
            return [all.experiment, all.group, all.key, all.value, all.tracked]
        }
        return [
            all.experiment, all.verdict, all.health, all.users, all.split, all.days,
            all.usersByDay, all.group, all.key,
        ]
    }
}

/// The columns of screen 5.
private struct ExperimentColumns {
    let filters: [Filter]

    var experiment: Column<ListedExperiment> {
        Column(
            "experiment",
            TableColumn(title: "experiment", minimum: 18, ideal: 24, weight: 1, priority: 10, isMeasured: true),
            finding: filters, in: .experiment, text: \.name
        ) { ($0.name ?? "—", $0.name == nil ? .dim : .title) }
    }

    var group: Column<ListedExperiment> {
        Column(
            "group", TableColumn(title: "group", minimum: 7, ideal: 14, weight: 1, priority: 9, isMeasured: true),
            finding: filters, in: .group
        ) { ($0.ownGroup ?? $0.row.group, $0.ownGroup == nil ? .dim : .group) }
    }

    var key: Column<ListedExperiment> {
        Column(
            "key", TableColumn(title: "key", minimum: 8, ideal: 24, weight: 1, priority: 10, isMeasured: true),
            finding: filters, in: .key, text: \.row.key
        ) { ($0.row.key ?? "—", .key) }
    }

    var value: Column<ListedExperiment> {
        Column(
            "value", TableColumn(title: "value", minimum: 6, ideal: 16, weight: 2, priority: 7, isMeasured: true),
            finding: filters, in: .value, text: \.row.value
        ) { ($0.row.value ?? "—", .value) }
    }

    var tracked: Column<ListedExperiment> {
        Column("tracked", TableColumn(title: "tracked", minimum: 7, ideal: 7, priority: 5), finding: filters) {
            ($0.row.isTracked ? "yes" : "no", $0.row.isTracked ? .ok : .dim)
        }
    }
}

// The columns with the results of an experiment.
extension ExperimentColumns {
    private static let nothing = ("—", Role.dim)

    var verdict: Column<ListedExperiment> {
        Column(
            "verdict",
            TableColumn(title: "verdict", minimum: 13, ideal: 13, weight: 0, priority: 9, isMeasured: true),
            finding: filters
        ) { $0.standing.map { ($0.verdict.word.text, $0.verdict.word.role) } ?? Self.nothing }
    }

    var health: Column<ListedExperiment> {
        Column(
            "health", TableColumn(title: "health", minimum: 8, ideal: 11, priority: 8, isMeasured: true),
            finding: filters
        ) { $0.standing.map { ($0.health.text, $0.health.role) } ?? Self.nothing }
    }

    var users: Column<ListedExperiment> {
        Column(
            "users",
            TableColumn(title: "users", minimum: 7, ideal: 9, priority: 6, isRightAligned: true), finding: []
        ) { listed in
            guard let standing = listed.standing else { return Self.nothing }
            let users = standing.groups.reduce(0) { $0.clampedSum($1.users) }
            return (CountText.grouped(users), users == 0 ? .dim : .value)
        }
    }

    /// The groups' users beside each other, with marks where the split should be.
    var split: Column<ListedExperiment> {
        Column(
            "split", TableColumn(title: "groups", minimum: 8, ideal: 14, weight: 1, priority: 5),
            text: { $0.standing.map { $0.groups.map { "\($0.name) \($0.users)" }.joined(separator: ", ") } }
        ) { listed, point, width, canvas in
            guard let standing = listed.standing else { return }
            let bar = SplitBar(
                standing.groups.map { Double($0.users) }, meant: standing.groups.map(\.expected),
                columns: min(width, 24))
            canvas.put(bar.spans, at: point, maxColumns: width)
        }
    }

    var days: Column<ListedExperiment> {
        Column("days", TableColumn(title: "days", minimum: 4, ideal: 5, priority: 4, isRightAligned: true), finding: [])
        {
            listed in
            guard let standing = listed.standing else { return Self.nothing }
            guard standing.state != .planned else { return ("soon", .dim) }
            let days = CountText.grouped(Int(standing.days.rounded(.down)))
            return (days, standing.state == .quiet ? .warning : .age)
        }
    }

    /// The number of new users on each day.
    var usersByDay: Column<ListedExperiment> {
        Column(
            "usersByDay", TableColumn(title: "users a day", minimum: 8, ideal: 14, priority: 3),
            text: { $0.standing.map { $0.usersByDay.map(String.init).joined(separator: " ") } }
        ) { listed, point, width, canvas in
            guard let standing = listed.standing else { return }
            canvas.put(
                Sparkline(standing.usersByDay.map(Double.init), columns: width).spans, at: point, maxColumns: width)
        }
    }
}

/// A row of screen 5: an experiment that the project declares, an experiment of the source, or a key with baselines.
struct ListedExperiment: Sendable {
    /// The results of a declared experiment; nil for others.
    let standing: ExperimentStanding?
    /// The value and the group of this installation.
    let row: ExperimentRow
    /// The report's row for the key that it decides; nil for a key that is not declared.
    let reported: ReportRow?

    /// The text that identifies the row.
    var id: String { standing.map { "declared/" + $0.name } ?? row.id }

    /// The name of the experiment; nil for a key of which no experiment is known.
    var name: String? { standing?.name ?? row.experiment }

    /// The texts in the row besides those of the source.
    var texts: [String] {
        guard let standing else { return [] }
        return [
            standing.name, standing.verdict.word.text, standing.health.text, standing.state.rawValue,
            standing.plan.experiment.owner ?? "",
        ]
    }

    /// The group of this installation, if it is one of the experiment's: what the key's value says, else what the
    /// source calls it.
    var ownGroup: String? {
        guard let standing else { return row.group }
        return row.ownGroup(among: standing.groups.map(\.name))
    }
}

/// All rows of screen 5: the declared experiments in the order of the project file, then what only the source knows.
struct ExperimentList {
    let rows: [ListedExperiment]
    private let known: ExperimentRows

    init(_ standings: [ExperimentStanding], _ content: KeyListing.Content) {
        let known = content.experiments
        self.known = known
        let found = known.rows(
            of: standings.map { standing in
                let experiment = standing.plan.experiment
                return DeclaredExperiment(
                    name: experiment.name, key: experiment.key, flag: experiment.flag,
                    groups: standing.groups.map(\.name))
            })
        let declared = zip(standings, found.declared).map { standing, listed in
            ListedExperiment(standing: standing, row: listed.row, reported: listed.reported)
        }
        rows =
            declared
            + found.others.map { ListedExperiment(standing: nil, row: $0, reported: known.reported($0)) }
    }

    /// Returns the parts of a row that a filter examines.
    func subject(of listed: ListedExperiment) -> FilterSubject { known.subject(of: listed.row, with: listed.texts) }
}
