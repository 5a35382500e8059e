import ExperimentsCore
import ExperimentsProject

/// Where the parts of the first screen are.
struct StartLayout {
    let screen: CellRect
    let header: CellRect
    let list: CellRect
    /// The first choice on the screen.
    let top: Int

    init(_ panel: StartPanel, _ size: CellSize) {
        screen = CellRect(size).splitBottom(1).rest
        header = screen.line(0)
        let words = size.rows >= 12 ? 4 : 1
        list = screen.splitTop(words).rest
        top = max(0, panel.selected - max(0, list.rows - 1))
    }

    /// The choice on a line.
    func choice(at point: CellPoint) -> Int? {
        guard point.row >= list.row, point.row < list.endRow else { return nil }
        return top + point.row - list.row
    }
}

/// Draws the first screen of a dashboard without a project.
enum StartView {
    static func draw(_ panel: StartPanel, _ state: DashboardState, on canvas: inout Canvas) {
        let layout = StartLayout(panel, state.size)
        canvas.fill(layout.screen, .text)
        canvas.fill(layout.header, .header)
        let room = layout.screen.columns - 2
        canvas.put(
            [Span("experiments", .title), Span("  there is no \(panel.path) yet", .header)],
            at: CellPoint(column: 1, row: layout.header.row), maxColumns: room)
        if layout.list.row > 2 {
            canvas.put(
                "What shall it be drafted from?", at: CellPoint(column: 1, row: layout.header.row + 2), .text,
                maxColumns: room)
        }
        for (row, line) in lines(panel, room).dropFirst(layout.top).prefix(layout.list.rows).enumerated() {
            let point = CellPoint(column: 1, row: layout.list.row + row)
            canvas.put(line, at: point, maxColumns: room)
            guard layout.top + row == panel.selected else { continue }
            canvas.frame.layer(canvas.theme[.cursorRow], over: layout.list.line(row))
            canvas.frame.cursor = CellPoint(column: 0, row: point.row)
        }
    }

    /// The choices, and below them what cannot be chosen.
    private static func lines(_ panel: StartPanel, _ room: Int) -> [[Span]] {
        let titles = panel.choices.map { VisibleText.of($0.title) }
        let width = min(room / 2, titles.reduce(0) { max($0, DisplayText($1).width) })
        let kindWidth = panel.choices.reduce(0) { max($0, DisplayText($1.kind).width) }
        var lines: [[Span]] = zip(titles, panel.choices).enumerated().map { index, pair in
            let title = DisplayText(pair.0).truncated(to: width)
            return [
                Span(index == panel.selected ? "› " : "  ", .prompt),
                Span(padded(title, to: width + 2), .key), Span(padded(pair.1.kind, to: kindWidth + 2), .text),
                Span(pair.1.count, .value),
            ]
        }
        var remarks = panel.refused.map { Span("cannot use \($0.problem)", .warning) }
        if let folder = panel.declaringFolder {
            let command = "experiments-scan \(folder) --output \(panel.path)"
            remarks.append(
                Span("\(folder) declares keys in Swift: afterwards, `\(command)` takes them from there.", .dim))
        }
        for remark in remarks {
            let parts = DisplayText(VisibleText.of(remark.text)).wrapped(to: max(8, room - 4), limit: 20)
            lines.append([])
            lines += parts.map { [Span("  " + $0, remark.role)] }
        }
        return lines
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - DisplayText(text).width))
    }
}
