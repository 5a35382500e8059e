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
    /// What the rows must contain.
    var filter = Filter()
    /// The filter being typed, if it is.
    var filterField: TextField?
    /// The filters that were used last, the latest first.
    var recentFilters: [String] = []
    /// Which of them is in the filter's line while they are gone through.
    var recalledFilter: Int?
    /// The filter there was when another was begun.
    var filterBefore = ""
    /// What the cursor was on when the filter was begun.
    var itemBeforeFilter: String?
    /// What is looked for among the rows.
    var search = Search()
    /// In which order keys are shown.
    var sort = KeyOrder()
    var choices = ListChoices()
    /// The width of the longest key.
    var keyColumnWidth = 0
    /// How wide what the other columns have is.
    var widths: ColumnWidths = [:]
    /// How much wider than usual the column of keys was made.
    var keyColumnShift = 0
    /// How far values are scrolled to the side.
    var valueOffset = 0

    /// What is marked where it is found: what the rows must contain, and what is looked for.
    var finding: [Filter] { [filter, search.filter] }
}

/// How the lists of keys are cut down and divided, besides the filter.
struct ListChoices: Sendable, Hashable {
    /// Whether only what the last fetch changed is shown.
    var onlyChanged = false
    /// Whether keys stand under the headings of their groups.
    var isGrouped = false
    /// The groups that are closed.
    var collapsedGroups: Set<String> = []
}
