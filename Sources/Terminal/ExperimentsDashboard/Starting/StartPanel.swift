import ExperimentsCore
import ExperimentsProject
import ExperimentsSupport

/// The sources from which a project file can be drafted: all that a dashboard without a project shows.
struct StartPanel: Panel {
    let path: String
    let choices: [StartChoice]
    /// The candidates that cannot be used, with the reasons.
    let refused: [RefusedCandidate]
    /// Where keys are declared in Swift, if anywhere.
    let declaringFolder: String?
    private(set) var selected = 0
    /// The draft that is shown before it is written.
    private(set) var draft: DraftPanel?

    init(_ starting: ProjectStarting) {
        path = starting.path
        choices = StartChoice.all(starting.findings)
        refused = starting.findings.refused
        declaringFolder = starting.findings.declaringFolder
    }

    var escapeWord: String { draft?.escapeWord ?? "leave" }

    var typedField: TextField? { draft?.typedField }

    func hints(_ state: DashboardState) -> [KeyHint] {
        if let draft { return draft.hints(state) }
        return [KeyHint(.enter, "look at the draft")] + state.project.keyMap.choosing() + [escapeHint]
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if draft != nil { return handleInDraft(press, state) }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .quit): return .stay([.quit])
        case (.enter, _): open()
        case (_, .moveDown): select(selected + 1)
        case (_, .moveUp): select(selected - 1)
        case (_, .top): select(0)
        case (_, .bottom): select(choices.count - 1)
        default: break
        }
        return .stay()
    }

    private mutating func handleInDraft(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        guard var panel = draft else { return .stay() }
        let answer = panel.handle(press, state)
        draft = answer.closes ? nil : panel
        return .stay(answer.effects)
    }

    mutating func paste(_ text: String, _ state: DashboardState) { draft?.paste(text, state) }

    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer {
        guard draft == nil, let choice = StartLayout(self, state.size).choice(at: point) else { return .stay() }
        if choice == selected { open() } else { select(choice) }
        return .stay()
    }

    /// The file could not be written.
    mutating func refuse(_ problem: String) { draft?.refuse(problem) }

    private mutating func open() { draft = DraftPanel(choices[selected], path: path) }

    private mutating func select(_ choice: Int) { selected = max(0, min(choice, choices.count - 1)) }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        StartView.draw(self, state, on: &canvas)
        draft?.draw(state, &canvas)
    }
}

/// The text of a drafted project file, before it is written.
struct DraftPanel: TextPanel {
    let title: String
    var text = ScrolledText<Filter>()
    private let draft: String
    private var problem: String?
    /// Whether it is being written.
    private var isWriting = false

    init(_ choice: StartChoice, path: String) {
        let count = choice.draft.keys.count == 1 ? "1 key" : "\(choice.draft.keys.count) keys"
        title = choice.draft.origin.map { "\(path): \(count), drafted from \($0)" } ?? path
        draft = choice.draft.text
    }

    mutating func refuse(_ problem: String) {
        self.problem = problem
        isWriting = false
        text = ScrolledText()
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        let problem = problem.map { $0.lines.map { Span(VisibleText.of($0), .error) } + [Span("", .popup)] } ?? []
        let text = draft.lines.dropLast().map { line in
            Span(VisibleText.of(line), line.drop { $0 == " " }.hasScalarPrefix("#") ? .dim : .popup)
        }
        return DeclarationPanel.wrapped(problem + text, state)
    }

    var escapeWord: String { typedField != nil ? "cancel" : text.search.isActive ? "clear" : "back" }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        guard typedField == nil, press.key == .enter else { return read(press, state) }
        guard !isWriting else { return .stay() }
        isWriting = true
        return .stay([.startProject(draft)])
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        (typedField == nil ? [KeyHint(.enter, "write and open")] : []) + readingHints(state.project.keyMap)
    }
}
