import ExperimentsTerminalUI

/// The boxes beside or below the list, or on the full screen. The first box has the text about the row, which can be
/// scrolled and searched. The others are shown if there is room.
struct DetailBoxes {
    /// A box and its contents.
    struct Placed {
        let title: BoxTitle
        /// The area including the borders.
        let rect: CellRect
        /// The area of the lines.
        let inside: CellRect
        var lines: [[Span]]
        /// The lines with the answer, which are never cut.
        var answer: Range<Int>?

        /// The lines that are shown. If there is no room for all, the last one gives the number of the others.
        var shownLines: [[Span]] {
            let room = max(0, inside.rows)
            guard lines.count > room else { return lines }
            guard room > 1 else { return Array((answer.map { lines[$0] } ?? lines[...]).prefix(room)) }
            let kept = answer.map { Array($0.prefix(room - 1)) } ?? []
            let others = lines.indices.filter { !kept.contains($0) }.prefix(room - 1 - kept.count)
            let shown = (kept + others).sorted().map { lines[$0] }
            return shown + [[Span("… \(lines.count - shown.count) more", .dim)]]
        }
    }

    /// The box for the text about the row.
    private(set) var main: Placed
    private(set) var others: [Placed] = []
    /// The first line of each row, if the text is a table with a cursor.
    private(set) var rowStarts: [Int] = []
    /// Whether some JSON of the text is folded.
    private(set) var hasFolded = false
    private let layout: Layout

    /// The minimum width for two columns of boxes.
    private static let twoColumns = 100
    /// The minimum number of lines of a box, unless its contents have fewer.
    private static let leastLines = 3

    /// Returns the text about the row with another state of the details.
    static func lines(of state: DashboardState, with details: DetailsState) -> [[Span]] {
        var state = state
        state.details = details
        return state.detailBoxes.main.lines
    }

    init(_ state: DashboardState, _ layout: Layout) {
        self.layout = layout
        let sections = state.screen.list.sections(state)
        let inside = Self.inside(layout)
        // A search needs all details in one text.
        guard layout.hasFrames, !state.details.search.isActive, sections.count > 1 else {
            let text = DetailLines(state, width: inside.columns)
            main = Placed(
                title: Self.title(sections.first, text), rect: layout.details, inside: inside,
                lines: text.lines)
            (hasFolded, rowStarts) = (text.hasFolded, text.rowStarts)
            return
        }
        main = Placed(title: BoxTitle(""), rect: layout.details, inside: inside, lines: [])
        var leftOut = place(sections, in: layout.details, state)
        // Sections without room continue below the text about the row.
        leftOut.removeAll { !$0.isAboutRow || $0.givesWay }
        if !leftOut.isEmpty {
            main.lines += DetailLines(state, width: main.inside.columns, of: leftOut, showsTitles: true).lines
        }
    }

    /// Creates the boxes about the row of a full-screen list. They do not scroll.
    init(_ sections: [DetailSection], in area: CellRect, _ state: DashboardState) {
        layout = state.layout
        let nothing = CellRect(column: area.column, row: area.row, columns: 0, rows: 0)
        main = Placed(title: BoxTitle(""), rect: nothing, inside: nothing, lines: [])
        guard !area.isEmpty, let first = sections.first else { return }
        guard !layout.hasFrames else {
            _ = place(sections, in: area, state)
            return
        }
        let inside = area.splitTop(1).rest.inset(columns: 1)
        let text = DetailLines(state, width: inside.columns, of: [first])
        let others = DetailLines(
            state, width: inside.columns, of: Array(sections.dropFirst()), showsTitles: true)
        // Every line is valuable, so leave out blank ones.
        let lines = (text.lines + others.lines).filter { !$0.isEmpty }
        main = Placed(title: Self.title(first, text), rect: area, inside: inside, lines: lines)
    }

    /// Places sections in columns.
    ///
    /// - Returns: the sections without room.
    private mutating func place(
        _ sections: [DetailSection], in area: CellRect, _ state: DashboardState
    ) -> [DetailSection] {
        Self.columns(of: sections, in: area, state).flatMap { stack($1, in: $0, state) }
    }

