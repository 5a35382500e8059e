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
        state.screen.list.draw(state, layout, on: &canvas)
        if !layout.details.isEmpty { state.details.draw(state, layout, on: &canvas) }
        Footer(state).draw(in: layout.footer, &canvas)
        PromptView.draw(state, in: layout.prompt, &canvas)
        for panel in state.panels.visible { panel.draw(state, &canvas) }
        return canvas.frame
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

/// Where everything is on a screen of some size. The views draw by it and the mouse is read by it.
struct Layout: Sendable, Hashable {
    /// The smallest screen that shows anything useful.
    static let minimum = CellSize(columns: 20, rows: 5)
    /// From this width on the details stand beside the list.
    private static let besideColumns = 110
    /// From this height on they stand below it; on a lower screen they take its place.
    private static let belowRows = 12

    let header: CellRect
    let tabs: CellRect
    /// The summary of the list, above it.
    let summary: CellRect
    let columnTitles: CellRect
    let list: CellRect
    let details: CellRect
    /// The list and the details.
    let body: CellRect
    /// The filter, or a notice. On a low screen it lies over the footer.
    let prompt: CellRect
    let footer: CellRect

    init(size: CellSize, showsDetails: Bool, detailsSize: DetailsSize = DetailsSize(), summaryRows: Int = 0) {
        let all = CellRect(size)
        let (header, belowHeader) = all.splitTop(1)
        let (tabs, belowTabs) = belowHeader.splitTop(size.rows >= 8 ? 1 : 0)
        let (aboveFooter, footer) = belowTabs.splitBottom(1)
        let (body, prompt) = aboveFooter.splitBottom(size.rows >= 10 ? 1 : 0)
        self.header = header
        self.tabs = tabs
        self.footer = footer
        self.prompt = prompt.isEmpty ? footer : prompt
        var table = body
        var details = CellRect(column: body.column, row: body.row, columns: 0, rows: 0)
        if showsDetails {
            if size.columns >= Self.besideColumns, !detailsSize.isZoomed {
                (table, details) = body.splitRight(detailsSize.columns(of: size.columns))
            } else if body.rows >= Self.belowRows, !detailsSize.isZoomed {
                (table, details) = body.splitBottom(detailsSize.rows(of: body.rows))
            } else {
                details = body
                table = CellRect(column: body.column, row: body.row, columns: 0, rows: 0)
            }
        }
        self.details = details
        self.body = body
        let rest: CellRect
        (summary, rest) = table.splitTop(table.rows >= summaryRows + 6 ? summaryRows : 0)
        (columnTitles, list) = rest.splitTop(size.rows >= 7 ? 1 : 0)
    }
}

extension Layout {
    /// Whether the details stand beside the list.
    var showsDetailsBeside: Bool { details.column > 0 }

    /// The line between the details and the list.
    var detailBorder: CellRect {
        showsDetailsBeside ? details.splitLeft(1).left : details.splitTop(detailBorderRows).top
    }

    /// Where the text of the details is.
    var detailText: CellRect {
        let inside = showsDetailsBeside ? details.splitLeft(1).rest : details.splitTop(detailBorderRows).rest
        return inside.inset(columns: 1)
    }

    /// Whether a point is on the line between the list and the details.
    func isOnDetailBorder(_ point: CellPoint) -> Bool {
        !details.isEmpty && !list.isEmpty && detailBorder.contains(point)
    }

    private var detailBorderRows: Int { details.rows > 3 ? 1 : 0 }
}

extension DashboardState {
    var layout: Layout { layout(with: details.size) }

    /// Where everything would be if the details had this size.
    func layout(with detailsSize: DetailsSize) -> Layout {
        Layout(
            size: size, showsDetails: details.isShown, detailsSize: detailsSize,
            summaryRows: screen.list.summaryRows(self))
    }

    /// Whether the screen has room for the dashboard at all.
    var fits: Bool { size.columns >= Layout.minimum.columns && size.rows >= Layout.minimum.rows }
}
