import ExperimentsCore
import ExperimentsOperator
import Foundation
import LinkProtocol
import TerminalUI

/// The list of screen 7: the apps that follow the overrides, and those that did.
struct LinkedAppList: ScreenList {
    /// The app under the cursor; nil on another screen.
    static func selected(_ state: DashboardState) -> ConnectedApp? {
        let (apps, cursor) = (state.list.apps, state.position.cursor)
        return state.screen == .apps && apps.indices.contains(cursor) ? apps[cursor] : nil
    }

    func count(_ state: DashboardState) -> Int { state.list.apps.count }

    func total(_ state: DashboardState) -> Int { state.apps.apps.count }

    func tabCount(_ state: DashboardState) -> Int { state.apps.connectedCount }

    func item(at index: Int, _ state: DashboardState) -> String? { state.list.apps[index].id.description }

    func rows(_ state: DashboardState) -> (Int) -> ConnectedApp? {
        let rows = state.list.apps
        return { rows[$0] }
    }

    func chooseRows(_ state: inout DashboardState) {
        state.list.apps = state.apps.rows(passing: state.list.filter, state)
    }

    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int] {
        state.list.apps.indices.filter { filter.passes(state.list.apps[$0].subject, now: state.now) }
    }

    func describe(_ lines: inout DetailLines) { lines.describeApp() }
}

// The order of the apps.
extension LinkedAppList {
    func orders(_ state: DashboardState) -> [String] { AppList.Order.allCases.map(\.rawValue) }

    func reasonNotSorting(_ command: Command, _ state: DashboardState) -> String? { nil }

    func sort(by order: String, _ state: inout DashboardState) {
        guard let order = AppList.Order(rawValue: order) else { return }
        sort(by: order, &state)
    }

    func sort(_ command: Command, _ state: inout DashboardState) {
        let all = AppList.Order.allCases
        let index = all.firstIndex(of: state.apps.order) ?? 0
        switch command {
        case .sort, .sortRight: state.apps.order = all[(index + 1) % all.count]
        case .sortLeft: state.apps.order = all[(index + all.count - 1) % all.count]
        case .invertSort: state.apps.isReversed.toggle()
        default: return
        }
        state.rebuildListing()
    }

    func sort(at column: Int, _ state: inout DashboardState) {
        let columns = columns(state).fitted(to: state.list.widths)
        let plan = columns.plan(width: state.layout.list.columns - 2)
        let placed = plan.columns.last { $0.offset <= column - 1 }
        guard let placed, let order = AppList.Order(rawValue: columns[placed.index].name) else { return }
        sort(by: order, &state)
    }

    private func sort(by order: AppList.Order, _ state: inout DashboardState) {
        state.apps.isReversed = order == state.apps.order && !state.apps.isReversed
        state.apps.order = order
        state.rebuildListing()
    }
}

// Screen 7: the apps that follow the overrides, and those that did.
extension LinkedAppList {
    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let columns = columns(state).fitted(to: state.list.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        let sorted = columns.firstIndex { $0.name == state.apps.order.rawValue }
        TableView.drawTitles(
            plan, sorting: sorted.map { TableView.Sorting(by: $0, isReversed: state.apps.isReversed) },
            in: layout.columnTitles, &canvas)
        guard state.rowCount > 0 else {
            let words =
                state.list.filter.isEmpty
                ? Self.emptyWords(state)
                : state.list.nothingMatches("no app", state.project.keyMap)
            TableView.drawEmpty(words, in: layout.list, &canvas)
            return
        }
        let rows = state.list.apps
        columns.drawRows(plan, position: state.position, count: rows.count, in: layout.list, &canvas) {
            canvas, index, line in
            if !rows[index].warnings.isEmpty { canvas.put("!", at: line.origin, .warning) }
            return false
        } row: {
            rows[$0]
        }
    }

    /// Returns the lines for an empty screen, which say how an app gets here.
    private static func emptyWords(_ state: DashboardState) -> [String] {
        let palette = state.project.keyMap.name(of: .palette) ?? ""
        switch (state.apps.canServe, state.apps.address) {
        case (true, nil):
            return ["no app is linked", "\(palette)serve serves them, \(palette)link NAME shows what to open one with"]
        case (true, let address?):
            return ["no app is linked yet", "serving \(address); \(palette)link NAME shows what to open an app with"]
        case (false, let address?): return ["no app is linked yet", "another program serves \(address)"]
        case (false, nil): return ["no app is linked", "`experiments serve` serves apps, `experiments link` links one"]
        }
    }
}

