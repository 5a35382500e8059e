import ExperimentsCore
import ExperimentsOperator
import Foundation
import TerminalUI

/// The list of screen 6: the fetches, newest first.
struct FetchList: ScreenList {
    /// The fetch at a place of the list.
    static func record(at place: Int, _ state: DashboardState) -> FetchRecord? {
        let (fetches, history) = (state.list.fetches, state.history)
        guard fetches.indices.contains(place), fetches[place] < history.count else { return nil }
        return history[fetches[place]]
    }

    func count(_ state: DashboardState) -> Int { state.list.fetches.count }

    func total(_ state: DashboardState) -> Int { state.history.count }

    func item(at index: Int, _ state: DashboardState) -> String? { Self.record(at: index, state).map { String($0.id) } }

    func rows(_ state: DashboardState) -> (Int) -> FetchRecord? { { Self.record(at: $0, state) } }

    func chooseRows(_ state: inout DashboardState) {
        let (history, filter) = (state.history, state.list.filter)
        let all = Array((0..<history.count).reversed())
        state.list.fetches =
            filter.isEmpty
            ? all : all.filter { filter.passes(history.subject(of: history[$0], for: filter), now: state.now) }
    }

    func dropChoice(_ state: inout DashboardState) -> Bool {
        guard let id = state.history.pickedFetch else { return false }
        state.history.pickedFetch = nil
        // One that is no longer kept is not to be seen as picked either.
        return state.history.fetch(id: id) != nil
    }

    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int] {
        state.list.fetches.indices.filter { place in
            Self.record(at: place, state).map {
                filter.passes(state.history.subject(of: $0, for: state.list.filter), now: state.now)
            } ?? false
        }
    }

    func summaryRows(_ state: DashboardState) -> Int {
        guard !state.history.fetches.records.isEmpty else { return 0 }
        return state.history.fetches.last?.failure == nil ? 2 : 3
    }

    func describe(_ lines: inout DetailLines) {
        if let record = lines.state.selectedRecord {
            lines.describe(record)
        } else {
            lines.describeHeading()
        }
    }
}

// Screen 6: the fetches, newest first.
extension FetchList {
    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let columns = columns(state).fitted(to: state.list.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.columnTitles, &canvas)
        Self.drawSummary(state, in: layout.summary, &canvas)
        guard state.rowCount > 0 else {
            let words =
                state.list.filter.isEmpty
                ? state.project.keyMap.emptyWords("no fetch yet", .refetch, does: "fetches now")
                : state.list.nothingMatches("no fetch", state.project.keyMap)
            TableView.drawEmpty(words, in: layout.list, &canvas)
            return
        }
        columns.drawRows(plan, position: state.position, count: state.rowCount, in: layout.list, &canvas) {
            canvas, index, line in
            if let (sign, role) = Self.record(at: index, state).flatMap({ Self.mark(of: $0, state) }) {
                canvas.put(sign, at: line.origin, role)
            }
            return false
        } row: {
            Self.record(at: $0, state)
        }
    }

    /// The fetch that others are compared with, and the one whose values are on screen.
    private static func mark(of record: FetchRecord, _ state: DashboardState) -> (String, Role)? {
        if record.id == state.history.pickedFetch { return ("◆", .selectedRow) }
        guard state.history.isInThePast, state.history.generationIndex(of: record) == state.history.shownIndex else {
            return nil
        }
        return ("›", .paused)
    }
}

// The lines above the history: how long fetches took and how much they changed, and what failures lead to.
extension FetchList {
    private static func drawSummary(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        guard !rect.isEmpty else { return }
        let records = state.history.fetches.records
        let durations = records.map { $0.failure == nil ? $0.duration.inSeconds : nil }
        let changes = records.map { $0.failure == nil ? Double($0.difference.count) : nil }
        // Both have the same number of bars, so that the two of one fetch stand one above the other.
        let words = [durationWords(records), changeWords(records)]
        let widest = words.map { DisplayText($0).width }.max() ?? 0
        draw("took", durations, words: words[0], room: rect.columns - widest, in: rect.line(0), on: &canvas)
        draw("changes", changes, words: words[1], room: rect.columns - widest, in: rect.line(1), on: &canvas)
        if rect.rows > 2, let words = TimeText.retries(state) {
            let line = rect.line(2)
            canvas.put(
                words, at: CellPoint(column: line.column + 1, row: line.row), .warning, maxColumns: line.columns - 2)
        }
    }

    private static func draw(
        _ label: String, _ numbers: [Double?], words: String, room: Int, in rect: CellRect, on canvas: inout Canvas
    ) {
        let label = label.padding(toLength: 9, withPad: " ", startingAt: 0)
        let room = room - 2 - label.count - 2
        let bars = Sparkline(numbers, columns: max(8, min(room, rect.columns - 2 - label.count))).spans
        let spans = [Span(label, .dim)] + bars + (room >= 8 ? [Span("  " + words, .age)] : [])
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }

    private static func durationWords(_ records: [FetchRecord]) -> String {
        let good = records.filter { $0.failure == nil }.map(\.duration)
        guard let last = good.last, let least = good.min(), let most = good.max() else { return "no fetch succeeded" }
        let text = TimeText.duration(last)
        return least == most ? text : "\(text), from \(TimeText.duration(least)) to \(TimeText.duration(most))"
    }

    private static func changeWords(_ records: [FetchRecord]) -> String {
        let changing = records.filter { !$0.difference.isEmpty }.count
        return "\(changing) of \(records.count == 1 ? "1 fetch" : "\(records.count) fetches") changed something"
    }
}

