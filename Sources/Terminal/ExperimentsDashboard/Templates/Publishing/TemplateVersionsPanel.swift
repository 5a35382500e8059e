import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// The versions of the template that were published, to bring one back.
struct TemplateVersionsPanel: ChoosingPanel {
    private static let rollback = KeyHint(.enter, "look at it, and bring it back")

    /// The versions, newest first; nil until they are read.
    var versions: [TemplateVersion]?
    var selected = 0

    var count: Int { versions?.count ?? 0 }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] {
        (versions?.isEmpty == false ? [Self.rollback] : []) + state.project.keyMap.choosing() + [escapeHint]
    }

    func choose(_ state: DashboardState) -> PanelAnswer {
        guard let versions, versions.indices.contains(selected), let number = versions[selected].number else {
            return .stay()
        }
        guard selected > 0 else {
            return .stay([.say("version \(number) is what is published", .success, seconds: 3)])
        }
        return .stay([.send(\.templates, .publish(.rollback(to: number)))])
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let inside = Box.draw("Versions", size: size(state), on: &canvas)
        guard versions != nil else {
            canvas.put("reading…", at: inside.origin, .dim, maxColumns: inside.columns)
            return
        }
        choices(state).draw(texts(state), &canvas)
    }

    func size(_ state: DashboardState) -> CellSize {
        CellSize(
            columns: max(16, min(90, state.size.columns - 6)),
            rows: max(1, min(count, state.size.rows - 4)))
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
