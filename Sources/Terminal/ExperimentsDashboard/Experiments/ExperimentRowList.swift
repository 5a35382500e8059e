import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTerminalUI
import FirebaseTemplates

/// The list of screen 5: the experiments.
struct ExperimentRowList: ScreenList {
    /// Returns the experiment under the cursor; nil on another screen.
    static func selected(_ state: DashboardState) -> ListedExperiment? {
        let (experiments, cursor) = (state.list.experiments, state.position.cursor)
        return state.screen == .experiments && experiments.indices.contains(cursor) ? experiments[cursor] : nil
    }

    /// Returns all rows of the screen.
    private static func all(_ state: DashboardState) -> ExperimentList {
        ExperimentList(state.experiments.standings, state.templates.studies.content, state.content)
    }

    /// Whether there are rows of experiments, and not only keys that the source decides.
    static func isTable(_ state: DashboardState) -> Bool {
        !state.experiments.standings.isEmpty || state.templates.studies.content?.all.isEmpty == false
    }

    func count(_ state: DashboardState) -> Int { state.list.experiments.count }

    func total(_ state: DashboardState) -> Int { state.experiments.listedCount }

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

    private func row(at index: Int, _ state: DashboardState) -> ListedExperiment? {
        state.list.experiments.indices.contains(index) ? state.list.experiments[index] : nil
    }
}

// Screen 5: the declared experiments with their results; below a rule, those of the project behind the source; and
// below another, the keys that only the source decides.
extension ExperimentRowList {
    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        let plan = columns(state).fitted(to: state.list.widths).plan(width: layout.list.columns - 2)
        let all = ExperimentColumns(state)
        let columns = columns(state, wordsIn: plan)
        TableView.drawTitles(plan, in: layout.columnTitles, &canvas)
        if let axis = plan.columns.first(where: { columns[$0.index].name == "axis" }) {
            let place = CellPoint(column: layout.columnTitles.column + 1 + axis.offset, row: layout.columnTitles.row)
            canvas.put(all.axisTitle(width: axis.width), at: place, .columnHeader, maxColumns: axis.width)
        }
        let lines = ExperimentListLines(state, layout.list)
        let rows = state.list.experiments
        for (offset, line) in lines.visible.enumerated() {
            let rect = layout.list.line(offset)
            switch line {
            case .row(let index):
                for placed in plan.columns {
                    let point = CellPoint(column: rect.column + 1 + placed.offset, row: rect.row)
                    columns[placed.index].draw(rows[index], point, placed.width, &canvas)
                }
                drawCursor(state, over: rect, of: index, &canvas)
            case .rule(let words): drawRule(words, in: rect, &canvas)
            case .cells(let indices):
                for (place, index) in indices.enumerated() {
                    let cell = lines.cell(place, in: rect)
                    canvas.put(lines.spans(of: rows[index]), at: cell.origin, maxColumns: cell.columns)
                    drawCursor(state, over: cell, of: index, &canvas)
                }
            }
        }
        let bar = ScrollBar(top: lines.first, visible: layout.list.rows, count: lines.count)
        canvas.put(bar, besideList: layout.list)
    }

    private func drawCursor(_ state: DashboardState, over rect: CellRect, of index: Int, _ canvas: inout Canvas) {
        guard index == state.position.cursor else { return }
        canvas.frame.layer(canvas.theme[.cursorRow], over: rect)
        canvas.frame.cursor = rect.origin
    }

    private func drawRule(_ words: String, in rect: CellRect, _ canvas: inout Canvas) {
        let text = "── \(words) "
        let rule = text + String(repeating: "─", count: max(0, rect.columns - 2 - DisplayText(text).width))
        canvas.put(rule, at: CellPoint(column: rect.column + 1, row: rect.row), .dim, maxColumns: rect.columns - 2)
    }

    var subject: String { "experiment" }

    func emptyWords(_ state: DashboardState) -> [String] {
        if state.experiments.isReading { return ["no experiments yet", "reading the results…"] }
        if let problem = state.experiments.problem {
            return ["cannot read the results", problem]
        }
        let words = ["no experiments", "The source has none, and no declared key has a baseline."]
        return state.details.isShown ? words : words + ExperimentFigures.declaring
    }
}

/// The lines of the list: a row for each declared experiment; below a rule, a row for each of the project behind the
/// source; and below another, the others, in columns side by side.
struct ExperimentListLines {
    enum Line: Hashable {
        case row(Int)
        case rule(String)
        case cells(Range<Int>)
    }

    /// The lines on the screen.
    let visible: ArraySlice<Line>
    /// The number of all lines, including those that are not visible.
    let count: Int
    private let nameColumns: Int
    private let cellColumns: Int
    /// The text before the group of this installation, if there is room.
    private let you: String

