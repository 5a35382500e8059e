import ExperimentsCore
import ExperimentsOperator
import LinkProtocol
import TerminalUI

/// The columns of the list of apps.
struct AppColumns {
    let columns: [Column<ConnectedApp>]

    init(_ state: DashboardState) {
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
        columns = [
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
