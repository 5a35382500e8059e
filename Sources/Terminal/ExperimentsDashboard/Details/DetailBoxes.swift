import TerminalUI

/// The boxes beside or below the list, or on the full screen. The first has the text about the row, which is scrolled
/// and searched; the others are shown if there is room.
struct DetailBoxes {
    /// A box and what is in it.
    struct Placed {
        let title: BoxTitle
        /// With its borders.
        let rect: CellRect
        /// Where the lines are.
        let inside: CellRect
        var lines: [[Span]]
    }

    /// The box with the text about the row.
    private(set) var main: Placed
    private(set) var others: [Placed] = []
    /// Whether some JSON of the text is folded.
    private(set) var hasFolded = false
    private let layout: Layout

    /// From this width on, the boxes are in two columns.
    private static let twoColumns = 100
    /// A box with fewer lines is left out, unless it has no more.
    private static let leastLines = 3

    init(_ state: DashboardState, _ layout: Layout) {
        self.layout = layout
        let sections = state.screen.list.sections(state)
        let inside = Self.inside(layout)
        // What is searched is in one text.
        guard layout.hasFrames, !state.details.search.isActive, sections.count > 1 else {
            let text = DetailLines(state, width: inside.columns)
            main = Placed(
                title: Self.title(sections.first, text), rect: layout.details, inside: inside, lines: text.lines)
            hasFolded = text.hasFolded
            return
        }
        main = Placed(title: BoxTitle(""), rect: layout.details, inside: inside, lines: [])
        var leftOut: [DetailSection] = []
        for (rect, places) in Self.columns(of: sections, in: layout.details) {
            leftOut += stack(places.map { ($0, sections[$0]) }, in: rect, state)
        }
        // Sections without room continue below the text about the row.
        leftOut.removeAll { !$0.isAboutRow }
        if !leftOut.isEmpty {
            main.lines += DetailLines(state, width: main.inside.columns, of: leftOut, showsTitles: true).lines
        }
    }

    /// Where the text is if there are no other boxes.
    private static func inside(_ layout: Layout) -> CellRect {
        guard !layout.hasFrames else { return layout.details.inset(columns: 2, rows: 1) }
        let body = layout.showsDetailsBeside ? layout.details.splitLeft(1).rest : layout.details
        return body.splitTop(body.rows > 3 ? 1 : 0).rest.inset(columns: 1)
    }

    private static func title(_ section: DetailSection?, _ lines: DetailLines) -> BoxTitle {
        var title = section?.title ?? BoxTitle("")
        if title.title.isEmpty { title.title = lines.title }
        return title
    }

    /// The columns of boxes, with the places of the sections in each.
    private static func columns(of sections: [DetailSection], in area: CellRect) -> [(CellRect, [Int])] {
        func places(_ place: DetailSection.Place) -> [Int] { sections.indices.filter { sections[$0].place == place } }
        let (wide, left, right) = (places(.wide), places(.leading), places(.trailing))
        guard area.columns >= twoColumns, !left.isEmpty, !right.isEmpty else { return [(area, wide + left + right)] }
        let (top, rest) =
            wide.isEmpty ? (nil, area) : (area.splitTop(area.rows / 2).top, area.splitTop(area.rows / 2).rest)
        let wanted = [left, right].map { $0.map { sections[$0].columns }.max() ?? 0 }
        let widths = RoomWish.divide(
            area.columns, among: wanted.map { RoomWish(least: min($0, 30) + 4, wished: $0 + 4) },
            filler: wanted[0] > wanted[1] ? 0 : 1)
        let (leading, trailing) = rest.splitLeft(widths[0])
        return (top.map { [($0, wide)] } ?? []) + [(leading, left), (trailing, right)]
    }