    /// Returns the place of the text if there are no other boxes.
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

    /// A section with all of its lines.
    private struct Described {
        let place: Int
        let section: DetailSection
        let lines: DetailLines

        init(_ place: Int, _ section: DetailSection, width: Int, _ state: DashboardState) {
            (self.place, self.section) = (place, section)
            lines = DetailLines(state, width: width - 4, of: [section])
        }

        /// The number of rows that show all of it, including borders.
        var rows: Int { lines.lines.count + 2 }
        var isMain: Bool { place == 0 }

        /// - Parameter all: the number of rows of its column.
        func wish(of all: Int) -> RoomWish {
            let least =
                min(
                    lines.lines.count,
                    isMain
                        ? DetailBoxes.leastMain
                        : section.isScaled ? DetailBoxes.leastScaled : DetailBoxes.leastLines
                ) + 2
            // The boxes below must not move when it has few lines.
            let usual =
                isMain && section.place != .wide
                ? max(lines.lines.count + lines.footing.count, DetailBoxes.leastMain) : 0
            let most = section.isScaled ? DetailBoxes.mostScaled : usual
            return RoomWish(
                least: least, wished: isMain ? min(rows, max(least, all * 3 / 5)) : rows,
                most: max(rows, most + 2),
                rank: isMain ? 1 : -place)
        }
    }

    /// The minimum number of lines of the first box, unless its text has fewer.
    private static let leastMain = 8
    /// The minimum and maximum number of lines for contents that scale with their room.
    private static let (leastScaled, mostScaled) = (7, 18)

    private static func describe(
        _ sections: [DetailSection], _ place: DetailSection.Place?, width: Int, _ state: DashboardState
    ) -> [Described] {
        let places = sections.indices.filter { place == nil || sections[$0].place == place }
        return places.map { Described($0, sections[$0], width: width, state) }
            .filter { $0.isMain || !$0.lines.lines.isEmpty }
    }

    /// Returns the columns of boxes with their contents.
    private static func columns(
        of sections: [DetailSection], in area: CellRect, _ state: DashboardState
    ) -> [(CellRect, [Described])] {
        let wanted = [DetailSection.Place.leading, .trailing].map { place in
            sections.filter { $0.place == place }.map(\.columns).max() ?? 0
        }
        let inOneColumn = {
            let inOrder = [DetailSection.Place.wide, .leading, .trailing]
            return [(area, inOrder.flatMap { describe(sections, $0, width: area.columns, state) })]
        }
        guard area.columns >= twoColumns, !wanted.contains(0) else { return inOneColumn() }
        let least = wanted[0] == wanted[1] ? area.columns / 2 : 0
        let widths = RoomWish.divide(
            area.columns, among: wanted.map { RoomWish(least: max(min($0, 30) + 4, least), wished: $0 + 4) },
            filler: wanted[0] > wanted[1] ? 0 : 1)
        let wide = describe(sections, .wide, width: area.columns, state)
        var below: [[Described]] = [
            describe(sections, .leading, width: widths[0], state),
            describe(sections, .trailing, width: widths[1], state),
        ]
        guard !below.contains(where: \.isEmpty) else { return inOneColumn() }
        func height(_ column: [Described]) -> Int { column.reduce(0) { $0 + $1.rows } }
        var (top, rest): (CellRect?, CellRect) = (nil, area)
        if !wide.isEmpty {
            let (above, under) = (height(wide), below.map(height).max() ?? 0)
            let wishes = [(above, min(above, leastMain + 2)), (under, min(under, leastMain + 2))].map {
                all, least in
                RoomWish(least: least, wished: min(all, area.rows / 2), most: all)
            }
            let parts = area.splitTop(RoomWish.divide(area.rows, among: wishes, filler: 1)[0])
            (top, rest) = (parts.top, parts.rest)
        }
        if below.reduce(0, { $0 + $1.count { !$0.isMain } }) <= mostMoved {
            below = balanced(below, rows: rest.rows) { box, column in
                // A box does not go where it would be much narrower than it wants.
                let wanted = min(widths[1 - column], box.section.columns + 4)
                guard !box.section.isScaled, widths[column] + tolerance >= wanted else { return nil }
                return Described(box.place, box.section, width: widths[column], state)
            }
        }
        let (leading, trailing) = rest.splitLeft(widths[0])
        return (top.map { [($0, wide)] } ?? []) + [(leading, below[0]), (trailing, below[1])]
    }

