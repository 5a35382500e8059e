import ExperimentsCore
import ExperimentsOperator
import LinkProtocol
import TerminalUI

/// Screen 7: the apps that follow the overrides, and those that did.
enum AppsView {
    static func columns(_ state: DashboardState) -> [Column<ConnectedApp>] {
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
            _ order: AppList.Order, _ role: Role, priority: Int, _ count: KeyPath<AppCounts, Int>
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
            number(.overrides, .override, priority: 6, \.overrides),
            number(.missing, .missing, priority: 7, \.missing),
            number(.incorrect, .incorrect, priority: 7, \.incorrect),
            Column(
                AppList.Order.roundTrip.rawValue,
                TableColumn(title: "round trip", minimum: 10, ideal: 10, priority: 2, isRightAligned: true),
                finding: []
            ) { ($0.roundTripText ?? "—", .age) },
        ]
    }

    static func draw(_ state: DashboardState, _ layout: Layout, _ canvas: inout Canvas) {
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
                ? emptyWords(state)
                : state.nothingMatches("no app")
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

extension ConnectedApp {
    /// How long a message to it and back takes, as the screen shows it.
    var roundTripText: String? { roundTrip.map { TimeText.duration(.seconds(min($0, 1e9))) } }
}

// The order of the list.
extension DashboardState {
    mutating func sortApps(_ action: Command) {
        let all = AppList.Order.allCases
        let index = all.firstIndex(of: apps.order) ?? 0
        switch action {
        case .sort, .sortRight: apps.order = all[(index + 1) % all.count]
        case .sortLeft: apps.order = all[(index + all.count - 1) % all.count]
        case .invertSort: apps.isReversed.toggle()
        default: return
        }
        rebuildListing()
    }

    mutating func sortApps(by order: AppList.Order) {
        apps.isReversed = order == apps.order && !apps.isReversed
        apps.order = order
        rebuildListing()
    }

    /// A click on a title.
    mutating func sortApps(at column: Int) {
        let columns = AppsView.columns(self).fitted(to: list.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        let placed = plan.columns.last { $0.offset <= column - 1 }
        guard let placed, let order = AppList.Order(rawValue: columns[placed.index].name) else { return }
        sortApps(by: order)
    }
}
