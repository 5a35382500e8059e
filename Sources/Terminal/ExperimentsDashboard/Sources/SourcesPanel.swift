/// The sources by name, each with its environment, to go over to one or to compare with one.
struct SourcesPanel: Panel {
    /// What the choice is for.
    enum Purpose: Sendable, Hashable {
        case switching
        case comparing
    }

    private let purpose: Purpose
    private let sources: [DashboardSource]
    private var selected: Int

    init(_ purpose: Purpose, _ state: DashboardState) {
        self.purpose = purpose
        sources =
            purpose == .switching
            ? state.project.sources : state.project.sources.filter { $0.name != state.source.name }
        selected = sources.firstIndex { $0.name == state.source.name } ?? 0
    }

    var escapeWord: String { "back" }

    func hints(_ state: DashboardState) -> [KeyHint] {
        [KeyHint(.enter, purpose == .switching ? "switch" : "compare")] + state.project.keyMap.choosing() + [escapeHint]
    }

    mutating func handle(_ press: KeyPress, _ state: inout DashboardState) -> PanelAnswer {
        let count = sources.count
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (.character("q"), _): return .close()
        case (.enter, _):
            let source = sources[selected]
            return .close(purpose == .switching ? state.switchSource(to: source.name) : state.compare(with: source))
        case (_, .moveDown), (_, .sources): selected = (selected + 1) % count
        case (_, .moveUp): selected = (selected + count - 1) % count
        default:
            guard case .character(let digit) = press.key, let number = digit.wholeNumberValue,
                sources.indices.contains(number - 1)
            else { return .stay() }
            selected = number - 1
        }
        return .stay()
    }

    mutating func click(at point: CellPoint, _ state: inout DashboardState) -> PanelAnswer {
        guard let choice = choices(state).choice(at: point) else { return .stay() }
        if choice == selected { return handle(KeyPress(.enter), &state) }
        selected = choice
        return .stay()
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        _ = Box.draw(title(state), size: size(state), on: &canvas)
        choices(state).draw(texts(state), &canvas)
    }

    private func choices(_ state: DashboardState) -> ChoiceList {
        ChoiceList(selected: selected, count: sources.count, in: Box.inside(size(state), on: CellRect(state.size)))
    }

    private func size(_ state: DashboardState) -> CellSize {
        let widths = texts(state).map { DisplayText($0).width + 4 } + [DisplayText(title(state)).width + 4]
        return CellSize(columns: widths.max() ?? 0, rows: min(sources.count, max(1, state.size.rows - 4)))
    }

    private func title(_ state: DashboardState) -> String {
        purpose == .switching ? "Source" : "Compare \(state.sourceName) with"
    }

    private func texts(_ state: DashboardState) -> [String] {
        sources.enumerated().map { index, source in
            let environment = source.environment.map { $0 == source.title ? "" : "  \($0)" } ?? ""
            return "\(index + 1) \(source.title)\(environment)\(source.name == state.source.name ? "  (shown)" : "")"
        }
    }
}
