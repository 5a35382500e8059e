import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// The versions of the template that were published, to bring one back.
struct TemplateVersionsPanel: Panel {
    private static let rollback = KeyHint(.enter, "look at it, and bring it back")

    /// The versions, newest first; nil until they are read.
    var versions: [TemplateVersion]?
    private var selected = 0

    var escapeWord: String { "back" }

    func hints(_ state: DashboardState) -> [KeyHint] {
        (versions?.isEmpty == false ? [Self.rollback] : []) + state.project.keyMap.choosing() + [escapeHint]
    }

    mutating func handle(_ press: KeyPress, _ state: inout DashboardState) -> PanelAnswer {
        let last = max(0, (versions?.count ?? 0) - 1)
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back), (_, .quit): return .close()
        case (.enter, _): return choose(&state)
        case (_, .moveDown): selected = min(selected + 1, last)
        case (_, .moveUp): selected = max(0, selected - 1)
        case (_, .top): selected = 0
        case (_, .bottom): selected = last
        default: break
        }
        return .stay()
    }

    private func choose(_ state: inout DashboardState) -> PanelAnswer {
        guard let versions, versions.indices.contains(selected), let number = versions[selected].number else {
            return .stay()
        }
        guard selected > 0 else {
            state.say("version \(number) is what is published", .success, seconds: 3)
            return .stay()
        }
        return .stay(state.publish(.rollback(to: number)))
    }

    mutating func click(at point: CellPoint, _ state: inout DashboardState) -> PanelAnswer {
        guard let choice = choices(state).choice(at: point) else { return .stay() }
        if choice == selected { return choose(&state) }
        selected = choice
        return .stay()
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let inside = Box.draw("Versions", size: size(state), on: &canvas)
        guard versions != nil else {
            canvas.put("reading…", at: inside.origin, .dim, maxColumns: inside.columns)
            return
        }
        choices(state).draw(texts(state), &canvas)
    }

    private func choices(_ state: DashboardState) -> ChoiceList {
        ChoiceList(
            selected: selected, count: versions?.count ?? 0, in: Box.inside(size(state), on: CellRect(state.size)))
    }

    private func size(_ state: DashboardState) -> CellSize {
        CellSize(
            columns: max(16, min(90, state.size.columns - 6)),
            rows: max(1, min(versions?.count ?? 1, state.size.rows - 4)))
    }

    private func texts(_ state: DashboardState) -> [String] {
        (versions ?? []).map { version in
            let time = version.updatedAt.map { TimeText.dateAndTime($0, in: state.project.localTime) }
            let parts = [
                version.number.map { "version \($0)" }, time, version.author, version.description,
                version.rollbackSource.map { "version \($0) again" },
            ]
            return parts.compactMap(\.self).joined(separator: "  ")
        }
    }
}