    /// The maximum number of boxes of which every division into two columns is tried.
    private static let mostMoved = 7
    /// The rows by which two columns may differ before a box is moved, and the columns by which it may become narrower.
    private static let tolerance = 6

    /// Divides boxes into two columns so that as little as possible is cut, few boxes leave their column, and the
    /// columns are about as high.
    ///
    /// - Parameter moved: returns a box as it is in another column; nil if it stays in its own.
    private static func balanced(
        _ columns: [[Described]], rows: Int, moved: (Described, Int) -> Described?
    ) -> [[Described]] {
        func height(_ column: [Described]) -> Int { column.reduce(0) { $0 + $1.rows } }
        func hidden(_ columns: [[Described]]) -> Int { columns.reduce(0) { $0 + max(0, height($1) - rows) } }
        let unevenness = abs(height(columns[0]) - height(columns[1]))
        guard hidden(columns) > 0 || unevenness > tolerance else { return columns }
        var boxes: [(column: Int, here: Described, there: Described)] = []
        var fixed: [[Described]] = [[], []]
        for (column, own) in columns.enumerated() {
            for box in own {
                if !box.isMain, let there = moved(box, 1 - column) {
                    boxes.append((column, box, there))
                } else {
                    fixed[column].append(box)
                }
            }
        }
        var best = columns
        var least = (hidden(columns), 0, unevenness)
        for choice in 1..<max(1, 1 << boxes.count) {
            var divided = fixed
            for (number, box) in boxes.enumerated() {
                let isMoved = choice & 1 << number != 0
                divided[isMoved ? 1 - box.column : box.column].append(isMoved ? box.there : box.here)
            }
            guard !divided.contains(where: \.isEmpty) else { continue }
            let difference = abs(height(divided[0]) - height(divided[1]))
            // Evenness is worth moving a box only if the columns differ a lot.
            let cost = (hidden(divided), choice.nonzeroBitCount, difference)
            let isEvener = cost.0 == least.0 && difference + tolerance < least.2
            if cost.0 < least.0 || isEvener
                || cost.0 == least.0 && cost.1 < least.1 && difference <= least.2 + tolerance
            {
                best = divided
                least = cost
            }
        }
        // What is not about the row comes last.
        return best.map { column in
            column.filter(\.isMain)
                + column.filter { !$0.isMain && $0.section.isAboutRow }.sorted { $0.place < $1.place }
                + column.filter { !$0.isMain && !$0.section.isAboutRow }.sorted { $0.place < $1.place }
        }
    }

    /// Places boxes one below the other.
    ///
    /// - Returns: the sections without room.
    private mutating func stack(
        _ sections: [Described], in rect: CellRect, _ state: DashboardState
    ) -> [DetailSection] {
        var described = sections
        func divided() -> [Int] {
            RoomWish.divide(
                rect.rows, among: described.map { $0.wish(of: rect.rows) },
                filler: described.lastIndex { $0.section.isScaled } ?? described.indices.last)
        }
        var rows = divided()
        var leftOut: [DetailSection] = []
        while let place = described.lastIndex(where: \.section.givesWay),
            zip(described, rows).contains(where: { one, rows in
                one.section.isAboutRow && !one.section.givesWay && rows < one.wish(of: rect.rows).wished
            })
        {
            leftOut.append(described.remove(at: place).section)
            rows = divided()
        }
        var rest = rect
        for (one, rows) in zip(described, rows) {
            guard rows > 2 else {
                leftOut.append(one.section)
                continue
            }
            let (box, below) = rest.splitTop(rows)
            rest = below
            place(one, in: box, state)
        }
        return leftOut
    }

