/// The sources by name, each with its environment, to go over to one or to compare with one.
struct SourcesPanel: ChoosingPanel {
    /// The purpose of the choice.
    enum Purpose: Sendable, Hashable {
        case switching
        case comparing
    }

    private let purpose: Purpose
    private let sources: [DashboardSource]
    var selected: Int

    var count: Int { sources.count }

    init(_ purpose: Purpose, _ state: DashboardState) {
        self.purpose = purpose
        sources =
            purpose == .switching
            ? state.project.sources : state.project.sources.filter { $0.name != state.source.name }
        selected = sources.firstIndex { $0.name == state.source.name } ?? 0
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] {
        [KeyHint(.enter, purpose == .switching ? "switch" : "compare")] + state.project.keyMap.choosing() + [escapeHint]
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if case .character(let digit) = press.key, let number = digit.wholeNumberValue {
            if sources.indices.contains(number - 1) { selected = number - 1 }
            return .stay()
        }
        guard state.project.keyMap.command(for: press) != .sources else {
            move(by: 1)
            return .stay()
        }
        return handleChoosing(press, state)
    }

    func choose(_ state: DashboardState) -> PanelAnswer {
        let source = sources[selected]
        return .close(
            purpose == .switching
                ? [.send(\.shown.source, .goOver(to: source.name))] : [.send(\.comparison, .compare(with: source))])
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        _ = Box.draw(title(state), size: size(state), on: &canvas)
        choices(state).draw(texts(state), &canvas)
    }

    func size(_ state: DashboardState) -> CellSize {
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
