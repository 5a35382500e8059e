import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI
import Foundation

/// A row of screen 6: a fetch, or several consecutive fetches that changed nothing.
struct ListedFetches: Sendable, Hashable {
    /// The index of the newest fetch in the history.
    let newest: Int
    /// The number of fetches.
    let count: Int

    /// The index of the oldest fetch in the history.
    var oldest: Int { newest - count + 1 }

    var isFolded: Bool { count > 1 }
}

/// The list of screen 6: the fetches, newest first. Consecutive fetches that changed nothing are folded into one row.
struct FetchList: ScreenList {
    /// A row with its fetches.
    struct Row {
        /// The fetch, or the newest of the folded ones.
        let record: FetchRecord
        /// The oldest of the folded fetches, and their number; nil for a single fetch.
        let folded: (oldest: FetchRecord, count: Int)?
    }

    /// Returns the fetch at an index of the list; the newest if there are several.
    static func record(at place: Int, _ state: DashboardState) -> FetchRecord? {
        row(at: place, state)?.record
    }

    static func row(at place: Int, _ state: DashboardState) -> Row? {
        let (fetches, history) = (state.list.fetches, state.history)
        guard fetches.indices.contains(place), fetches[place].newest < history.count else { return nil }
        let listed = fetches[place]
        return Row(
            record: history[listed.newest],
            folded: listed.isFolded ? (history[max(0, listed.oldest)], listed.count) : nil)
    }

    private static let newest = "newest"

    func count(_ state: DashboardState) -> Int { state.list.fetches.count }

    func total(_ state: DashboardState) -> Int { state.history.count }

    /// The first row is identified as such, so that a cursor there follows the newest fetch. A row of folded fetches is
    /// identified by the oldest, which stays the same when more are added.
    func item(at index: Int, _ state: DashboardState) -> String? {
        if index == 0 { return Self.newest }
        return Self.row(at: index, state).map { row in
            row.folded.map { "since \($0.oldest.id)" } ?? String(row.record.id)
        }
    }

    func rows(_ state: DashboardState) -> (Int) -> Row? { { Self.row(at: $0, state) } }

    func chooseRows(_ state: inout DashboardState) {
        let (history, filter) = (state.history, state.list.filter)
        let all = (0..<history.count).reversed()
        state.list.fetches =
            filter.isEmpty
            ? Self.folded(history.count) { history[$0] }
            : all.filter { filter.passes(history.subject(of: history[$0], for: filter), now: state.now) }
                .map { ListedFetches(newest: $0, count: 1) }
        state.list.fetchedNames = Self.mappedNames(state)
    }

    /// Returns all fetches, newest first, folded. With a filter they are listed one by one.
    static func folded(_ count: Int, record: (Int) -> FetchRecord) -> [ListedFetches] {
        var rows: [ListedFetches] = []
        var isUnchanged = false
        for place in (0..<count).reversed() {
            let record = record(place)
            let folds = record.failure == nil && record.difference.isEmpty
            if folds, isUnchanged, let last = rows.popLast() {
                rows.append(ListedFetches(newest: last.newest, count: last.count + 1))
            } else {
                rows.append(ListedFetches(newest: place, count: 1))
            }
            isUnchanged = folds
        }
        return rows
    }

    func dropChoice(_ state: inout DashboardState) -> Bool {
        guard let id = state.history.pickedFetch else { return false }
        state.history.pickedFetch = nil
        // A fetch that is no longer stored was not shown as picked.
        return state.history.fetch(id: id) != nil
    }

    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int] {
        state.list.fetches.indices.filter { place in
            Self.record(at: place, state).map {
                filter.passes(state.history.subject(of: $0, for: state.list.filter), now: state.now)
            } ?? false
        }
    }

    func title(_ state: DashboardState) -> BoxTitle {
        let signs = state.list.fetchedNames.isEmpty ? [] : ["keys by fetch: ● changed  + added  - removed"]
        return BoxTitle(state.screen.title, notes: signs, count: state.positionText)
    }

    func summaryRows(_ state: DashboardState) -> Int {
        guard !state.history.fetches.records.isEmpty else { return 0 }
        // The map gets the room that the list leaves free.
        let (usual, free) = (state.size.rows >= 30 ? 8 : 3, state.size.rows - 10 - state.list.fetches.count)
        let keys = min(state.list.fetchedNames.count, max(usual, free))
        return 1 + keys + (state.history.fetches.last?.failure == nil ? 0 : 1)
    }

    func sections(_ state: DashboardState) -> [DetailSection] {
        [
            DetailSection(BoxTitle(""), .leading, describe: describe),
            DetailSection(BoxTitle("Last change"), .leading) { $0.describeLastChange() },
        ]
    }

    func describe(_ lines: inout DetailLines) {
        if let row = Self.row(at: lines.state.position.cursor, lines.state), let folded = row.folded {
            lines.describe(folded.count, from: folded.oldest, to: row.record)
        } else if let record = lines.state.selectedRecord {
            lines.describe(record)
        } else {
            lines.describeHeading()
        }
    }
}

