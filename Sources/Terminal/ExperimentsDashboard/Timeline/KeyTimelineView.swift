import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The places of the parts of a key's timeline, for drawing, clicks and scrolling.
struct KeyTimelineLayout {
    let parts: ListPanelLayout
    /// The sentences about the key.
    let sentences: CellRect
    /// The lane with values, overrides and time marks; empty if there is no room for it.
    let lane: CellRect
    let titles: CellRect
    let rows: CellRect
    /// The number of columns before the lane.
    static let labelColumns = 11
    /// The minimum height for a free line above and below the lane.
    private static let airyRows = 14

    init(_ panel: KeyTimelinePanel, _ state: DashboardState) {
        parts = panel.layout(state.size)
        let room = parts.list.rows
        let count = room >= 12 ? Self.lines(panel, state).count : room >= 9 ? 1 : 0
        let hasLane = room >= 9
        let isAiry = room >= Self.airyRows
        let (said, rest) = parts.list.splitTop(count)
        let (above, below) = rest.splitTop(hasLane ? (isAiry ? 5 : 3) : 0)
        sentences = said
        lane = isAiry ? above.inset(rows: 1) : above
        (titles, rows) = below.splitTop(room >= 5 ? 1 : 0)
    }

    /// Returns the rows that show everything about some values.
    static func wantedRows(of count: Int) -> Int { max(airyRows, count + 8) }

    /// Returns the lines about the key and about problems.
    static func lines(_ panel: KeyTimelinePanel, _ state: DashboardState) -> [(text: String, role: Role)] {
        var lines = panel.timeline.sentences(
            at: state.now, date: { state.project.shortTime($0, at: state.now) }
        ).map {
            sentence in
            (sentence.text, sentence.kind == .stale ? Role.stale : sentence.kind == .age ? .text : .dim)
        }
        if let problem = panel.problem { lines.append(("\(problem)", .error)) }
        return lines
    }
}

// Draws a key's timeline.
extension KeyTimelinePanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let layout = KeyTimelineLayout(self, state)
        drawTable(
            state, title: title(state), columns: fitted(columns(state)), empty: emptyWords(),
            titles: layout.titles,
            on: &canvas
        ) { row(at: $0) }
        for (row, line) in KeyTimelineLayout.lines(self, state).prefix(layout.sentences.rows).enumerated() {
            let place = layout.sentences.line(row).inset(columns: 1)
            canvas.put(line.text, at: place.origin, line.role, maxColumns: place.columns)
        }
        if !layout.lane.isEmpty { drawLane(state, in: layout.lane.inset(columns: 1), on: &canvas) }
        DetailBoxes(.about(name, state), in: layout.parts.details, state).drawUnscrolled(&canvas)
    }

    private func title(_ state: DashboardState) -> BoxTitle {
        BoxTitle(
            "Timeline of \(name)",
            notes: [Span(span(at: state.now).words, .dim)]
                + (isReading ? [Span("reading the history…", .live)] : []))
    }

    private func emptyWords() -> [String] {
        if !reading.filter.isEmpty { return nothingMatches() }
        return isReading ? ["reading…"] : ["no history yet", "the dashboard, `watch` and `check` record it"]
    }

    private func drawLane(_ state: DashboardState, in rect: CellRect, on canvas: inout Canvas) {
        let (labels, cells) = rect.splitLeft(KeyTimelineLayout.labelColumns)
        let lane = TimelineLane(
            timeline, span(at: state.now), width: cells.columns, until: state.now, state.project.localTime)
        for (row, (label, spans)) in lane.labelled.enumerated() {
            canvas.put(label, at: labels.line(row).origin, .dim, maxColumns: labels.columns - 1)
            canvas.put(spans, at: cells.line(row).origin, maxColumns: cells.line(row).columns)
        }
    }

    private func columns(_ state: DashboardState) -> [Column<KeyTimelinePanel.Row>] {
        let filters = reading.finding
        let now = state.now
        let isNarrow = state.size.columns < 60
        func shape(_ title: String, _ widths: ClosedRange<Int>, weight: Int = 0, priority: Int) -> TableColumn
        {
            TableColumn(title, widths, weight: weight, priority: priority, isMeasured: true)
        }
        return [
            Column("since", shape("since", 10...19, priority: 9), .age) { row in
                // If there is little room, show only the day.
                row.from.map { state.project.shortTime($0, at: state.now) }.map {
                    isNarrow && $0.count > 10 ? String($0.prefix(10)) : $0
                }
            },
            Column("for", shape("for", 5...10, priority: 7), .dim) { $0.length(at: now) },
            Column("what", shape("what", 8...8, priority: 5), finding: filters) { $0.kind },
            Column(
                "value", shape("value", 10...40, weight: 3, priority: 10), text: \.text,
                shown: { $0.cell(columns: ColumnSample.widest, timeline).text }
            ) { row, point, width, canvas in
                let (text, role) = row.cell(columns: width, timeline)
                canvas.put(text, at: point, role, maxColumns: width, overflow: .tail)
                for filter in filters {
                    canvas.mark(filter, in: text, of: .value, at: point, width: width, cut: .tail)
                }
            },
            Column("by", shape("by", 8...36, weight: 1, priority: 4), finding: filters, cut: .tail) {
                ($0.originWords(state), .dim)
            },
        ]
    }
}

