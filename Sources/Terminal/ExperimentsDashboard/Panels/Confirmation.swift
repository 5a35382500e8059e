/// A question with a yes and a no; no is what Enter, Esc and everything else mean.
struct Confirmation: Panel {
    /// The number of lines that name parts of the change. More are only counted.
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

    /// The question with the first of the things it is about, and how many more there are.
    static func lines(_ question: String, about things: [String]) -> [String] {
        let shown = things.count <= lineLimit + 1 ? things : Array(things.prefix(lineLimit))
        let more = things.count - shown.count
        return [question] + shown.map { "  " + $0 } + (more > 0 ? ["  and \(more) more"] : [])
    }

    /// With the environment that it is about.
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let room = max(10, min(64, state.size.columns - 6))
        let answers = [Self.yes, Self.no].map { "\($0.keys) \($0.word)" }.joined(separator: "   ")
        let lines = lines.flatMap { DisplayText($0).wrapped(to: room, limit: 6) }
        let title = state.source.environment.map { "Sure? (\($0))" } ?? "Sure?"
        let width = (lines + [answers, title + "  "]).map { DisplayText($0).width }.max() ?? 0
        let inside = Box.draw(title, size: CellSize(columns: width, rows: lines.count + 2), on: &canvas)
        // If there is no room for all, the question stays; the footer has the answers too.
        let hasRoom = inside.rows > lines.count
        for (row, line) in lines.prefix(inside.rows).enumerated() {
            canvas.put(
                line, at: CellPoint(column: inside.column, row: inside.row + row), .popup, maxColumns: inside.columns)
        }
        guard hasRoom else { return }
        canvas.put(
            answers, at: CellPoint(column: inside.column, row: inside.endRow - 1), .footerKey,
            maxColumns: inside.columns)
    }
}
