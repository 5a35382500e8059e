import ExperimentsCore
import ExperimentsOperator
import TerminalUI

/// The places in the app's sources that use a key. It covers the whole screen except the footer.
struct ReferencesPanel: Sendable {
    /// The key's name.
    let name: String
    /// The references, or the reason why there are none; nil until they are known.
    private(set) var result: Result<KeyReferences, CodeFailure>?
    var reading = ListReading()
    /// The references that the filter lets through.
    private var visible: [KeyReference] = []
    private(set) var position = ListPosition()

    init(of name: String) { self.name = name }

    private var all: [KeyReference] { (try? result?.get())?.references ?? [] }

    var count: Int { visible.count }

    /// The number of references without the filter.
    var total: Int { all.count }

    var cursor: Int { position.cursor }

    var top: Int { position.top }

    /// The reference at a place of the list.
    func reference(at place: Int) -> KeyReference? { visible.indices.contains(place) ? visible[place] : nil }

    /// The path of the file of the reference at a place of the list.
    private func path(at place: Int) -> String? {
        guard let reference = reference(at: place), let found = try? result?.get() else { return nil }
        return found.path(of: reference)
    }

    /// The reference under the cursor, if it is in the file system.
    var selectedPlace: FilePlace? {
        guard let reference = reference(at: cursor), let path = path(at: cursor) else { return nil }
        return FilePlace(path: path, line: reference.line, column: reference.column)
    }

    mutating func take(_ result: Result<KeyReferences, CodeFailure>, _ state: DashboardState) {
        self.result = result
        chooseRows(state)
    }

    mutating func chooseRows(_ state: DashboardState) {
        visible = all.filter { reading.filter.passes($0.subject(of: name), now: state.now) }
        findMatches(state)
        move(to: cursor, state)
    }

    func rows(found filter: Filter, _ state: DashboardState) -> [Int] {
        visible.indices.filter { filter.passes(visible[$0].subject(of: name), now: state.now) }
    }

    mutating func move(to row: Int, _ state: DashboardState) {
        position.move(to: row, count: count) { _ in nil }
        position.reveal(rows: ListPanelLayout(state.size).list.rows, count: count)
    }

    func page(_ state: DashboardState) -> Int { max(1, ListPanelLayout(state.size).list.rows - 1) }
}

extension KeyReference {
    /// Returns the parts of a reference that a filter examines.
    fileprivate func subject(of name: String) -> FilterSubject {
        FilterSubject(names: [name], texts: [kind, place], values: [text])
    }
}

extension ReferencesPanel: ListPanel {
    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if let hints = readingHints(map) { return hints }
        let acts = [KeyHint(.enter, "open in $EDITOR")] + map.hint([.copyValue], "copy the location")
        return [escapeHint] + (count > 0 ? acts : []) + map.hint([.filter], "filter") + map.hint([.find], "find")
            + map.hint([.refetch], "refresh")
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if read(press, state) { return .stay() }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back): return clearReading(state) ? .stay() : .close()
        case (_, .quit), (_, .references): return .close()
        case (.enter, _), (_, .details), (_, .openDetails): return .stay(selectedPlace.map { [.openPlace($0)] } ?? [])
        case (_, .copyValue): return .stay(reference(at: cursor).map { [.copy($0.place)] } ?? [])
        case (_, .copyKey): return .stay([.copy(name)])
        case (_, .refetch): return .stay([.findReferences(name)])
        default: return .stay()
        }
    }

    /// A first click chooses a place, one on the chosen place opens it.
}

/// A place in a file, to be opened in an editor.
public struct FilePlace: Sendable, Hashable {
    /// The path of the file.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    /// Creates a place.
    public init(path: String, line: Int, column: Int) {
        (self.path, self.line, self.column) = (path, line, column)
    }
}

extension [Command] {
    static let references: [Command] = [.references]
}

extension Command {
    static let references: Command = Command(
        "references", title: "Show where the app's code reads the key", in: .reading, keys: ["C", "R"],
        footer: FooterPlace("code", at: .more(6)) { !$0.actsOnMarks && $0.reasonDisabled(.references) == nil },
        twin: .command("experiments scan --references --key KEY"),
        whyNot: { state in
            if let reason = state.reasonNoKey { return reason }
            return state.project.findsReferences
                ? nil : "no project file, so no code to search"
        },
        run: { state in state.subjectName.map { [.open(ReferencesPanel(of: $0)), .findReferences($0)] } ?? [] })
}

// Draws the places in the app's code that use a key.
extension ReferencesPanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let layout = ListPanelLayout(state.size)
        canvas.fill(layout.screen, .text)
        drawHeader(in: layout.header, &canvas)
        let wanted = columns()
        let columns = wanted.fitted(to: wanted.measured(count: count) { reference(at: $0) })
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.titles, &canvas)
        if count == 0 {
            TableView.drawEmpty(emptyWords(), in: layout.list, &canvas)
        } else {
            columns.drawRows(plan, position: position, count: count, in: layout.list, &canvas) {
                reference(at: $0)
            }
            linkPlaces(plan, in: layout.list, state, &canvas)
        }
        drawPrompt(state, in: layout, on: &canvas)
    }

    /// Makes the first column a link to the files.
    private func linkPlaces(
        _ plan: ColumnPlan, in list: CellRect, _ state: DashboardState, _ canvas: inout Canvas
    ) {
        guard let column = plan.columns.first(where: { $0.index == 0 }) else { return }
        for line in 0..<list.rows {
            let cell = CellRect(
                column: list.column + 1 + column.offset, row: list.row + line, columns: column.width, rows: 1)
            canvas.frame.link(cell, to: path(at: top + line).flatMap { state.appearance.link(toFileAt: $0) })
        }
    }

    private func drawHeader(in rect: CellRect, _ canvas: inout Canvas) {
        canvas.fill(rect, .header)
        var spans = [Span("\(name) in the code", .title), Span("  ", .header)]
        switch result {
        case nil: spans.append(Span("searching…", .live))
        case .success: spans.append(Span(total == 1 ? "1 place" : "\(total) places", .header))
        case .failure: break
        }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }

    private func emptyWords() -> [String] {
        let goesBack = escapeHint.words("goes back")
        return switch result {
        case nil: ["searching with experiments-code…"]
        case .failure(let failure): [failure.message] + [failure.advice, goesBack].compactMap(\.self)
        case .success where total > 0: nothingMatches()
        case .success(let found): ["no Swift file in \(found.folder) mentions \(name)", goesBack]
        }
    }

    private func columns() -> [Column<KeyReference>] {
        let filters = [reading.filter, reading.search.filter]
        func shape(_ title: String, _ widths: ClosedRange<Int>, weight: Int = 0, priority: Int) -> TableColumn {
            TableColumn(
                title: title, minimum: widths.lowerBound, ideal: widths.upperBound, weight: weight, priority: priority,
                isMeasured: true)
        }
        return [
            Column("place", shape("place", 12...44, priority: 10), finding: filters, cut: .middle) {
                ("\($0.path):\($0.line)", .key)
            },
            Column("kind", shape("kind", 8...8, priority: 5), finding: filters) {
                ($0.kind, $0.kind == "used" ? .changed : .dim)
            },
            Column("text", shape("line", 12...60, weight: 1, priority: 9), finding: filters, in: .value, cut: .tail) {
                ($0.text, .value)
            },
        ]
    }
}