extension TimelineLane {
    /// The lines of the lane with their labels.
    fileprivate var labelled: [(label: String, spans: [Span])] {
        [
            ("source", valueBar.spans), ("override", overrides.isEmpty ? [] : overrideBar.spans),
            ("", [Span(tickLine, .age)]),
        ].filter { !$0.1.isEmpty }
    }

    /// The values of the source, each written into its time span.
    package var valueBar: LaneBar {
        let parts = values.map { stretch in
            LaneBar.Part(
                stretch.columns, name: stretch.text.map { $0.isEmpty ? "(empty)" : $0 } ?? "none",
                fill: stretch.fill,
                ends: stretch.sign.map { .sign($0, .changed) } ?? .none,
                stretch.text == nil ? .missing : stretch.isDefault ? .default : .value)
        }
        return LaneBar(parts, columns: width)
    }

    /// The overrides, each written into its time span.
    package var overrideBar: LaneBar {
        let parts = overrides.map {
            LaneBar.Part(
                $0.columns, name: $0.text.isEmpty ? "(empty)" : $0.text, fill: "▅", ends: .walls, .override)
        }
        return LaneBar(parts, columns: width)
    }
}

// The timeline in the full-screen details of a key.
extension DetailLines {
    /// The maximum number of values listed below the lane.
    private static let timelineLimit = 20

    /// Describes the lane of a key, and below it the values and overrides, newest first.
    mutating func describeTimeline(of name: String) {
        guard !state.history.isInThePast else { return describeValues(of: name) }
        let panel = KeyTimelinePanel(
            KeyTimelineRequest(
                name, state.selectedKey, override: state.source.report.overrides[name],
                source: state.source.name,
                recent: state.history.timeline.keptValues(of: name)), state)
        guard panel.total > 0 else { return }
        let lane = TimelineLane(
            panel.timeline, panel.span(at: state.now), width: max(1, width - KeyTimelineLayout.labelColumns),
            until: state.now, state.project.localTime)
        for (label, spans) in lane.labelled {
            let gap = String(repeating: " ", count: KeyTimelineLayout.labelColumns - label.count)
            lines.append([Span(label + gap, .dim)] + spans)
        }
        lines.append([])
        let rows = panel.rows.prefix(Self.timelineLimit)
        let times = rows.map { $0.from.map { state.project.shortestTime($0, at: state.now) } ?? "" }
        let column = times.reduce(0) { max($0, $1.count) }
        let room = max(8, (width - column - 14) / 2)
        for (row, time) in zip(rows, times) {
            let (text, role) = row.cell(columns: room, panel.timeline)
            let value = DisplayText(text).truncated(to: room)
            lines.append([
                Span(time + String(repeating: " ", count: column + 2 - time.count), .age),
                Span(row.kind.text.padding(toLength: 10, withPad: " ", startingAt: 0), row.kind.role),
                Span(
                    value + String(repeating: " ", count: max(0, room - DisplayText(value).width) + 2), role),
                Span(row.originWords(state), .dim),
            ])
        }
        if panel.total > rows.count { lines.append([Span("… \(panel.total - rows.count) earlier", .dim)]) }
    }
}

extension KeyTimelinePanel.Row {
    fileprivate var kind: (text: String, role: Role) {
        switch self {
        case .value: ("source", .dim)
        case .override: ("override", .override)
        }
    }

    fileprivate func originWords(_ state: DashboardState) -> String {
        switch self {
        case .value(let period, _): state.project.inLocalTime(period.originWords, at: state.now)
        case .override(let period, _): period.originWords
        }
    }

    /// Returns how long it lasted or has lasted so far.
    fileprivate func length(at now: Date) -> String? {
        switch self {
        case .value(let period, _):
            let age = TimeText.age(from: period.from, to: period.until ?? now)
            return period.isFirst && age != "now" ? ">" + age : age
        case .override(let period, _):
            return period.from.map { TimeText.age(from: $0, to: period.until ?? now) }
        }
    }

    /// Returns the value. For a change, returns the part in which it differs from the previous value.
    fileprivate func cell(columns: Int, _ timeline: KeyTimeline) -> (text: String, role: Role) {
        switch self {
        case .value(let period, let before):
            guard let text = period.text else { return ("—", .missing) }
            guard period.value != .appDefault else { return (text, .default) }
            guard !text.isEmpty else { return ("(empty)", .dim) }
            let excerpt =
                before?.text.map { ValueDifference(glancingAt: $0, text).excerpts(columns: columns).new }
                ?? text
            return (VisibleText.ofValue(excerpt), timeline.isDefault(period.value) ? .default : .value)
        case .override(let period, _):
            return (period.value.isEmpty ? "(empty)" : VisibleText.ofValue(period.value), .override)
        }
    }
}