    private mutating func place(_ one: Described, in box: CellRect, _ state: DashboardState) {
        let inside = box.inset(columns: 2, rows: 1)
        var lines = one.lines
        if one.section.isScaled {
            lines = DetailLines(state, width: inside.columns, rows: inside.rows, of: [one.section])
        }
        if lines.lines.count + lines.footing.count <= inside.rows { lines.lines += lines.footing }
        let placed = Placed(
            title: Self.title(one.section, lines), rect: box, inside: inside, lines: lines.lines,
            answer: lines.answer)
        hasFolded = hasFolded || lines.hasFolded
        if one.isMain { (main, rowStarts) = (placed, lines.rowStarts) } else { others.append(placed) }
    }
}

extension DetailBoxes {
    /// The place of the text's scroll bar.
    var scrollBar: CellRect {
        let column = main.inside.endColumn + (layout.hasFrames ? 1 : 0)
        return CellRect(column: column, row: main.inside.row, columns: 1, rows: main.inside.rows)
    }

    /// The last line that the text can be scrolled to.
    var lastLine: Int { max(0, main.lines.count - main.inside.rows) }

    /// Returns the title of the text, with the keys for scrolling if it scrolls.
    private func mainTitle(_ state: DashboardState) -> BoxTitle {
        var title = main.title
        if lastLine > 0 { title.keys += state.project.keyMap.hint([.detailDown, .detailUp], "scroll") }
        return title
    }

    /// The place of the text's title if there is no frame.
    private var titleLine: CellRect {
        let body = layout.showsDetailsBeside ? main.rect.splitLeft(1).rest : main.rect
        return body.splitTop(body.rows > 3 ? 1 : 0).top
    }

    /// Returns the hint at a point in a border.
    func hint(at point: CellPoint, _ state: DashboardState) -> KeyHint? {
        guard layout.hasFrames else { return Box.hint(at: point, on: mainTitle(state), inTitle: titleLine) }
        let boxes = [(mainTitle(state), main.rect)] + others.map { ($0.title, $0.rect) }
        return boxes.lazy.compactMap { title, rect in Box.hint(at: point, on: title, in: rect) }.first
    }

    /// Returns the row of the table at a point.
    func row(at point: CellPoint, _ details: DetailsState) -> Int? {
        guard main.inside.contains(point) else { return nil }
        let line = max(0, min(details.scroll, lastLine)) + point.row - main.inside.row
        return line < main.lines.count ? rowStarts.lastIndex { $0 <= line } : nil
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        canvas.fill(layout.details, .panel)
        for box in others { Self.draw(box, &canvas) }
        let isActive = layout.list.isEmpty || state.screen.list.isInDetails(state)
        let title = mainTitle(state)
        if layout.hasFrames {
            Box.draw(title, in: main.rect, isActive: isActive, on: .panel, &canvas)
        } else {
            if layout.showsDetailsBeside {
                canvas.fill(main.rect.splitLeft(1).left, .border, character: "│", on: .panel)
            }
            Box.drawTitle(title, in: titleLine, isActive: isActive, on: .panel, &canvas)
        }
        drawText(state.details, &canvas)
    }

    /// Draws all boxes from their first line.
    func drawUnscrolled(_ canvas: inout Canvas) {
        for box in [main] + others { Self.draw(box, hasFrame: layout.hasFrames, &canvas) }
    }

    /// Draws a box.
    static func draw(_ box: Placed, hasFrame: Bool = true, _ canvas: inout Canvas) {
        guard !box.rect.isEmpty else { return }
        canvas.fill(box.rect, .panel)
        if hasFrame {
            Box.draw(box.title, in: box.rect, on: .panel, &canvas)
        } else {
            Box.drawTitle(box.title, in: box.rect.line(0), on: .panel, &canvas)
        }
        for (row, line) in box.shownLines.enumerated() {
            let place = CellPoint(column: box.inside.column, row: box.inside.row + row)
            canvas.put(line, at: place, maxColumns: box.inside.columns)
        }
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
        let bar = ScrollBar(top: top, visible: inside.rows, count: main.lines.count)
        canvas.put(bar, along: scrollBar, isBorder: layout.hasFrames)
    }
}