    /// Places boxes one below the other.
    ///
    /// - Returns: the sections that there is no room for.
    private mutating func stack(
        _ sections: [(Int, DetailSection)], in rect: CellRect, _ state: DashboardState
    ) -> [DetailSection] {
        let described = sections.map { place, section in
            (place: place, section: section, lines: DetailLines(state, width: rect.columns - 4, of: [section]))
        }.filter { $0.place == 0 || !$0.lines.lines.isEmpty }
        let wishes = described.map { one in
            let (count, borders) = (one.lines.lines.count, 2)
            guard one.place == 0 else {
                return RoomWish(least: min(count, Self.leastLines) + borders, wished: count + borders, rank: -one.place)
            }
            // The boxes below it stay in place while its text is short.
            let usual = max(count, 8)
            return RoomWish(
                least: min(count, 8) + borders, wished: min(usual + borders, rect.rows * 3 / 5), most: usual + borders,
                rank: 1)
        }
        var leftOut: [DetailSection] = []
        var rest = rect
        for (one, rows) in zip(described, RoomWish.divide(rect.rows, among: wishes)) {
            guard rows > 2 else {
                leftOut.append(one.section)
                continue
            }
            let (box, below) = rest.splitTop(rows)
            rest = below
            let placed = Placed(
                title: Self.title(one.section, one.lines), rect: box, inside: box.inset(columns: 2, rows: 1),
                lines: one.lines.lines)
            hasFolded = hasFolded || one.lines.hasFolded
            if one.place == 0 { main = placed } else { others.append(placed) }
        }
        return leftOut
    }
}

extension DetailBoxes {
    /// Where the scroll bar of the text is.
    var scrollBar: CellRect {
        let column = main.inside.endColumn + (layout.hasFrames ? 1 : 0)
        return CellRect(column: column, row: main.inside.row, columns: 1, rows: main.inside.rows)
    }

    /// The last line that can be at the top of the text.
    var lastLine: Int { max(0, main.lines.count - main.inside.rows) }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        canvas.fill(layout.details, .panel)
        for box in others {
            Box.draw(box.title, in: box.rect, on: .panel, &canvas)
            Self.draw(box, &canvas)
        }
        let isActive = layout.list.isEmpty || state.isInMatrix
        var title = main.title
        if lastLine > 0 { title.keys += state.project.keyMap.hint([.detailDown, .detailUp], "scroll") }
        if layout.hasFrames {
            Box.draw(title, in: main.rect, isActive: isActive, on: .panel, &canvas)
        } else {
            let beside = layout.showsDetailsBeside
            if beside { canvas.fill(main.rect.splitLeft(1).left, .border, character: "│", on: .panel) }
            let body = beside ? main.rect.splitLeft(1).rest : main.rect
            Box.drawTitle(
                title, in: body.splitTop(body.rows > 3 ? 1 : 0).top, isActive: isActive, on: .panel, &canvas)
        }
        drawText(state.details, &canvas)
    }

    /// Draws the lines of a box; if they do not all fit, the last one has the number of the rest.
    private static func draw(_ box: Placed, _ canvas: inout Canvas) {
        let hidden = box.lines.count > box.inside.rows ? box.lines.count - box.inside.rows + 1 : 0
        for (row, line) in box.lines.dropLast(hidden).enumerated() {
            let place = CellPoint(column: box.inside.column, row: box.inside.row + row)
            canvas.put(line, at: place, maxColumns: box.inside.columns)
        }
        guard hidden > 0 else { return }
        let last = box.inside.line(box.inside.rows - 1)
        canvas.put("… \(hidden) more", at: last.origin, .dim, maxColumns: last.columns)
    }

    private func drawText(_ details: DetailsState, _ canvas: inout Canvas) {
        let inside = main.inside
        let top = max(0, min(details.scroll, lastLine))
        for (row, line) in main.lines.dropFirst(top).prefix(inside.rows).enumerated() {
            let place = CellPoint(column: inside.column, row: inside.row + row)
            canvas.put(line, at: place, maxColumns: inside.columns)
            guard details.search.isActive else { continue }
            canvas.mark(details.search.filter, in: line, at: place, maxColumns: inside.columns)
            if details.line == top + row {
                canvas.frame.layer(canvas.theme[.selectedRow], over: inside.line(row))
            }
        }
        canvas.put(ScrollBar(top: top, visible: inside.rows, count: main.lines.count), along: scrollBar)
    }
}

extension DashboardState {
    /// What is beside or below the list now.
    var detailBoxes: DetailBoxes { DetailBoxes(self, layout) }
}
