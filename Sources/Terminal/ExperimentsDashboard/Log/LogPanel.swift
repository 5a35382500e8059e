import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The log of events, newest last. The panel covers the whole screen except the footer.
///
/// Sentences wrap, so entries differ in height. Only those on the screen are laid out.
struct LogPanel: Sendable {
    // By their index in the log.
    var reading = ListReading<Int>()
    /// The index of the cursor in the list.
    private(set) var cursor = 0
    /// The index of the first visible entry.
    private(set) var top = 0
    /// Whether the cursor follows the newest entry.
    private(set) var follows = true
    /// The entry under the cursor.
    private var item: Int?
    private var revision = -1

    /// Creates the panel with the cursor on the newest entry.
    init(_ state: DashboardState) { follow(state) }

    /// Returns the entry at an index of the list.
    func entry(at place: Int, _ state: DashboardState) -> LogEntry? {
        let entries = state.log.entries
        return row(at: place).flatMap { entries.indices.contains($0) ? entries[$0] : nil }
    }

    /// The entry under the cursor.
    func selectedEntry(_ state: DashboardState) -> LogEntry? { entry(at: cursor, state) }

    mutating func follow(_ state: DashboardState) {
        if state.log.revision != revision || reading.filter.dependsOnTime {
            chooseRows(state)
        } else {
            reveal(state)
        }
    }

    func allRows(_ state: DashboardState) -> [Int] { Array(state.log.entries.indices) }

    func finder(for filter: Filter, _ state: DashboardState) -> (Int) -> Bool {
        let entries = state.log.entries
        return { entries[$0].passes(filter, now: state.now) }
    }

    mutating func chooseRows(_ state: DashboardState) {
        filterRows(state)
        revision = state.log.revision
        let entries = state.log.entries
        if !follows, let item { cursor = reading.rows.firstIndex { entries[$0].id >= item } ?? count - 1 }
        keep(follows ? count - 1 : cursor, state)
    }

    mutating func move(to row: Int, _ state: DashboardState) {
        follows = row >= count - 1
        keep(row, state)
    }

    private mutating func keep(_ row: Int, _ state: DashboardState) {
        cursor = max(0, min(row, count - 1))
        item = selectedEntry(state)?.id
        reveal(state)
    }

    /// Scrolls so that the entry under the cursor is visible, if possible as a whole.
    mutating func reveal(_ state: DashboardState) {
        guard count > 0 else {
            top = 0
            return
        }
        let layout = LogLayout(self, state)
        if cursor < top { top = cursor }
        top = max(top, layout.first(upTo: cursor))
        top = min(top, layout.first(upTo: count - 1))
    }

    func page(_ state: DashboardState) -> Int { max(1, LogLayout(self, state).visible.count - 1) }
}

extension LogPanel: ListPanel {
    func listRect(_ state: DashboardState) -> CellRect { LogLayout(self, state).parts.list }

    static let keys: [PanelKey<LogPanel>] = [
        .back, .closing(.log, .messages),
        .open("full text") { panel, state in .stay(panel.open(state)) },
        .reading(.filter, "filter"), .reading(.find, "find"),
        PanelKey([], [.copyValue], "copy") { panel, state in
            .stay(panel.selectedEntry(state).map { [.copy($0.text(in: state.project.localTime))] } ?? [])
        },
        PanelKey([], [.bottom], word: { panel, _ in panel.follows ? nil : "newest" }) { _, _ in nil },
        .reading(.moveDown, "move"), .reading(.moveUp, "move"),
        PanelKey([], [.refetch], "fetch") { _, _ in .stay([.perform(.refetch)]) },
    ]

    /// Handles a click: the first selects an entry, and another one opens it.
    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer {
        guard let place = LogLayout(self, state).place(at: point) else { return .stay() }
        if place == cursor { return .stay(open(state)) }
        move(to: place, state)
        return .stay()
    }

