import ExperimentsCore

/// The whole screen: a pure function of the state.
public enum DashboardView {
    /// Returns the frame for a state of the dashboard.
    ///
    /// - Parameter theme: the state's theme in colours that the terminal has.
    public static func frame(of state: DashboardState, theme: Theme) -> Frame {
        var canvas = Canvas(frame: Frame(size: state.size, style: theme[.text]), theme: theme)
        guard state.fits else {
            drawTooSmall(state, &canvas)
            return canvas.frame
        }
        let layout = state.layout
        HeaderView.draw(state, in: layout.header, &canvas)
        Tabs(state).draw(active: state.screen, in: layout.tabs, &canvas)
        drawList(state, layout, &canvas)
        if !layout.details.isEmpty { DetailBoxes(state, layout).draw(state, &canvas) }
        Footer(state).draw(in: layout.footer, &canvas)
        PromptView.draw(state, in: layout.prompt, &canvas)
        for panel in state.panels.visible { panel.draw(state, &canvas) }
        return canvas.frame
    }

    private static func drawList(_ state: DashboardState, _ layout: Layout, _ canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let title = state.screen.list.title(state)
        if layout.hasFrames { Box.draw(title, in: layout.listBox, isActive: true, &canvas) }
        state.screen.list.draw(state, layout, on: &canvas)
        guard !layout.hasFrames else { return }
        // The screen's tab is its title, and the position stands beside the titles of the columns.
        let line = layout.columnTitles
        let width = DisplayText(title.count).width
        canvas.put(
            title.count, at: CellPoint(column: line.endColumn - width - 1, row: line.row), .columnHeader,
            maxColumns: line.columns > 40 ? width : 0)
    }

    private static func drawTooSmall(_ state: DashboardState, _ canvas: inout Canvas) {
        let need = Layout.minimum
        let lines = [
            "too small", "\(state.size.columns)x\(state.size.rows)", "need \(need.columns)x\(need.rows)",
        ]
        for (row, line) in lines.enumerated() {
            canvas.put(line, at: CellPoint(column: 0, row: row), .warning)
        }
    }
}

extension Screen {
    /// What the screen lists. A new screen is declared in `Screen`, and gets its list here.
    var list: any ScreenList {
        switch self {
        case .keys: KeyList(.all)
        case .missing: KeyList(.missing)
        case .incorrect: KeyList(.incorrect)
        case .overrides: KeyList(.overrides)
        case .experiments: ExperimentRowList()
        case .history: FetchList()
        case .apps: LinkedAppList()
        }
    }
}
