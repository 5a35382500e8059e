import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// The template behind the source, over the whole screen: its parameters with their values, or its conditions in the
/// order that decides; as the draft has them.
struct TemplatePanel: Sendable {
    var reading = ListReading()
    /// Which list is shown.
    private(set) var page = TemplateRows.Page.parameters
    private var all: [TemplateRow] = []
    /// The rows that the filter lets through.
    private var shown: [TemplateRow] = []
    private(set) var position = ListPosition()
    /// The parameter to go to once the template is read.
    private var wanted: String?
    private var revision = -1
    private var persona: SourcePersona?
    private var size = CellSize(columns: 0, rows: 0)

    /// The parameters.
    ///
    /// - Parameter key: where the cursor begins, if there is such a parameter.
    init(_ state: DashboardState, at key: String?) {
        wanted = key
        follow(state)
    }

    var count: Int { shown.count }
    var total: Int { all.count }
    var cursor: Int { position.cursor }

    var top: Int { position.top }

    /// The row at a place of the list.
    func row(at place: Int) -> TemplateRow? { shown.indices.contains(place) ? shown[place] : nil }

    /// The row under the cursor.
    var selected: TemplateRow? { row(at: position.cursor) }

    mutating func follow(_ state: DashboardState) {
        if state.templates.revision != revision || state.source.persona?.current != persona {
            readRows(state)
        } else if state.size != size {
            reveal(state)
        }
    }

    /// Goes over to the other list.
    mutating func turn(_ state: DashboardState) {
        let condition = selected?.item.condition
        page = page == .parameters ? .conditions : .parameters
        position = ListPosition()
        readRows(state)
        if page == .conditions, let condition { go(to: .condition(condition), state) }
    }

    /// Goes to what was just added or renamed.
    mutating func go(to item: TemplateRow.Item, _ state: DashboardState) {
        readRows(state)
        if let place = shown.firstIndex(where: { $0.item == item }) { move(to: place, state) }
    }

    private mutating func readRows(_ state: DashboardState) {
        revision = state.templates.revision
        persona = state.source.persona?.current
        let instance = AppInstance(persona ?? SourcePersona(), now: state.now)
        all = state.templates.draft.map { TemplateRows($0, for: instance).rows(of: page) } ?? []
        chooseRows(state)
        guard let key = wanted, !all.isEmpty else { return }
        wanted = nil
        if let place = shown.firstIndex(where: { $0.item == .parameter(key) }) { move(to: place, state) }
    }

    mutating func chooseRows(_ state: DashboardState) {
        let filter = reading.filter
        shown = filter.isEmpty ? all : all.filter { filter.passes($0.subject, now: state.now) }
        findMatches(state)
        let rows = shown
        position.follow(count: rows.count) {
            Self.name(rows[$0].item)
        } place: { name in
            rows.firstIndex { Self.name($0.item) == name }
        }
        reveal(state)
    }

    func rows(found filter: Filter, _ state: DashboardState) -> [Int] {
        shown.indices.filter { filter.passes(shown[$0].subject, now: state.now) }
    }

    mutating func move(to row: Int, _ state: DashboardState) {
        let rows = shown
        position.move(to: row, count: rows.count) { Self.name(rows[$0].item) }
        reveal(state)
    }

    private mutating func reveal(_ state: DashboardState) {
        size = state.size
        position.reveal(rows: TemplateLayout(state.size).list.rows, count: count)
    }

    func page(_ state: DashboardState) -> Int { max(1, TemplateLayout(state.size).list.rows - 1) }

    private static func name(_ item: TemplateRow.Item) -> String {
        switch item {
        case .parameter(let key): "p \(key)"
        case .value(let key, let condition): "v \(key) \(condition)"
        case .condition(let name): "c \(name)"
        }
    }
}

/// Where the parts of the template's panel are.
struct TemplateLayout {
    let parts: ListPanelLayout
    /// The rows.
    let list: CellRect
    /// The line under the list, with more about the row under the cursor; empty on a low screen.
    let detail: CellRect

    init(_ size: CellSize) {
        parts = ListPanelLayout(size)
        let hasDetail = parts.list.rows >= 8
        (list, detail) = parts.list.splitBottom(hasDetail ? 1 : 0)
    }
}