    /// The maximum width of a name or a group. Longer ones are cut.
    private static let widest = 32
    private static let you = "you: "
    private static let gap = 3

    init(_ state: DashboardState, _ rect: CellRect) {
        let rows = state.list.experiments
        guard ExperimentRowList.isTable(state) else {
            self.init(rows.indices.map(Line.row), state, rect, nameColumns: 0, cellColumns: 0, you: "")
            return
        }
        let declared = rows.firstIndex { !$0.isDeclared } ?? rows.count
        let listed = rows.firstIndex { $0.isOther } ?? rows.count
        let others = rows[listed...]
        func widest(_ text: (ListedExperiment) -> String) -> Int {
            min(Self.widest, others.reduce(0) { max($0, DisplayText(text($1)).width(upTo: Self.widest)) })
        }
        let nameColumns = widest(\.title)
        let needed = 2 + nameColumns + 2 + widest(\.row.group)
        func beside(_ columns: Int) -> Int { max(1, (rect.columns - 2 + Self.gap) / (columns + Self.gap)) }
        let you = beside(needed + Self.you.count) < beside(needed) ? "" : Self.you
        let cellColumns = needed + you.count
        let beside = beside(cellColumns)
        var lines = (0..<declared).map(Line.row)
        if listed > declared {
            lines.append(.rule(state.templates.studies.content?.title ?? ""))
            lines += (declared..<listed).map(Line.row)
        }
        if !others.isEmpty { lines.append(.rule("not declared as experiments")) }
        lines += stride(from: listed, to: rows.count, by: beside).map {
            .cells($0..<min($0 + beside, rows.count))
        }
        self.init(lines, state, rect, nameColumns: nameColumns, cellColumns: cellColumns, you: you)
    }

    private init(
        _ lines: [Line], _ state: DashboardState, _ rect: CellRect, nameColumns: Int, cellColumns: Int, you: String
    ) {
        (self.nameColumns, self.cellColumns, self.you, count) = (nameColumns, cellColumns, you, lines.count)
        func line(of index: Int) -> Int {
            lines.firstIndex {
                switch $0 {
                case .row(let row): row == index
                case .rule: false
                case .cells(let cells): cells.contains(index)
                }
            } ?? 0
        }
        // A rule adds a line, and several rows can share one.
        let cursor = line(of: state.position.cursor)
        let topRow = line(of: state.position.top)
        // A rule belongs to the row below it.
        let isBelowRule = if topRow > 0, case .rule = lines[topRow - 1] { true } else { false }
        let top = min(isBelowRule ? topRow - 1 : topRow, max(0, lines.count - rect.rows))
        let first = max(top, cursor - rect.rows + 1)
        visible = lines.dropFirst(first).prefix(max(0, rect.rows))
    }

    /// The number of lines above the visible ones.
    var first: Int { visible.startIndex }

    /// Returns the place of a cell in a line.
    func cell(_ place: Int, in rect: CellRect) -> CellRect {
        CellRect(
            column: rect.column + 1 + place * (cellColumns + Self.gap), row: rect.row,
            columns: min(cellColumns, rect.columns - 2), rows: 1)
    }

    /// Returns the text of a cell: `· checkout_flow  you: one_page`.
    func spans(of listed: ListedExperiment) -> [Span] {
        let name = DisplayText(listed.title).truncated(to: nameColumns, .middle)
        let gap = String(repeating: " ", count: max(0, nameColumns - DisplayText(name).width) + 2)
        return [
            Span("· ", .dim), Span(name, .key), Span(gap + you, .dim),
            Span(DisplayText(listed.row.group).truncated(to: Self.widest), .value),
        ]
    }

    /// Returns the index of the row at a point of the list.
    func place(at point: CellPoint, in rect: CellRect) -> Int? {
        let line = visible.startIndex + point.row - rect.row
        guard visible.indices.contains(line) else { return nil }
        switch visible[line] {
        case .row(let index): return index
        case .rule: return nil
        case .cells(let indices):
            let place = max(0, point.column - rect.column - 1) / (cellColumns + Self.gap)
            return place < indices.count ? indices.lowerBound + place : nil
        }
    }
}

/// A row of screen 5: an experiment in the project file, one of the project behind the source, one that appears only in
/// the source's values, or a key with baselines.
struct ListedExperiment: Sendable {
    /// The results; nil if there are none.
    let standing: ExperimentStanding?
    /// The experiment or rollout of the project behind the source; nil if it is not from there.
    let study: ProjectStudy?
    /// The value and the group of this installation.
    let row: ExperimentRow
    /// The report's row for the key that it decides; nil if the key is not declared.
    let reported: ReportRow?

    /// Whether the project file declares it.
    var isDeclared: Bool { standing?.plan.experiment.isDeclared ?? false }

    /// Whether it appears only in the source's values.
    var isOther: Bool { !isDeclared && study == nil }