    private func open(_ state: DashboardState) -> [Effect] {
        selectedEntry(state).map { [.open(LogEntryPanel($0))] } ?? []
    }
}

/// Everything known about an entry of the log.
struct LogEntryPanel: TextPanel {
    let entry: LogEntry
    var text = ScrolledText<Filter>()
    private static let widest = 100

    init(_ entry: LogEntry) { self.entry = entry }

    var title: String { entry.kind == .live ? "Live updates" : entry.kind.rawValue.capitalized }

    func copiedText(_ state: DashboardState) -> String? { entry.text(in: state.project.localTime) }

    func lines(_ state: DashboardState) -> [[Span]] {
        let localTime = state.project.localTime
        let room = max(10, min(Self.widest, state.size.columns - 6))
        let facts = entry.facts { TimeText.dateAndTime($0, in: localTime) }
        var lines = [[Span(TimeText.dateAndTime(entry.date, in: localTime), .age)]]
        lines += Span(entry.text, entry.role).wrapped(to: room, limit: 1000)
        if !facts.isEmpty { lines.append([]) }
        let width = min(room / 3, facts.reduce(0) { max($0, DisplayText($1.name).width) }) + 2
        for fact in facts {
            let name = DisplayText(fact.name).truncated(to: width - 2)
            let parts = DisplayText(fact.text).wrapped(to: max(4, room - width), limit: 200)
            for (index, part) in parts.enumerated() {
                let label = index == 0 ? name : ""
                let gap = String(repeating: " ", count: max(0, width - DisplayText(label).width))
                lines.append([Span(label + gap, .dim), Span(part)])
            }
        }
        return lines
    }
}

extension LogEntry {
    /// The role of its sentence. Problems stand out.
    var role: Role {
        switch (severity, event) {
        case (.error, _): .error
        case (.warning, _): .warning
        case (.info, .fetch(let record)): record.difference.isEmpty ? .dim : .text
        case (.info, .live): .dim
        case (.info, .override), (.info, .overridesChanged), (.info, .file), (.info, .message): .text
        }
    }

    /// A sign for the kind of event, visible without colors; nil for usual events.
    var sign: Span? {
        switch (severity, event) {
        case (.error, _): Span("✗", .error)
        case (.warning, _): Span("!", .warning)
        case (.info, .fetch(let record)): record.difference.isEmpty ? nil : Span("Δ", .changed)
        case (.info, .override), (.info, .overridesChanged): Span("◆", .override)
        case (.info, .live), (.info, .file), (.info, .message): nil
        }
    }
}

// Draws the log: for each entry the time, and the sentence in as many lines as necessary.
extension LogPanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let layout = LogLayout(self, state)
        drawFrame(title(state), in: layout.parts, on: &canvas)
        if count == 0 {
            TableView.drawEmpty(nothingMatches("the log is empty"), in: layout.parts.list, &canvas)
        }
        var row = layout.parts.list.row
        for place in layout.visible {
            guard let entry = entry(at: place, state) else { break }
            let lines = layout.lines(of: entry)
            let rect = CellRect(
                column: layout.parts.list.column, row: row, columns: layout.parts.list.columns,
                rows: min(lines.count, layout.parts.list.endRow - row))
            draw(entry, lines: lines, by: layout, in: rect, on: &canvas)
            if place == cursor {
                canvas.frame.layer(canvas.theme[.cursorRow], over: rect)
                canvas.frame.cursor = rect.origin
            }
            row = rect.endRow
        }
        let bar = ScrollBar(top: top, visible: layout.visible.count, count: count)
        canvas.put(bar, besideList: layout.parts.list)
        drawPrompt(state, in: layout.parts, on: &canvas)
    }

    private func draw(
        _ entry: LogEntry, lines: [String], by layout: LogLayout, in rect: CellRect, on canvas: inout Canvas
    ) {
        if let sign = entry.sign { canvas.put([sign], at: rect.origin, maxColumns: 1) }
        canvas.put(layout.time(of: entry), at: CellPoint(column: rect.column + 2, row: rect.row), .age)
        for (index, line) in lines.prefix(rect.rows).enumerated() {
            let point = CellPoint(column: rect.column + layout.timeColumns + 4, row: rect.row + index)
            canvas.put(line, at: point, entry.role, maxColumns: layout.textColumns)
            for filter in reading.finding {
                canvas.mark(filter, in: line, at: point, width: layout.textColumns, cut: .tail)
            }
        }
    }

    private func title(_ state: DashboardState) -> BoxTitle {
        let newer = count - 1 - cursor
        var notes = [Span(total == 1 ? "1 entry" : "\(total) entries", .dim)]
        if follows {
            notes.append(Span("follows the newest", .live))
        } else if newer > 0 {
            let words = state.project.keyMap.words(.bottom, "follows the newest").map { "; \($0)" } ?? ""
            notes.append(Span("\(newer) newer\(words)", .dim))
        }
        return BoxTitle("Log", notes: notes)
    }
}

