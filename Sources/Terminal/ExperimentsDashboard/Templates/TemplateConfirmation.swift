import ExperimentsCore
import FirebaseTemplates

/// A question before more of a draft goes than one line; no is what everything but `y` means.
struct TemplateConfirmation: Panel {
    /// What yes does.
    enum Deed: Sendable {
        case edit(TemplateEdit)
        case discard
    }

    private static let yes = KeyHint("y", "yes")
    private let question: Confirmation
    private let deed: Deed

    init(lines: [String], deed: Deed) {
        (question, self.deed) = (Confirmation(lines: lines, effects: []), deed)
    }

    var escapeWord: String { question.escapeWord }

    func hints(_ state: DashboardState) -> [KeyHint] { question.hints(state) }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { question.draw(state, &canvas) }

    mutating func handle(_ press: KeyPress, _ state: inout DashboardState) -> PanelAnswer {
        guard press == KeyPress("y") || press == KeyPress("Y") else { return .close() }
        switch deed {
        case .edit(let edit): return .close(state.tryEdit(edit))
        case .discard:
            guard let draft = state.templates.draft else { return .close() }
            state.templates.show(TemplateDraft(base: draft.base))
            state.say("the draft is thrown away", .success, seconds: 4)
            return .close((state.templates.isPreviewed ? state.togglePreview() : []) + state.change(.discard))
        }
    }
}

/// The conditions under which a parameter has no value yet, to choose one.
struct TemplateChoicePanel: Panel {
    private let key: String
    private let names: [String]
    private var selected = 0

    init(key: String, names: [String]) { (self.key, self.names) = (key, names) }

    var escapeWord: String { "back" }

    func hints(_ state: DashboardState) -> [KeyHint] {
        [KeyHint(.enter, "set a value")] + state.project.keyMap.choosing() + [escapeHint]
    }

    mutating func handle(_ press: KeyPress, _ state: inout DashboardState) -> PanelAnswer {
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back), (_, .quit): return .close()
        case (.enter, _): return choose(&state)
        case (_, .moveDown): selected = (selected + 1) % names.count
        case (_, .moveUp): selected = (selected + names.count - 1) % names.count
        case (_, .top): selected = 0
        case (_, .bottom): selected = names.count - 1
        default: break
        }
        return .stay()
    }

    private func choose(_ state: inout DashboardState) -> PanelAnswer {
        guard let template = state.templates.draft?.template else { return .close() }
        let purpose = TemplateFieldPanel.Purpose.edit(.value(key: key, condition: names[selected]))
        if case .success(let panel) = TemplateFieldPanel.opened(purpose, template, keys: state.project.keys) {
            state.panels.push(panel)
        }
        return .close()
    }

    mutating func click(at point: CellPoint, _ state: inout DashboardState) -> PanelAnswer {
        guard let choice = choices(state).choice(at: point) else { return .stay() }
        if choice == selected { return choose(&state) }
        selected = choice
        return .stay()
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        _ = Box.draw(title, size: size(state), on: &canvas)
        choices(state).draw(names, &canvas)
    }

    private var title: String { "A value of \(key) when" }

    private func choices(_ state: DashboardState) -> ChoiceList {
        ChoiceList(selected: selected, count: names.count, in: Box.inside(size(state), on: CellRect(state.size)))
    }

    private func size(_ state: DashboardState) -> CellSize {
        let widths = (names + [title]).map { DisplayText($0).width + 4 }
        return CellSize(columns: widths.max() ?? 0, rows: min(names.count, max(1, state.size.rows - 4)))
    }
}
