import ExperimentsCore
import ExperimentsOperator

/// The places of the parts of two compared values: on the whole screen or, if a few lines show all of them, in a box
/// over the screen, so that everything around it stays visible.
struct DifferenceLayout {
    private(set) var parts: ListPanelLayout
    /// The box over the screen; nil if the values take the whole screen.
    private(set) var box: CellRect?
    /// Whether the values are side by side. Otherwise one is above the other.
    private(set) var isWide: Bool
    /// The names of the two sides; empty if they are in the header or do not fit.
    private(set) var titles: CellRect
    private(set) var rows: CellRect

    /// The maximum number of lines in a box.
    private static let mostLines = 8
    /// The number of columns and rows around a box that stay visible.
    private static let margin = CellSize(columns: 8, rows: 6)
    private static let widestBox = 120

    /// - Parameter page: the values; nil until they are compared.
    init(_ size: CellSize, showing page: DifferencePage?) {
        isWide = size.columns >= 100
        parts = ListPanelLayout(size, hasTitles: isWide)
        titles = parts.titles
        rows = parts.list
        guard let page, page.rows.count <= Self.mostLines, Layout.hasFrames(size) else { return }
        var boxed = self
        let columns = min(Self.widestBox, size.columns - Self.margin.columns)
        boxed.rows = CellRect(column: 0, row: 0, columns: columns - 2, rows: Self.mostLines)
        boxed.isWide = columns >= Self.leastBeside
        let count = max(1, page.rows.reduce(0) { $0 + boxed.lines(of: $1).count })
        let titleRows = boxed.isWide ? 1 : 0
        guard count <= Self.mostLines, count + titleRows + 2 + Self.margin.rows <= size.rows else { return }
        let frame = CellRect(size).splitBottom(1).rest
            .centered(CellSize(columns: columns, rows: count + titleRows + 2))
        boxed.box = frame
        (boxed.titles, boxed.rows) = frame.inset(by: 1).splitTop(titleRows)
        self = boxed
    }

    /// The minimum number of columns for values side by side in a box.
    private static let leastBeside = 80

    /// The columns of one value.
    var valueColumns: Int { max(4, isWide ? (rows.columns - 3) / 2 - 2 : rows.columns - 4) }

    /// The column of the second value, including its sign, if both are side by side.
    var rightColumn: Int { rows.column + valueColumns + 5 }

    /// Returns the lines of a row: the left side, and the right side if there is room for both.
    func lines(of row: DifferencePage.Row) -> [(left: [Span], right: [Span])] {
        var lines: [(left: [Span], right: [Span])] = []
        if let change = row.heading { lines.append((Self.heading(change), [])) }
        if row.isShared {
            let shared = wrapped(row.old ?? [], .text, sign: "  ")
            return lines + shared.map { ($0, isWide ? $0 : []) }
        }
        let old =
            row.old.map { $0.isEmpty && row.new?.isEmpty == false ? [] : wrapped($0, .diffOld, sign: "- ") }
            ?? []
        let new =
            row.new.map { $0.isEmpty && row.old?.isEmpty == false ? [] : wrapped($0, .diffNew, sign: "+ ") }
            ?? []
        guard isWide else { return lines + (old + new).map { ($0, []) } }
        for place in 0..<max(old.count, new.count) {
            lines.append((place < old.count ? old[place] : [], place < new.count ? new[place] : []))
        }
        return lines
    }

    /// Returns the last row that can be at the top, so that the rows from there fill the screen.
    func lastTop(of page: DifferencePage) -> Int {
        var (top, left) = (page.rows.count, rows.rows)
        while top > 0 {
            left -= lines(of: page.rows[top - 1]).count
            guard left >= 0 else { break }
            top -= 1
        }
        return min(top, max(0, page.rows.count - 1))
    }

    private static func heading(_ change: JSONDifference.Change) -> [Span] {
        let (sign, role): (String, Role) =
            switch change.kind {
            case .added: ("+ ", .added)
            case .removed: ("- ", .removed)
            case .changed: ("~ ", .changed)
            case .moved: ("> ", .changed)
            }
        let note = change.origin.map { "  moved from \($0)" } ?? change.step.map { "  \($0)" } ?? ""
        return [Span(sign, role), Span(change.place, .key), Span(note, .dim)]
    }

    /// Makes blanks at the end visible. Blanks at the start need no sign.
    private static func visibleEnd(_ text: String) -> String {
        let start = text.prefix { $0 == " " }
        return start.count == text.count
            ? VisibleText.ofValue(text) : start + VisibleText.ofValue(String(text[start.endIndex...]))
    }