// Screen 6: the fetches, newest first.
extension FetchList {
    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        let columns = columns(state).fitted(to: state.list.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.columnTitles, &canvas)
        columns.drawRows(plan, position: state.position, count: state.rowCount, in: layout.list, &canvas) {
            canvas, index, line in
            if let (sign, role) = Self.row(at: index, state).flatMap({ Self.mark(of: $0, state) }) {
                canvas.put(sign, at: line.origin, role)
            }
            return false
        } row: {
            Self.row(at: $0, state)
        }
    }

    var subject: String { "fetch" }

    func emptyWords(_ state: DashboardState) -> [String] {
        state.project.keyMap.emptyWords("no fetch yet", .refetch, does: "fetches now")
    }

    /// Returns a mark for the fetch that others are compared with, or the fetch whose values are on the screen.
    private static func mark(of row: Row, _ state: DashboardState) -> (String, Role)? {
        let record = row.record
        if let picked = state.history.pickedFetch, (row.folded?.oldest ?? record).id <= picked,
            picked <= record.id
        {
            return ("◆", .selectedRow)
        }
        guard state.history.isInThePast, state.history.generationIndex(of: record) == state.history.shownIndex
        else {
            return nil
        }
        return ("›", .paused)
    }
}

// The lines above the history: which fetches changed which keys, how long they took, and what happens after failures.
extension FetchList {
    func drawSummary(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        guard !rect.isEmpty else { return }
        let retries = state.history.fetches.last?.failure == nil ? nil : TimeText.retries(state)
        let map = Self.map(state, width: rect.columns - 2, keys: rect.rows - 1 - (retries == nil ? 0 : 1))
        let lines = map + (retries.map { [[Span($0, .warning)]] } ?? [])
        for (row, spans) in lines.prefix(rect.rows).enumerated() {
            canvas.put(
                spans, at: CellPoint(column: rect.column + 1, row: rect.row + row),
                maxColumns: rect.columns - 2)
        }
    }
}

// The columns of the history of fetches.
extension FetchList {
    func columns(_ state: DashboardState) -> [Column<Row>] {
        func column(
            _ name: String, _ title: String, _ widths: ClosedRange<Int>, weight: Int = 0, priority: Int,
            isNumber: Bool = false, in field: FilterField? = nil, text: ((Row) -> String?)? = nil,
            cell: @escaping (Row) -> (text: String, role: Role)
        ) -> Column<Row> {
            Column(
                name,
                .init(
                    title, widths, weight: weight, priority: priority, isRightAligned: isNumber,
                    isMeasured: name != "time"),
                finding: state.list.finding, in: field, cut: .tail, text: text, cell: cell)
        }
        let localTime = state.project.localTime
        // What happened is not cut where other columns can give way.
        let isRoomy = state.size.columns >= 56
        return [
            column(
                "time", "time", 8...8, priority: 9,
                text: { TimeText.dateAndTime($0.record.startedAt, in: localTime) }
            ) {
                (Self.time(of: $0.record, state), state.history.isEarlier($0.record.id) ? .dim : .text)
            },
            column("result", "result", (isRoomy ? 12 : 9)...13, priority: 10) { Self.result($0) },
            column(
                "changes", "changed keys", (isRoomy ? 22 : 14)...24, weight: 3, priority: 8, in: .key,
                text: { Self.wholeChanges($0.record) }
            ) { row in
                row.folded.map { ("since " + Self.time(of: $0.oldest, state), .dim) }
                    ?? Self.changes(row.record)
            },
            column("duration", "took", 6...6, priority: 7, isNumber: true) {
                (TimeText.duration($0.record.duration), .age)
            },
            column(
                "bytes", "size", 8...8, priority: 5, isNumber: true,
                text: { $0.record.bytes > 0 ? "\($0.record.bytes)" : nil }
            ) {
                ($0.record.bytes > 0 ? TimeText.size($0.record.bytes) : "", .dim)
            },
            column("version", "version", 7...8, priority: 4, isNumber: true) {
                ($0.record.version ?? "", .dim)
            }
            .optional,
            column("trigger", "by", 8...9, priority: 3) { ($0.record.trigger.word, .dim) }.optional,
            column("number", "#", 4...5, priority: 2, isNumber: true) {
                (state.history.isEarlier($0.record.id) ? "" : String($0.record.id), .dim)
            },
        ]
    }

