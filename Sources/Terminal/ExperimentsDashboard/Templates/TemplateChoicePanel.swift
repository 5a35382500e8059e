import ExperimentsCore
import FirebaseTemplates

/// The conditions under which a parameter has no value yet, to choose one.
struct TemplateChoicePanel: ChoosingPanel {
    private let key: String
    private let names: [String]
    var selected = 0

    var count: Int { names.count }

    init(key: String, names: [String]) { (self.key, self.names) = (key, names) }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] {
        [KeyHint(.enter, "set a value")] + state.project.keyMap.choosing() + [escapeHint]
    }

    func choose(_ state: DashboardState) -> PanelAnswer {
        guard let template = state.templates.draft?.template else { return .close() }
        let purpose = TemplateFieldPanel.Purpose.edit(.value(key: key, condition: names[selected]))
        if case .success(let panel) = TemplateFieldPanel.opened(purpose, template, keys: state.project.keys) {
            return .close([.open(panel)])
        }
        return .close()
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        _ = Box.draw(title, size: size(state), on: &canvas)
        choices(state).draw(names, &canvas)
    }

    private var title: String { "A value of \(key) when" }

    func size(_ state: DashboardState) -> CellSize {
        let widths = (names + [title]).map { DisplayText($0).width + 4 }
        return CellSize(columns: widths.max() ?? 0, rows: min(names.count, max(1, state.size.rows - 4)))
    }
}
