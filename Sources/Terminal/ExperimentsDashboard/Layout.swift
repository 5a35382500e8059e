/// How a list and the details of its row share a wide screen.
enum ListArrangement: Sendable, Hashable {
    /// Many narrow rows: the list is at the left, and everything else at the right.
    case beside
    /// Few wide rows: the list is at the top, and everything else below.
    case above
}

/// The places of all parts of a screen. Views draw with it, and mouse events are interpreted with it.
struct Layout: Sendable, Hashable {
    /// The smallest usable screen.
    static let minimum = CellSize(columns: 20, rows: 5)
    /// The minimum size for frames around boxes. On a smaller screen, boxes only have titles.
    private static let framed = CellSize(columns: 90, rows: 28)
    /// The minimum width for details beside a list of narrow rows.
    private static let besideColumns = 110
    /// The minimum height for details below the list. On a lower screen they replace it.
    private static let belowRows = 12
    /// The list gets the room that it needs, up to this percentage of the screen, before the details get more than
    /// their minimum.
    private static let listShare = 65

    /// The inputs of the layout besides the size of the screen.
    struct Content: Sendable, Hashable {
        var arrangement = ListArrangement.beside
        /// The size that shows the whole list, without frames and titles.
        var list = CellSize(columns: 0, rows: 0)
        /// The number of summary lines above the list.
        var summaryRows = 0
        var showsDetails = false
        var detailsSize = DetailsSize()
        /// Whether there is text above the footer. On a low screen, the line exists only then.
        var hasPrompt = false
    }

    let header: CellRect
    let tabs: CellRect
    /// The list with its frame.
    let listBox: CellRect
    /// The summary above the list.
    let summary: CellRect
    let columnTitles: CellRect
    let list: CellRect
    /// The boxes beside or below the list.
    let details: CellRect
    /// The length of `details`, beside or below the list, without the user's changes.
    let usualDetails: Int
    /// The list and the details.
    let body: CellRect
    /// The filter or a notice. On a low screen it covers the footer, or takes a line of the body.
    let prompt: CellRect
    let footer: CellRect
    /// Whether boxes have frames.
    let hasFrames: Bool

    init(size: CellSize, _ content: Content) {
        let all = CellRect(size)
        let (header, belowHeader) = all.splitTop(1)
        let (tabs, belowTabs) = belowHeader.splitTop(size.rows >= 8 ? 1 : 0)
        let (aboveFooter, footer) = belowTabs.splitBottom(1)
        let isHigh = size.rows >= Self.framed.rows
        let (body, prompt) = aboveFooter.splitBottom(isHigh || size.rows >= 10 && content.hasPrompt ? 1 : 0)
        hasFrames = Self.hasFrames(size)
        self.header = header
        self.tabs = tabs
        self.footer = footer
        self.prompt = prompt.isEmpty ? footer : prompt
        self.body = body
        let nothing = CellRect(column: body.column, row: body.row, columns: 0, rows: 0)
        let frame = hasFrames ? 2 : 0
        let titleRows = size.rows >= 7 ? 1 : 0
        let isBeside = content.arrangement == .beside && size.columns >= Self.besideColumns
        let detailsSize = content.detailsSize
        if !content.showsDetails {
            (listBox, details, usualDetails) = (body, nothing, 0)
        } else if detailsSize.isZoomed || !Self.sharesScreen(size, content.arrangement) {
            (listBox, details, usualDetails) = (nothing, body, 0)
        } else if isBeside {
            let wanted = content.list.columns + frame
            let list = RoomWish(
                least: DetailsSize.leastList.columns,
                wished: min(wanted, size.columns * Self.listShare / 100),
                most: wanted, rank: 1)
            usualDetails = RoomWish.divide(size.columns, among: [list, DetailsSize.columns], filler: 0)[1]
            (listBox, details) = body.splitRight(detailsSize.columns(of: size.columns, usually: usualDetails))
        } else {
            let wanted = content.list.rows + content.summaryRows + titleRows + frame
            usualDetails = Self.detailRows(below: wanted, of: body.rows)
            (listBox, self.details) = body.splitBottom(detailsSize.rows(of: body.rows, usually: usualDetails))
        }
        let table = hasFrames ? listBox.inset(by: 1) : listBox
        let rest: CellRect
        (summary, rest) = table.splitTop(table.rows >= content.summaryRows + 6 ? content.summaryRows : 0)
        (columnTitles, list) = rest.splitTop(titleRows)
    }
}

extension Layout {
    /// Returns whether boxes have frames on a screen of a size.
    static func hasFrames(_ size: CellSize) -> Bool {
        size.columns >= framed.columns && size.rows >= framed.rows
    }

    /// Returns whether a list and its details fit on a screen of a size together. On another screen only one of them is
    /// shown.
    static func sharesScreen(_ size: CellSize, _ arrangement: ListArrangement) -> Bool {
        if arrangement == .beside, size.columns >= besideColumns { return true }
        let aroundBody = size.rows >= framed.rows ? 4 : 3
        return size.rows - aroundBody >= belowRows
    }

    /// Returns the number of rows for details below a list.
    ///
    /// - Parameters:
    ///   - wanted: the number of rows that show the whole list.
    ///   - rows: the number of rows for both.
    static func detailRows(below wanted: Int, of rows: Int) -> Int {
        let half = rows / 2
        let list = RoomWish(
            least: min(wanted, half), wished: min(wanted, half), most: min(wanted, rows * 2 / 3))
        let details = RoomWish(least: DetailsSize.leastDetails.rows, wished: half)
        return RoomWish.divide(rows, among: [list, details], filler: 1)[1]
    }

    /// Whether the details are beside the list.
    var showsDetailsBeside: Bool { details.column > 0 }

    /// The line between the details and the list.
    var detailBorder: CellRect {
        showsDetailsBeside ? details.splitLeft(1).left : details.splitTop(details.rows > 3 ? 1 : 0).top
    }

    /// Returns whether a point is on the line between the list and the details.
    func isOnDetailBorder(_ point: CellPoint) -> Bool {
        !details.isEmpty && !list.isEmpty && detailBorder.contains(point)
    }
}

extension DashboardState {
    var layout: Layout { layout(with: details.size) }

    /// Returns the layout for a size of the details.
    func layout(with detailsSize: DetailsSize) -> Layout {
        let list = screen.list
        let content = Layout.Content(
            arrangement: list.arrangement,
            list: self.list.needed[screen] ?? CellSize(columns: 0, rows: 1),
            summaryRows: list.summaryRows(self), showsDetails: details.isShown, detailsSize: detailsSize,
            hasPrompt: PromptView.isNeeded(self))
        return Layout(size: size, content)
    }

    /// Whether the screen is large enough for the dashboard.
    var fits: Bool { size.columns >= Layout.minimum.columns && size.rows >= Layout.minimum.rows }
}
