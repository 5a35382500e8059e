/// A question with yes and no. Enter, Esc and any other key mean no.
struct Confirmation: Panel {
    /// The maximum number of lines that name parts of the change. If there are more, the question only gives their
    /// number.
    static let lineLimit = 6
    private static let yes = KeyHint("y", "yes")
    private static let no = KeyHint("n", "no")

    /// The question, and the details of the change.
    let lines: [String]
    /// The effects of a yes.
    let effects: [Effect]
    /// Whether it closes when another source is shown, because it is about the previous one.
    var isAboutSource = false

    func outlives(changeTo source: DashboardSource) -> Bool { !isAboutSource }

    var escapeWord: String { Self.no.word }

    var offersHelp: Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] { [Self.yes, Self.no] }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        switch press {
        case Self.yes, KeyPress("Y"): .close(effects)
        default: .close()
        }
    }

    /// Returns the question, the first of the things it is about, and the number of the others.
    static func lines(_ question: String, about things: [String]) -> [String] {
        let shown = things.count <= lineLimit + 1 ? things : Array(things.prefix(lineLimit))
        let more = things.count - shown.count
        return [question] + shown.map { "  " + $0 } + (more > 0 ? ["  and \(more) more"] : [])
    }

    /// Draws the question with the affected environment.
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let room = max(10, min(64, state.size.columns - 6))
        let answers = [Self.yes, Self.no].map { "\($0.keys) \($0.word)" }.joined(separator: "   ")
        let lines = lines.flatMap { DisplayText($0).wrapped(to: room, limit: 6) }
        let title = state.source.environment.map { "Confirm (\($0))" } ?? "Confirm"
        let width = (lines + [answers, title + "  "]).map { DisplayText($0).width }.max() ?? 0
        let inside = Box.draw(title, size: CellSize(columns: width, rows: lines.count + 2), on: &canvas)
        // If there is not enough room, the question is shown. The footer has the answers too.
        let hasRoom = inside.rows > lines.count
        for (row, line) in lines.prefix(inside.rows).enumerated() {
            canvas.put(
                line, at: CellPoint(column: inside.column, row: inside.row + row), .popup,
                maxColumns: inside.columns)
        }
        guard hasRoom else { return }
        canvas.put(
            answers, at: CellPoint(column: inside.column, row: inside.endRow - 1), .footerKey,
            maxColumns: inside.columns)
    }
}
