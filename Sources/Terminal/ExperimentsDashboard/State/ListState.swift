import ExperimentsOperator
import TerminalUI

/// The lists of the screens: what they are cut down to, in which order, and where the cursor of each is.
///
/// The rows and the widths follow from the report, the filter and the order. They are kept, because choosing, sorting and
/// measuring 100,000 keys takes longer than a frame may.
struct ListState: Sendable {
    /// The screen that is shown.
    var screen = Screen.keys
    /// The keys that are listed.
    var keys = KeyListing()
    /// The experiments that are listed.
    var experiments: [ListedExperiment] = []
    /// The fetches that are listed, newest first, as places in the history.
    var fetches: [Int] = []
    /// The apps that are listed.
    var apps: [ConnectedApp] = []
    /// The cursor of each screen.
    var positions = [ListPosition](repeating: ListPosition(), count: Screen.allCases.count)
    /// The filter that rows must match.
    var filter = Filter()
    /// The filter being typed, if it is.
    var filterField: TextField?
    /// The filters that were used last, the latest first.
    var recentFilters: [String] = []
    /// Which of them is in the filter's line while they are gone through.
    var recalledFilter: Int?
    /// The filter there was when another was begun.
    var filterBefore = ""
    /// The item under the cursor when the filter was begun.
    var itemBeforeFilter: String?
    /// The search among the rows.
    var search = Search()
    /// The order of the keys.
    var sort = KeyOrder()
    var choices = ListChoices()
    /// The width of the longest key.
    var keyColumnWidth = 0
    /// The widths of the contents of the other columns.
    var widths: ColumnWidths = [:]
    /// The number of columns by which the column of keys is wider than usual.
    var keyColumnShift = 0
    /// The number of columns by which values are scrolled to the side.
    var valueOffset = 0

    /// The filters whose matches are marked: the filter of the rows, and the search.
    var finding: [Filter] { [filter, search.filter] }
}

/// The choices, besides the filter, by which lists of keys are reduced and divided.
struct ListChoices: Sendable, Hashable {
    /// Whether only what the last fetch changed is shown.
    var onlyChanged = false
    /// Whether keys stand under the headings of their groups.
    var isGrouped = false
    /// The groups that are closed.
    var collapsedGroups: Set<String> = []
}

// The columns.
extension ListState {
    /// The number of columns by which a key press makes the column of keys wider or narrower.
    static let resizeStep = 4

    /// No further than there is something to see, so that the first press back is seen at once.
    mutating func scrollValues(by columns: Int, longest: Int) {
        valueOffset = max(0, min(valueOffset + columns, max(valueOffset, longest - 1)))
        if columns > 0 { valueOffset = min(valueOffset, max(0, longest - 1) / columns * columns) }
    }

    private static let leastKeyColumn = 8

    /// The width of the column of keys in a list of some width.
    func keyColumnWidth(in width: Int, isNarrow: Bool) -> Int {
        let usual = usualKeyColumn(in: width, isNarrow: isNarrow)
        return max(Self.leastKeyColumn, min(usual + keyColumnShift, width))
    }

    private func usualKeyColumn(in width: Int, isNarrow: Bool) -> Int {
        min(keyColumnWidth, isNarrow ? width : width * 2 / 5)
    }

    mutating func resizeKeys(by columns: Int, _ context: Context) {
        let width = max(Layout.minimum.columns, context.layout.list.columns - 2)
        keyColumnShift += columns
        // Only what can be seen counts, so that at either end the first press back is seen at once.
        keyColumnShift =
            keyColumnWidth(in: width, isNarrow: width < 44) - usualKeyColumn(in: width, isNarrow: width < 44)
    }

    /// Why the column of keys cannot be made narrower, or wider.
    func reasonNotResizingKeys(by columns: Int, _ context: Context) -> String? {
        guard context.screen.listsKeys else { return "only lists of keys have this column" }
        if context.rowCount == 0 { return "there is no row whose column could be wider or narrower" }
        var other = self
        other.resizeKeys(by: columns, context)
        guard other.keyColumnShift == keyColumnShift else { return nil }
        return "the column of keys cannot be \(columns > 0 ? "wider" : "narrower")"
    }
}
