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
        return state.screen == .experiments && experiments.indices.contains(cursor)
            ? experiments[cursor] : nil
    }

    /// Returns all rows of the screen.
    private static func all(_ state: DashboardState) -> ExperimentList {
        ExperimentList(
            state.experiments.standings, state.rollouts.entries, state.templates.studies.content,
            state.content)
    }

    /// Whether there are rows of experiments, and not only keys that the source decides.
    static func isTable(_ state: DashboardState) -> Bool {
        !state.experiments.standings.isEmpty || !state.rollouts.entries.isEmpty
            || state.templates.studies.content?.all.isEmpty == false
    }

    func count(_ state: DashboardState) -> Int { state.list.experiments.count }

    func total(_ state: DashboardState) -> Int { state.experiments.listedCount }

    /// While the results are read, the first row is identified as such, so that a cursor there stays at the top once
    /// the experiments are above the rollouts.
    func item(at index: Int, _ state: DashboardState) -> String? {
        index == 0 && state.experiments.isReading && !state.list.experiments.isEmpty
            ? Self.first : row(at: index, state)?.id
    }

    private static let first = "first"

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
            let place = CellPoint(
                column: layout.columnTitles.column + 1 + axis.offset, row: layout.columnTitles.row)
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

    private func drawCursor(
        _ state: DashboardState, over rect: CellRect, of index: Int, _ canvas: inout Canvas
    ) {
        guard index == state.position.cursor else { return }
        canvas.frame.layer(canvas.theme[.cursorRow], over: rect)
        canvas.frame.cursor = rect.origin
    }

    private func drawRule(_ words: String, in rect: CellRect, _ canvas: inout Canvas) {
        let text = "── \(words) "
        let rule = text + String(repeating: "─", count: max(0, rect.columns - 2 - DisplayText(text).width))
        canvas.put(
            rule, at: CellPoint(column: rect.column + 1, row: rect.row), .dim, maxColumns: rect.columns - 2)
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
        let experiments = rows.firstIndex { !$0.isDeclared } ?? rows.count
        let declared = rows.firstIndex { !$0.isDeclared && $0.rollout == nil } ?? rows.count
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
        var lines = (0..<experiments).map(Line.row)
        if declared > experiments {
            lines.append(.rule("rollouts"))
            lines += (experiments..<declared).map(Line.row)
        }
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
        _ lines: [Line], _ state: DashboardState, _ rect: CellRect, nameColumns: Int, cellColumns: Int,
        you: String
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