// The columns of the list of apps.
extension LinkedAppList {
    func columns(_ state: DashboardState) -> [Column<ConnectedApp>] {
        func text(
            _ order: AppList.Order, _ widths: ClosedRange<Int>, weight: Int = 0, priority: Int,
            isMeasured: Bool = true, cell: @escaping (ConnectedApp) -> (text: String, role: Role)
        ) -> Column<ConnectedApp> {
            Column(
                order.rawValue,
                TableColumn(
                    title: order.rawValue, minimum: widths.lowerBound, ideal: widths.upperBound,
                    weight: weight, priority: priority, isMeasured: isMeasured),
                finding: state.list.finding, in: order == .app ? .group : nil, cut: .tail, cell: cell)
        }
        func number(
            _ order: AppList.Order, in role: Role, priority: Int, _ count: KeyPath<AppCounts, Int>
        ) -> Column<ConnectedApp> {
            let shape = TableColumn(
                title: order.rawValue, minimum: order.rawValue.count, ideal: order.rawValue.count, priority: priority,
                isRightAligned: true)
            return Column(order.rawValue, shape, finding: []) { app in
                guard app.reportedAt != nil else { return ("?", .dim) }
                let number = app.counts[keyPath: count]
                return (CountText.grouped(number), number == 0 ? .dim : role)
            }
        }
        return [
            text(.app, 6...14, weight: 1, priority: 10) { ($0.id.app, $0.isConnected ? .key : .dim) },
            text(.version, 7...10, priority: 8) { ($0.identity.version ?? $0.identity.build ?? "—", .value) },
            text(.device, 10...18, weight: 2, priority: 9) { app in
                let name = app.identity.device ?? app.id.installation
                return (app.streams > 1 ? "\(name) ×\(app.streams)" : name, app.streams > 1 ? .warning : .text)
            },
            text(.system, 8...14, weight: 1, priority: 3) { ($0.identity.system ?? "—", .type) },
            text(.seen, 7...9, priority: 9, isMeasured: false) { app in
                app.isConnected ? ("linked", .live) : (TimeText.ago(app.lastSeen, now: state.now), .age)
            },
            number(.overrides, in: .override, priority: 6, \.overrides),
            number(.missing, in: .missing, priority: 7, \.missing),
            number(.incorrect, in: .incorrect, priority: 7, \.incorrect),
            Column(
                AppList.Order.roundTrip.rawValue,
                TableColumn(title: "round trip", minimum: 10, ideal: 10, priority: 2, isRightAligned: true),
                finding: []
            ) { ($0.roundTripText ?? "—", .age) },
        ]
    }
}

extension ConnectedApp {
    /// How long a message to it and back takes, as the screen shows it.
    var roundTripText: String? { roundTrip.map { TimeText.duration(.seconds(min($0, 1e9))) } }
}

extension DetailLines {
    /// More differences and doings are not shown.
    private static let limit = 200
    /// The apps in which an override is not in force are named up to so many.
    private static let shownStragglers = 5

    /// Everything about the app under the cursor.
    mutating func describeApp() {
        guard let app = state.selectedApp else { return }
        title = app.title
        for fact in app.facts where fact.subject == .seen { describe(fact, of: app) }
        for fact in app.facts where fact.subject != .seen && !fact.isRepetition { describe(fact, of: app) }
        describeOwnOverrides(of: app)
        describeDifferences(of: app)
        describeDoings(of: app)
    }

    private mutating func describe(_ fact: AppFact, of app: ConnectedApp) {
        let text = text(of: fact)
        switch fact.subject {
        case .seen: app.isConnected ? add("status", text, .live) : add("status", "last seen " + text, .stale)
        case .app: add(fact.label, "\(text), first seen \(state.project.shortTime(app.firstSeen, at: state.now))")
        case .version, .device: add(fact.label, text, .value)
        case .system: add(fact.label, text, .type)
        case .reported: add(fact.label, text, app.reportedAt == nil ? .unknown : .age)
        case .fetched: add(fact.label, text, app.fetchedAt == nil ? .unknown : .age)
        case .roundTrip: add(fact.label, text, .age)
        case .warning: add(fact.label, text, .warning)
        }
    }

