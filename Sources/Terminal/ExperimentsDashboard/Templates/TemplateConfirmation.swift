import ExperimentsCore
import FirebaseTemplates

/// A question before more of a draft goes than one line; no is what everything but `y` means.
struct TemplateConfirmation: Panel {
    /// The effect of a yes.
    enum Action: Sendable {
        case edit(TemplateEdit)
        case discard
    }

    private static let yes = KeyHint("y", "yes")
    private let question: Confirmation
    private let action: Action

    init(lines: [String], action: Action) {
        (question, self.action) = (Confirmation(lines: lines, effects: []), action)
    }

    var escapeWord: String { question.escapeWord }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] { question.hints(state) }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { question.draw(state, &canvas) }

    mutating func handle(_ press: KeyPress, _ state: inout DashboardState) -> PanelAnswer {
        guard press == KeyPress("y") || press == KeyPress("Y") else { return .close() }
        switch action {
        case .edit(let edit): return .close(state.tryEdit(edit))
        case .discard:
            guard let draft = state.templates.draft else { return .close() }
            state.templates.show(TemplateDraft(base: draft.base))
            state.say("the draft is thrown away", .success, seconds: 4)
            return .close((state.templates.isPreviewed ? state.togglePreview() : []) + state.change(.discard))
        }
    }
}