// The columns of the history of fetches.
extension FetchList {
    func columns(_ state: DashboardState) -> [Column<FetchRecord>] {
        func column(
            _ name: String, _ title: String, _ widths: ClosedRange<Int>, weight: Int = 0, priority: Int,
            isNumber: Bool = false, in field: FilterField? = nil, text: ((FetchRecord) -> String?)? = nil,
            cell: @escaping (FetchRecord) -> (text: String, role: Role)
        ) -> Column<FetchRecord> {
            Column(
                name,
                TableColumn(
                    title: title, minimum: widths.lowerBound, ideal: widths.upperBound, weight: weight,
                    priority: priority, isRightAligned: isNumber, isMeasured: name != "time"),
                finding: state.list.finding, in: field, cut: .tail, text: text, cell: cell)
        }
        let localTime = state.project.localTime
        return [
            column("time", "time", 8...8, priority: 9, text: { TimeText.dateAndTime($0.startedAt, in: localTime) }) {
                (Self.time(of: $0, state), state.history.isEarlier($0.id) ? .dim : .text)
            },
            column("result", "result", 9...13, priority: 10, cell: Self.result),
            column(
                "changes", "changed keys", 14...24, weight: 3, priority: 8, in: .key, text: Self.wholeChanges,
                cell: Self.changes),
            column("duration", "took", 6...6, priority: 7, isNumber: true) { (TimeText.duration($0.duration), .age) },
            column("bytes", "size", 8...8, priority: 5, isNumber: true, text: { $0.bytes > 0 ? "\($0.bytes)" : nil }) {
                ($0.bytes > 0 ? TimeText.size($0.bytes) : "", .dim)
            },
            column("version", "version", 7...8, priority: 4, isNumber: true) { ($0.version ?? "", .dim) },
            column("trigger", "by", 8...9, priority: 3) { ($0.trigger.word, .dim) },
            column("number", "#", 4...5, priority: 2, isNumber: true) {
                (state.history.isEarlier($0.id) ? "" : String($0.id), .dim)
            },
        ]
    }

    /// The time of day, or how long ago a fetch was that was not today.
    private static func time(of record: FetchRecord, _ state: DashboardState) -> String {
        let day = TimeText.date(record.startedAt, in: state.project.localTime)
        guard day != TimeText.date(state.now, in: state.project.localTime) else {
            return TimeText.timeOfDay(record.startedAt, in: state.project.localTime)
        }
        return TimeText.age(from: record.startedAt, to: state.now) + " ago"
    }

    private static func wholeChanges(_ record: FetchRecord) -> String? {
        if let failure = record.failure { return failure.summary }
        return record.difference.isEmpty ? nil : record.difference.names.joined(separator: " ")
    }

    private static func changes(_ record: FetchRecord) -> (text: String, role: Role) {
        if let failure = record.failure { return (failure.summary, .error) }
        guard !record.difference.isEmpty else { return ("—", .dim) }
        let names = record.difference.names
        let count = record.difference.count
        return (count > 1 ? "\(count): " + names.prefix(12).joined(separator: ", ") : names[0], .changed)
    }

    private static func result(_ record: FetchRecord) -> (text: String, role: Role) {
        let status = record.httpStatus.map { " \($0)" } ?? ""
        return (record.statusWord + status, record.failure == nil ? .ok : .error)
    }
}

extension FetchTrigger {
    /// Who asked, in one word.
    var word: String {
        switch self {
        case .app: "app"
        case .manual: "you"
        case .scheduled: "timer"
        case .realtime: "source"
        }
    }
}

extension Command {
    static let stepBack: Command = Command(
        "step-back", title: "Step back in time", in: .watching, keys: ["["],
        footer: FooterPlace("back in time") { state in
            if state.history.isInThePast { return .past(0) }
            return state.history.timeline.generations.count > 1 ? .others(3) : nil
        },
        twin: .command("experiments history --at TIME"), run: { _ in [.send(\.history, .step(back: true))] })
    static let stepForward: Command = Command(
        "step-forward", title: "Step forward in time", in: .watching, keys: ["]"],
        footer: FooterPlace("forward", at: .past(1), where: \.history.isInThePast),
        twin: .command("experiments history --at TIME"),
        whyNot: { $0.history.isInThePast ? nil : "these are the values of now" },
        run: { _ in [.send(\.history, .step(back: false))] })
    static let pickFetch: Command = Command(
        "pick-fetch", title: "Compare this fetch with another", in: .watching, keys: ["d"], on: [.history],
        footer: FooterPlace("compare", at: .row(9)) { $0.screen == .history },
        twin: .command("experiments history --compare A B"), whyNot: reasonNoFetch,
        run: { $0.selectedRecord.map { [.send(\.history, .pick($0))] } ?? [] })
    static let viewFetch: Command = Command(
        "view-fetch", title: "Show all values as of this fetch", in: .watching,
        twin: .command("experiments history --at TIME"), whyNot: reasonNoFetch,
        run: { $0.selectedRecord.map { [.send(\.history, .travelToFetch($0))] } ?? [] })

    @Sendable private static func reasonNoFetch(_ state: DashboardState) -> String? {
        guard state.screen == .history else { return "choose a fetch on screen 6" }
        guard let record = state.selectedRecord else { return "there is no fetch under the cursor" }
        return state.history.generationIndex(of: record) == nil ? state.history.reasonNoValues : nil
    }
}