    /// The words of a fact; how long ago the app was here, but the time of its fetch, to be compared with others.
    private func text(of fact: AppFact) -> String {
        switch fact.content {
        case .text(let text): text
        case .time(let date, let ending):
            (fact.subject == .fetched
                ? TimeText.dateAndTime(date, in: state.project.localTime) : TimeText.ago(date, now: state.now)) + ending
        case .duration(let duration): TimeText.duration(duration)
        }
    }

    /// The overrides that are not for everyone.
    private mutating func describeOwnOverrides(of app: ConnectedApp) {
        let scope = OverrideScope.installation(app: app.id.app, id: app.id.installation)
        for (scope, label) in [(OverrideScope.app(app.id.app), "for \(app.id.app)"), (scope, "for it alone")] {
            let overrides = state.source.report.overrides[scope]
            guard !overrides.isEmpty else { continue }
            let words = overrides.names.map { name in
                let override = overrides[name]
                return "\(name) = \(override?.value ?? "")" + (override?.isEnabled == false ? " (off)" : "")
            }
            add(label, words.joined(separator: ", "), .override)
        }
    }

    /// Only what differs: its value, ours, and why.
    private mutating func describeDifferences(of app: ConnectedApp) {
        guard let compared = state.apps.compared, compared.app.id == app.id, compared.comparison.isKnown else { return }
        let rows = compared.comparison.rows
        let told = rows.filter { $0.reason != .undeclaredThere }
        let count = told.count + compared.comparison.alikeCount
        lines.append([])
        guard !told.isEmpty else {
            lines.append([Span(AppComparison.alike(count), .ok)])
            describeUndeclared(rows.count)
            return
        }
        lines.append([Span("\(told.count) of \(count) keys differ", .changed)])
        for row in told.prefix(Self.limit) {
            lines.append([Span(row.name, .key), Span("  " + row.reason.words, Self.role(of: row.reason))])
            if row.there?.value != nil || row.reason != .undeclaredHere {
                addValue(" there", row.there?.value ?? "its own default", row.there?.value == nil ? .default : .diffOld)
            }
            if row.reason != .undeclaredHere {
                addValue(" here", row.here ?? "its own default", row.here == nil ? .default : .diffNew)
            }
        }
        if told.count > Self.limit { lines.append([Span("and \(told.count - Self.limit) more", .dim)]) }
        describeUndeclared(rows.count - told.count)
    }

    private mutating func describeUndeclared(_ count: Int) {
        guard count > 0 else { return }
        lines.append([Span(count == 1 ? "1 key is not declared there" : "\(count) keys are not declared there", .dim)])
    }

    private static func role(of reason: AppComparison.Reason) -> Role {
        switch reason {
        case .overrideMissing, .overrideLeft: .override
        case .missing: .missing
        case .incorrect: .incorrect
        case .neverFetched: .unknown
        case .older, .pending: .stale
        case .otherDefault: .default
        case .otherValue: .changed
        case .undeclaredHere, .undeclaredThere: .undeclared
        }
    }

    private mutating func describeDoings(of app: ConnectedApp) {
        guard !app.doings.isEmpty else { return }
        lines += [[], [Span("what it did, the latest first", .title)]]
        for doing in app.doings.reversed().prefix(Self.limit) {
            let time = TimeText.timeOfDay(doing.date, in: state.project.localTime)
            let role: Role = doing.kind == .mismatch || doing.kind == .note ? .warning : .text
            add(isNarrow ? String(time.prefix(5)) : time, "\(doing.kind.rawValue)  \(doing.words)", role)
        }
    }

    /// Describes in which of the connected apps the override of a key is in force, and why it is not in the others.
    mutating func describeReach(of name: String) {
        guard let reach = state.apps.reach(of: name, state) else { return }
        add("apps", reach.words, reach.stragglers.isEmpty ? .ok : .warning)
        for straggler in reach.stragglers.prefix(Self.shownStragglers) {
            add("", "\(straggler.title): \(straggler.reason)", .dim)
        }
        let more = reach.stragglers.count - Self.shownStragglers
        if more > 0 { add("", "and \(more) more", .dim) }
    }
}
