import ExperimentsLinkProtocol
import ExperimentsOperator
import ExperimentsTerminalUI
import Foundation

/// The list of screen 7: the apps that follow the overrides, and those that did before.
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

    func describe(_ lines: inout DetailLines) { lines.describeMatrix() }
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

// Screen 7: the apps that follow the overrides, and those that did before.
extension LinkedAppList {
    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        let columns = columns(state).fitted(to: state.list.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        let sorted = columns.firstIndex { $0.name == state.apps.order.rawValue }
        TableView.drawTitles(
            plan, sorting: sorted.map { ($0, state.apps.isReversed) }, in: layout.columnTitles, &canvas)
        let rows = state.list.apps
        columns.drawRows(plan, position: state.position, count: rows.count, in: layout.list, &canvas) {
            rows[$0]
        }
    }

    var subject: String { "app" }

    func emptyWords(_ state: DashboardState) -> [String] {
        let map = state.project.keyMap
        guard state.apps.canServe else {
            return ["No apps linked.", "Run `experiments serve`, then `experiments link --app NAME`."]
        }
        let way =
            map.name(of: .link).map { "Press \($0) to link one." }
            ?? map.name(of: .palette).map { "Type \($0)link NAME to link one." }
        return [["No apps linked.", way].compactMap(\.self).joined(separator: " ")]
    }
}

// The boxes of the screen.
extension LinkedAppList {
    var arrangement: ListArrangement { .above }

    func title(_ state: DashboardState) -> BoxTitle {
        let (linked, all) = (state.apps.connectedCount, state.apps.apps.count)
        let gone = all - linked
        let counts =
            "\(CountText.grouped(linked)) linked" + (gone > 0 ? ", \(CountText.grouped(gone)) gone" : "")
        return BoxTitle("Apps", notes: all > 0 ? [counts] : [], count: state.positionText)
    }

    func sections(_ state: DashboardState) -> [DetailSection] {
        let map = state.project.keyMap
        let link = DetailSection(
            BoxTitle("Link another app", keys: state.apps.canServe ? map.hint([.link], "new link") : []),
            columns: 52,
            isAboutRow: false
        ) { $0.describeLinking() }
        let changes = DetailSection(
            BoxTitle("Latest changes", keys: map.hint([.showHistory], "history")), columns: 52,
            isAboutRow: false
        ) { $0.describeLatestChanges() }
        guard let app = state.selectedApp else {
            return [
                DetailSection(BoxTitle("Link an app"), .leading, columns: 64) { $0.describeLinking() },
                changes,
            ]
        }
        let words = state.apps.showsAllKeys ? "all keys" : "only keys that differ"
        let keys =
            isInDetails(state)
            ? map.hint([.setOverride], "override on \(app.shortTitle) only")
            : map.hint([.details], "choose a key")
        return [
            DetailSection(
                BoxTitle(
                    "Values in the apps", notes: [words],
                    count: AppMatrix(state)?.count(isInMatrix: isInDetails(state)) ?? "",
                    keys: keys
                        + map.hint([.allAppKeys], state.apps.showsAllKeys ? "differing keys" : "all keys")),
                .wide, columns: 120
            ) { $0.describeMatrix() },
            DetailSection(BoxTitle("Latest from \(app.shortTitle)"), .leading, columns: 62) {
                $0.describeDoings(of: app)
            },
            // Without a box at the left, this one gets its room.
            DetailSection(
                BoxTitle("About \(app.shortTitle)"), app.doings.isEmpty ? .leading : .trailing, columns: 52
            ) { $0.describeFacts(of: app) },
            link,
            changes,
        ]
    }
}

// The columns of the list of apps.
extension LinkedAppList {
    /// Returns the last action of an app, or the time when it was last seen.
    private static func seen(_ app: ConnectedApp, _ state: DashboardState) -> String {
        guard app.isConnected else { return TimeText.ago(app.lastSeen, now: state.now) }
        return state.apps.justReceived(app.id, at: state.now) == nil ? "linked" : "override received"
    }