/// The places of the log's entries on the screen, for drawing, clicks and scrolling.
struct LogLayout {
    let parts: ListPanelLayout
    /// The number of columns for the times before the sentences.
    let timeColumns: Int
    private let panel: LogPanel
    private let state: DashboardState
    private let today: String

    init(_ panel: LogPanel, _ state: DashboardState) {
        parts = ListPanelLayout(state.size, hasTitles: false)
        self.panel = panel
        self.state = state
        let localTime = state.project.localTime
        today = TimeText.date(state.now, in: localTime)
        let oldest = panel.entry(at: 0, state).map { TimeText.date($0.date, in: localTime) } ?? today
        timeColumns = state.size.columns < 50 ? 5 : oldest == today ? 8 : 11
    }

    /// The number of columns for a sentence.
    var textColumns: Int { max(4, parts.list.columns - timeColumns - 5) }

    /// Returns the time of an entry, with the date if it is not today.
    func time(of entry: LogEntry) -> String {
        let localTime = state.project.localTime
        let time = TimeText.timeOfDay(entry.date, in: localTime)
        let day = TimeText.date(entry.date, in: localTime)
        guard day != today else { return String(time.prefix(timeColumns)) }
        return timeColumns < 11 ? String(day.suffix(5)) : "\(day.suffix(5)) \(time.prefix(5))"
    }

    /// Returns the sentence of an entry in as many lines as necessary. A sign at the end means that it is cut.
    func lines(of entry: LogEntry) -> [String] {
        let limit = max(1, parts.list.rows)
        var lines = DisplayText(entry.line).wrapped(to: textColumns, limit: limit + 1)
        if lines.count > limit {
            lines.removeLast()
            lines[limit - 1] = DisplayText(lines[limit - 1]).truncated(to: textColumns - 2) + " …"
        }
        return lines
    }

    private func height(_ place: Int) -> Int {
        panel.entry(at: place, state).map { lines(of: $0).count } ?? 1
    }

    /// Returns the first entry to show so that all up to another one are visible.
    func first(upTo last: Int) -> Int {
        var (first, rows) = (last, height(last))
        while first > 0 {
            rows += height(first - 1)
            if rows > parts.list.rows { break }
            first -= 1
        }
        return first
    }

    /// The visible entries.
    var visible: Range<Int> {
        var (end, rows) = (panel.top, 0)
        while end < panel.count, rows < parts.list.rows {
            rows += height(end)
            end += 1
        }
        return panel.top..<end
    }

    /// Returns the index of the entry at a point of the screen.
    func place(at point: CellPoint) -> Int? {
        guard parts.list.contains(point) else { return nil }
        var row = parts.list.row
        for place in visible {
            row += height(place)
            if point.row < row { return place }
        }
        return nil
    }
}