    /// Returns parts of a value in lines, with a sign before the first.
    private func wrapped(_ parts: [TextDifference.Part], _ role: Role, sign: String) -> [[Span]] {
        var lines: [[Span]] = [[Span(sign, sign == "  " ? .text : role)]]
        var left = valueColumns
        for (place, part) in parts.enumerated() {
            let isBlank = !part.isShared && part.text.allSatisfy { $0 == " " }
            let isEnd = !part.isShared && place == parts.count - 1
            let text = DisplayText(
                isBlank || isEnd ? Self.visibleEnd(part.text) : VisibleText.ofPart(part.text))
            let width = text.width
            var offset = 0
            while offset < width {
                // Drop the blank at which a line was broken.
                if lines.count > 1, left == valueColumns, text.slice(from: offset, columns: 1) == " " {
                    offset += 1
                    continue
                }
                if left == 0 {
                    lines.append([Span("  ", .text)])
                    left = valueColumns
                }
                var piece = text.slice(from: offset, columns: min(left, width - offset))
                // Break after a blank if there is one.
                let isBroken = width - offset > left
                if isBroken {
                    if let blank = piece.lastIndex(of: " ") {
                        piece = String(piece[...blank])
                    } else if left < valueColumns, width - offset <= valueColumns {
                        // Do not split a word that fits on a line.
                        left = 0
                        continue
                    }
                }
                let taken = max(1, DisplayText(piece).width)
                lines[lines.count - 1].append(Span(piece, part.isShared ? .text : role))
                offset += taken
                left = isBroken ? 0 : left - taken
            }
        }
        return lines
    }
}

// Draws two values side by side, or one above the other.
extension DifferencePanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let layout = layout(state)
        drawTitles(layout, on: &canvas)
        guard let page else {
            return TableView.drawEmpty(["comparing…"], in: layout.rows, &canvas)
        }
        guard !page.changes.isEmpty else {
            let words = values?.byPath == nil ? "identical" : "identical in meaning, but not in text"
            return TableView.drawEmpty([words], in: layout.rows, &canvas)
        }
        drawRows(of: page, layout, on: &canvas)
        drawSearch(state, in: layout.parts.prompt, on: &canvas)
        guard search.field == nil, let notice = state.notices.notice, layout.box == nil else { return }
        let line = layout.parts.prompt
        canvas.fill(line, .text)
        canvas.put(
            notice.text, at: CellPoint(column: line.column + 1, row: line.row), notice.severity.role,
            maxColumns: line.columns - 2)
    }

    /// Draws the rows from the top one, and marks the current change.
    private func drawRows(of page: DifferencePage, _ layout: DifferenceLayout, on canvas: inout Canvas) {
        var (row, shown) = (layout.rows.row, 0)
        defer {
            canvas.put(ScrollBar(top: top, visible: shown, count: page.rows.count), besideList: layout.rows)
        }
        for place in top..<page.rows.count {
            let start = row
            for line in layout.lines(of: page.rows[place]) {
                guard row < layout.rows.endRow else { return }
                let isAlone = line.right.isEmpty
                let width = isAlone ? layout.rows.columns - 2 : layout.valueColumns + 2
                put(
                    line.left, at: CellPoint(column: layout.rows.column + 1, row: row), width: width,
                    on: &canvas)
                if !isAlone {
                    put(
                        line.right, at: CellPoint(column: layout.rightColumn, row: row), width: width,
                        on: &canvas)
                }
                row += 1
            }
            shown += 1
            if place == found ?? page.changes[change] {
                canvas.frame.layer(canvas.theme[.cursorRow], over: layout.rows.line(start - layout.rows.row))
                canvas.frame.cursor = CellPoint(column: layout.rows.column, row: start)
            }
        }
    }

    /// Draws a line of one side, and marks the matches in it.
    private func put(_ spans: [Span], at point: CellPoint, width: Int, on canvas: inout Canvas) {
        canvas.put(spans, at: point, maxColumns: width)
        canvas.mark(search.filter, in: spans.text, at: point, width: width, cut: .tail)
    }

    /// Draws the search over the last line.
    private func drawSearch(_ state: DashboardState, in line: CellRect, on canvas: inout Canvas) {
        let inside = line.inset(columns: 1)
        let row = found ?? top
        if search.field != nil {
            search.draw("find ", at: row, in: inside, &canvas)
        } else if search.isActive {
            canvas.fill(line, .text)
            canvas.put(
                search.spans(at: row, clearedBy: escapeHint.keys, keys: state.project.keyMap.goingOn),
                at: inside.origin,
                maxColumns: inside.columns)
        }
    }

    private func drawTitles(_ layout: DifferenceLayout, on canvas: inout Canvas) {
        var title = BoxTitle(request.title)
        if !layout.isWide { title.notes.append(Span("\(request.sides[0]) → \(request.sides[1])", .dim)) }
        if let page, !page.changes.isEmpty {
            let count = page.changes.count
            let words =
                count == 1
                ? "1 change" : "change \(CountText.grouped(change + 1)) of \(CountText.grouped(count))"
            title.notes.append(Span(words, .changed))
            if case .numbers(let step)? = values?.difference.form { title.notes.append(Span(step, .dim)) }
        }
        if let box = layout.box {
            canvas.fill(box, .text)
            Box.draw(title, in: box, isActive: true, &canvas)
        } else {
            layout.parts.draw(title, on: &canvas)
        }
        guard !layout.titles.isEmpty else { return }
        for (place, side) in request.sides.enumerated() {
            // Draw over the values, beside their signs.
            let column = (place == 0 ? layout.rows.column + 1 : layout.rightColumn) + 2
            canvas.put(
                side, at: CellPoint(column: column, row: layout.titles.row), .columnHeader,
                maxColumns: layout.valueColumns)
        }
    }
}