    func columns(_ state: DashboardState) -> [Column<ConnectedApp>] {
        func text(
            _ order: AppList.Order, _ widths: ClosedRange<Int>, weight: Int = 0, priority: Int,
            cell: @escaping (ConnectedApp) -> (text: String, role: Role)
        ) -> Column<ConnectedApp> {
            Column(
                order.rawValue,
                .init(order.rawValue, widths, weight: weight, priority: priority, isMeasured: true),
                finding: state.list.finding, in: order == .app ? .group : nil, cut: .tail, cell: cell)
        }
        func number(
            _ order: AppList.Order, in role: Role, priority: Int, _ count: KeyPath<AppCounts, Int>
        ) -> Column<ConnectedApp> {
            own(
                order.rawValue, title: order.rawValue, order.rawValue.count, priority: priority,
                isRightAligned: true
            ) { app in
                guard app.reportedAt != nil else { return ("?", .dim) }
                let number = app.counts[keyPath: count]
                return (CountText.grouped(number), number == 0 ? .dim : role)
            }
        }
        func own(
            _ name: String, title: String, _ width: Int, priority: Int, isRightAligned: Bool = false,
            cell: @escaping (ConnectedApp) -> (text: String, role: Role)
        ) -> Column<ConnectedApp> {
            Column(
                name, .init(title, width...width, priority: priority, isRightAligned: isRightAligned),
                finding: [],
                cell: cell)
        }
        return [
            own("state", title: "", 1, priority: 11) { app in
                app.warnings.isEmpty ? app.isConnected ? ("●", .live) : ("○", .dim) : ("!", .warning)
            },
            text(.app, 6...14, weight: 1, priority: 10) { ($0.id.app, $0.isConnected ? .key : .dim) },
            text(.version, 7...10, priority: 8) { ($0.identity.version ?? $0.identity.build ?? "—", .value) },
            text(.device, 10...18, weight: 2, priority: 9) { app in
                let name = app.identity.device ?? app.id.installation
                return (
                    app.streams > 1 ? "\(name) ×\(app.streams)" : name, app.streams > 1 ? .warning : .text
                )
            },
            text(.system, 8...14, weight: 1, priority: 3) { ($0.identity.system ?? "", .type) }.optional,
            Column(
                AppList.Order.seen.rawValue, .init(AppList.Order.seen.rawValue, 8...18, priority: 9),
                text: { Self.seen($0, state) }
            ) { app, point, width, canvas in
                let text = Self.seen(app, state)
                let isShort = DisplayText(text).width > width && app.isConnected
                canvas.put(
                    isShort ? "received" : text, at: point, app.isConnected ? .live : .age, maxColumns: width)
            },
            own("clock", title: "clock", 6, priority: 1) { app in
                app.hasWrongClock ? (app.shortSkew, .warning) : ("", .dim)
            }.optional,
            own(
                AppList.Order.roundTrip.rawValue, title: "round trip", 10, priority: 2, isRightAligned: true
            ) { ($0.roundTripText ?? "", .age) }.optional,
            number(.overrides, in: .override, priority: 6, \.overrides),
            number(.missing, in: .missing, priority: 7, \.missing),
            number(.incorrect, in: .incorrect, priority: 7, \.incorrect),
            own("differ", title: "differ", 6, priority: 7, isRightAligned: true) { app in
                guard let count = state.apps.differing(app.id) else { return ("", .dim) }
                return (CountText.grouped(count), count == 0 ? .dim : .changed)
            },
        ]
    }
}

extension ConnectedApp {
    /// The app, its version and its device, in short: `shop 4.2.0 iPhone16,2`.
    var shortTitle: String {
        [identity.app, identity.version, identity.device].compactMap(\.self).joined(separator: " ")
    }

    /// The version and the device: `4.2.0 iPhone16,2`.
    var shortestTitle: String {
        let words = [identity.version, identity.device].compactMap(\.self)
        return words.isEmpty ? identity.app : words.joined(separator: " ")
    }

    /// The error of the app's clock: `+3m`.
    var shortSkew: String {
        let zero = Date(timeIntervalSinceReferenceDate: 0)
        return (clockSkew < 0 ? "-" : "+") + TimeText.age(from: zero, to: zero + min(abs(clockSkew), 1e9))
    }

    /// The round-trip time of a message, as the screen shows it.
    var roundTripText: String? { roundTrip.map { TimeText.duration(.seconds(min($0, 1e9))) } }
}
