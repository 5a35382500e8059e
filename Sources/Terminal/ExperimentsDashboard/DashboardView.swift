/// The whole screen: a pure function of the state.
package enum DashboardView {
    /// Returns the frame for a state of the dashboard.
    ///
    /// - Parameter theme: the theme of the state, in the colors of the terminal.
    package static func frame(of state: DashboardState, theme: Theme) -> Frame {
        var canvas = Canvas(frame: Frame(size: state.size, style: theme[.text]), theme: theme)
        guard state.fits else {
            drawTooSmall(state, &canvas)
            return canvas.frame
        }
        let (layout, panels) = (state.layout, state.panels.visible)
        canvas.showsScrollBars = panels.isEmpty
        HeaderView.draw(state, in: layout.header, &canvas)
        Tabs(state).draw(active: state.screen, in: layout.tabs, &canvas)
        if !layout.details.isEmpty { DetailBoxes(state, layout).draw(state, &canvas) }
        // Last, because its scroll bar may be on the border of the details.
        drawList(state, layout, &canvas)
        Footer(state).draw(in: layout.footer, &canvas)
        PromptView.draw(state, in: layout.prompt, &canvas)
        for (index, panel) in panels.enumerated() {
            canvas.showsScrollBars = index == panels.count - 1
            canvas.frame.links = []
            panel.draw(state, &canvas)
        }
        return canvas.frame
    }

    private static func drawList(_ state: DashboardState, _ layout: Layout, _ canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let list = state.screen.list
        // Without frames, the tab is the title of the screen.
        if layout.hasFrames {
            Box.draw(list.title(state), in: layout.listBox, isActive: !list.isInDetails(state), &canvas)
        }
        list.drawSummary(state, in: layout.summary, &canvas)
        guard state.rowCount == 0 else { return list.draw(state, layout, on: &canvas) }
        let words =
            state.list.filter.isEmpty
            ? list.emptyWords(state) : state.list.nothingMatches("no \(list.subject)", state.project.keyMap)
        TableView.drawEmpty(words, in: layout.list, &canvas)
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
    /// The list of the screen. A new screen is declared in `Screen`, and gets its list here.
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
