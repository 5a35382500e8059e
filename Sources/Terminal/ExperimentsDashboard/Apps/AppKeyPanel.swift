import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator

/// The panel for choosing a key to override in one app. It covers the whole screen except the footer.
struct AppKeyPanel: Sendable {
    let app: ConnectedApp
    var reading = ListReading<CatalogKey>()

    init(_ app: ConnectedApp, _ state: DashboardState) {
        self.app = app
        chooseRows(state)
    }

    func allRows(_ state: DashboardState) -> [CatalogKey] { state.project.keys }

    func item(of key: CatalogKey) -> String? { key.name }

    func finder(for filter: Filter, _ state: DashboardState) -> (CatalogKey) -> Bool {
        { filter.passes(subject(of: $0), now: state.now) }
    }

    private func subject(of key: CatalogKey) -> FilterSubject {
        let there = app.values?[key.name]
        return FilterSubject(
            names: [key.name], texts: [key.declaredTitle].compactMap(\.self), group: key.group,
            values: [there?.value].compactMap(\.self), status: there?.status, kind: key.schema.kind)
    }
}

extension AppKeyPanel: ListPanel {
    /// Asks which key to override in the app under the cursor.
    static func opened(_ state: DashboardState) -> [Effect] {
        state.selectedApp.map { [.open(AppKeyPanel($0, state))] } ?? []
    }

    static let keys: [PanelKey<AppKeyPanel>] = [
        .open("override", also: [.setOverride]) { $0.choose($1) }, .back, .closing(),
        .reading(.filter, "filter"), .reading(.find, "find"),
        .reading(.moveDown, "choose"), .reading(.moveUp, "choose"),
    ]

    private func choose(_ state: DashboardState) -> PanelAnswer {
        guard let key = selected else { return .stay() }
        let scope = OverrideScope.installation(app: app.id.app, id: app.id.installation)
        return .close(OverrideEditor.opened(on: key, for: scope, state))
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        drawTable(
            state, title: BoxTitle("Override for \(app.title) only", notes: ["choose a key"]),
            columns: fitted(columns), empty: total == 0 ? ["no declared keys"] : nothingMatches("no key"),
            on: &canvas
        ) { row(at: $0) }
    }

    private var columns: [Column<CatalogKey>] {
        let (filters, values) = (reading.finding, app.values)
        return [
            Column(
                "key", .init("key", 12...24, weight: 1, priority: 10, isMeasured: true), finding: filters,
                in: .key
            ) { ($0.name, .key) },
            Column("status there", .init("status there", 10...12, priority: 8), finding: []) { key in
                guard let there = values?[key.name] else { return ("—", .dim) }
                return (there.status.rawValue, there.status.role)
            },
            Column(
                "value there", .init("value there", 11...24, weight: 2, priority: 9, isMeasured: true),
                finding: filters, in: .value, cut: .tail
            ) { (values?[$0.name]?.value ?? "—", .value) },
            Column("type", .init("type", 6...6, priority: 5), finding: []) {
                ($0.schema.kind.rawValue, .type)
            },
        ]
    }
}