    /// Returns the rows of an exported file, one for each fetch.
    func exportedRows(_ state: DashboardState) -> [Row] {
        state.list.fetches.flatMap { listed in
            (listed.oldest...listed.newest).reversed().compactMap { place in
                place >= 0 && place < state.history.count
                    ? Row(record: state.history[place], folded: nil) : nil
            }
        }
    }

    /// Returns the time of day of a fetch, or its age if it was not today.
    static func time(of record: FetchRecord, _ state: DashboardState) -> String {
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

    static func changes(_ record: FetchRecord) -> (text: String, role: Role) {
        if let failure = record.failure { return (failure.summary, .error) }
        guard !record.difference.isEmpty else { return ("", .dim) }
        let names = record.difference.names
        let count = record.difference.count
        return (count > 1 ? "\(count): " + names.prefix(12).joined(separator: ", ") : names[0], .changed)
    }

    static func result(_ row: Row) -> (text: String, role: Role) {
        if let folded = row.folded { return ("\(CountText.grouped(folded.count)) unchanged", .dim) }
        let record = row.record
        // Only the status of a failure says more than the word.
        guard record.failure != nil else { return (record.statusWord, .ok) }
        return (record.statusWord + (record.httpStatus.map { " \($0)" } ?? ""), .error)
    }
}

extension DetailLines {
    /// Describes consecutive fetches that changed nothing.
    mutating func describe(_ count: Int, from oldest: FetchRecord, to newest: FetchRecord) {
        let localTime = state.project.localTime
        title = "\(CountText.count(count, "fetch", "fetches")) without changes"
        add("from", TimeText.dateAndTime(oldest.startedAt, in: localTime))
        add("to", TimeText.dateAndTime(newest.startedAt, in: localTime))
        if newest.bytes > 0 { add("size", TimeText.size(newest.bytes)) }
        if let version = newest.version { add("version", version) }
        guard let filter = state.project.keyMap.name(of: .filter) else { return }
        lines += [[]] + Span("\(filter) unchanged lists each of them.", .dim).wrapped(to: width, limit: 3)
    }
}

extension FetchTrigger {
    /// The origin of the request in one word.
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
        shell: "experiments history --at TIME", whyNot: reasonViewing,
        run: { _ in [.send(\.history, .step(back: true))] })
    static let stepForward: Command = Command(
        "step-forward", title: "Step forward in time", in: .watching, keys: ["]"],
        footer: FooterPlace("forward", at: .past(1), where: \.history.isInThePast),
        shell: "experiments history --at TIME",
        whyNot: { $0.history.isInThePast ? nil : "already at the current values" },
        run: { _ in [.send(\.history, .step(back: false))] })
    static let pickFetch: Command = Command(
        "pick-fetch", title: "Compare this fetch with another", in: .watching, keys: ["d"], on: [.history],
        footer: FooterPlace("compare", at: .row(9)) { $0.screen == .history },
        shell: "experiments history --compare A B", whyNot: reasonNoFetch,
        run: { $0.selectedRecord.map { [.send(\.history, .pick($0))] } ?? [] })
    static let viewFetch: Command = Command(
        "view-fetch", title: "Show all values as of this fetch", in: .watching,
        shell: "experiments history --at TIME", whyNot: { reasonViewing($0) ?? reasonNoFetch($0) },
        run: { $0.selectedRecord.map { [.send(\.history, .travelToFetch($0))] } ?? [] })

    /// Earlier values are known only as the source's own.
    @Sendable private static func reasonViewing(_ state: DashboardState) -> String? {
        guard state.source.viewed != nil, !state.history.isInThePast else { return nil }
        return "earlier values are known only for the default user and without a draft"
    }

    @Sendable private static func reasonNoFetch(_ state: DashboardState) -> String? {
        guard state.screen == .history else { return "only on screen 6 (History)" }
        guard let record = state.selectedRecord else { return "no fetch selected" }
        return state.history.generationIndex(of: record) == nil ? state.history.reasonNoValues : nil
    }
}