    /// The text that identifies the row.
    var id: String {
        if let standing, isDeclared { return "declared/" + standing.name }
        return study.map { "\($0.reference)" } ?? row.id
    }

    /// The name of the experiment; nil for a key without a known experiment.
    var name: String? { isDeclared ? standing?.name : study?.title ?? row.experiment }

    /// The title in a list of experiments without results.
    var title: String { [name, row.key].compactMap(\.self).first ?? "" }

    /// The texts in the row, besides those from the source.
    var texts: [String] {
        let own = study?.texts ?? []
        guard let standing else { return own }
        return own + [
            standing.name, standing.verdict.word.text, standing.health.text, standing.state.rawValue,
            standing.plan.experiment.owner ?? "",
        ]
    }

    /// The group of this installation, if the experiment has it: from the key's value, otherwise as the source names
    /// it.
    var ownGroup: String? {
        if let study, !isDeclared {
            return row.experiment == study.reference.fetchedID ? study.variantName(row.group) : nil
        }
        guard let standing else { return row.group }
        return row.ownGroup(among: standing.groups.map(\.name))
    }
}

/// All rows of screen 5: the declared experiments in the order of the project file, the experiments and rollouts of the
/// project behind the source, then those that only the source has.
struct ExperimentList {
    let rows: [ListedExperiment]
    private let known: ExperimentRows

    init(_ standings: [ExperimentStanding], _ studies: ProjectStudies?, _ content: KeyListing.Content) {
        let known = content.experiments
        self.known = known
        let declared = standings.filter(\.plan.experiment.isDeclared)
        let studies = studies?.all ?? []
        let joined = declared.map { standing in studies.first { standing.plan.experiment.isSame(as: $0) } }
        let found = known.rows(of: declared.map(DeclaredExperiment.init))
        let projectRows = StudyRows(
            studies, besides: Set(joined.compactMap(\.self?.reference)), standings, assigned: found.others, content)
        rows =
            zip(zip(declared, joined), found.declared).map {
                ListedExperiment(standing: $0.0, study: $0.1, row: $1.row, reported: $1.reported)
            } + projectRows.rows
            + projectRows.others.map {
                ListedExperiment(standing: nil, study: nil, row: $0, reported: known.reported($0))
            }
    }

    /// Returns the parts of a row that a filter examines.
    func subject(of listed: ListedExperiment) -> FilterSubject { known.subject(of: listed.row, with: listed.texts) }
}

extension DeclaredExperiment {
    fileprivate init(_ standing: ExperimentStanding) {
        let experiment = standing.plan.experiment
        self.init(
            name: experiment.name, key: experiment.key, flag: experiment.flag, groups: standing.groups.map(\.name))
    }
}

/// The rows for the experiments and rollouts of the project behind the source.
private struct StudyRows {
    let rows: [ListedExperiment]
    /// The other rows of the source.
    let others: [ExperimentRow]

    /// - Parameters:
    ///   - taken: those that have a row already, because they are declared.
    ///   - assigned: the rows of the source that belong to no declared experiment.
    init(
        _ studies: [ProjectStudy], besides taken: Set<StudyReference>, _ standings: [ExperimentStanding],
        assigned: [ExperimentRow], _ content: KeyListing.Content
    ) {
        let results = Dictionary(standings.map { ($0.name, $0) }) { first, _ in first }
        let own = Dictionary(assigned.map { ($0.experiment, $0) }) { first, _ in first }
        let keys = content.report.rows(named: Set(studies.flatMap(\.keys)))
        rows = studies.filter { !taken.contains($0.reference) }.map { study in
            let name = study.reference.fetchedID
            let row = own[name]
            let key = row?.key ?? study.keys.first
            let reported = key.flatMap { keys[$0] }
            return ListedExperiment(
                standing: results[name], study: study,
                row: ExperimentRow(
                    experiment: row?.experiment, group: row?.group ?? "—", key: key, value: reported?.valueText,
                    isTracked: row?.isTracked ?? false, startedAt: row?.startedAt),
                reported: reported)
        }
        let names = Set(studies.map(\.reference.fetchedID))
        let decided = Set(studies.filter(\.isRunning).flatMap(\.keys))
        others = assigned.filter { row in
            row.experiment.map { !names.contains($0) } ?? !(row.key.map(decided.contains) ?? false)
        }
    }
}

extension ProjectExperiment {
    /// Returns whether the row is about a study of the project behind the source, by its name or flag, or by the key
    /// that it decides now.
    fileprivate func isSame(as study: ProjectStudy) -> Bool {
        let names = [study.reference.fetchedID, study.reference.id, study.title]
        return [name, flag].contains { $0.map(names.contains) ?? false }
            || key.map { study.isRunning && study.keys.contains($0) } ?? false
    }
}
