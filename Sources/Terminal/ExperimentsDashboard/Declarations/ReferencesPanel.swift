import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI

/// The places in the app's sources that use a key. It covers the whole screen except the footer.
struct ReferencesPanel: Sendable {
    /// The key's name.
    let name: String
    /// The references, or the reason why there are none; nil until they are known.
    private(set) var result: Result<KeyReferences, MessageError>?
    var reading = ListReading<KeyReference>()

    init(of name: String) { self.name = name }

    /// Returns the path of the file for a row of the list.
    private func path(at place: Int) -> String? {
        guard let reference = row(at: place), let found = try? result?.get() else { return nil }
        return found.path(of: reference)
    }

    /// The reference under the cursor, if it is in the file system.
    var selectedPlace: FilePlace? {
        guard let reference = selected, let path = path(at: cursor) else { return nil }
        return FilePlace(path: path, line: reference.line, column: reference.column)
    }

    mutating func take(_ result: Result<KeyReferences, MessageError>, _ state: DashboardState) {
        self.result = result
        chooseRows(state)
    }

    func allRows(_ state: DashboardState) -> [KeyReference] { (try? result?.get())?.references ?? [] }

    func finder(for filter: Filter, _ state: DashboardState) -> (KeyReference) -> Bool {
        { filter.passes($0.subject(of: name), now: state.now) }
    }
}

extension KeyReference {
    /// Returns the parts of a reference that a filter examines.
    fileprivate func subject(of name: String) -> FilterSubject {
        FilterSubject(names: [name], texts: [kind, place], values: [text])
    }
}

extension ReferencesPanel: ListPanel {
    func layout(_ size: CellSize) -> ListPanelLayout {
        ListPanelLayout(size, listed: max(total, emptyWords().count + 3))
    }

    static let keys: [PanelKey<ReferencesPanel>] = [
        .back, .closing(.references),
        PanelKey(
            [KeyPress(.enter)], [.details, .openDetails],
            word: { panel, _ in panel.count > 0 ? "open in $EDITOR" : nil }
        ) { panel, _ in .stay(panel.selectedPlace.map { [.openPlace($0)] } ?? []) },
        PanelKey([], [.copyValue], word: { panel, _ in panel.count > 0 ? "copy the location" : nil }) {
            panel, _ in
            .stay(panel.selected.map { [.copy($0.place)] } ?? [])
        },
        PanelKey([], [.copyKey]) { panel, _ in .stay([.copy(panel.name)]) },
        .reading(.filter, "filter"), .reading(.find, "find"),
        PanelKey([], [.refetch], "refresh") { panel, _ in .stay([.findReferences(panel.name)]) },
    ]
}

/// A place in a file, to be opened in an editor.
package struct FilePlace: Sendable, Hashable {
    /// The path of the file.
    package let path: String
    /// The line, from 1.
    package let line: Int
    /// The column, from 1.
    package let column: Int

    /// Creates a place.
    package init(path: String, line: Int, column: Int) {
        self.path = path
        self.line = line
        self.column = column
    }
}

extension [Command] {
    static let references: [Command] = [.references]
}

extension Command {
    static let references: Command = Command(
        "references", title: "Show where the app's code reads the key", in: .reading, keys: ["C", "R"],
        footer: FooterPlace("code", at: .more(6)) {
            !$0.actsOnMarks && $0.reasonDisabled(.references) == nil
        },
        shell: "experiments scan --references --key KEY",
        whyNot: { state in
            if let reason = state.reasonNoKey { return reason }
            return state.project.findsReferences ? nil : "no project file, so no code to search"
        },
        run: { state in state.subjectName.map { [.open(ReferencesPanel(of: $0)), .findReferences($0)] } ?? []
        })
}

// Draws the places in the app's code that use a key.
extension ReferencesPanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let plan = drawTable(state, title: title, columns: fitted(columns), empty: emptyWords(), on: &canvas)
        {
            row(at: $0)
        }
        if count > 0 { linkPlaces(plan, in: listRect(state), state, &canvas) }
        DetailBoxes(.about(name, state), in: layout(state.size).details, state).drawUnscrolled(&canvas)
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

    private var title: BoxTitle {
        let words: Span? =
            switch result {
            case nil: Span("searching…", .live)
            case .success: Span(CountText.count(total, "place"), .dim)
            case .failure: nil
            }
        return BoxTitle("\(name) in the code", notes: [words].compactMap(\.self))
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

    private var columns: [Column<KeyReference>] {
        let filters = reading.finding
        return [
            Column("place", .init("place", 12...44, priority: 10, isMeasured: true), finding: filters) {
                ("\($0.path):\($0.line)", .key)
            },
            Column("kind", .init("kind", 8...8, priority: 5, isMeasured: true), finding: filters) {
                ($0.kind, $0.kind == "used" ? .changed : .dim)
            },
            Column(
                "text", .init("line", 12...60, weight: 1, priority: 9, isMeasured: true), finding: filters,
                in: .value,
                cut: .tail
            ) { ($0.text, .value) },
        ]
    }
}
