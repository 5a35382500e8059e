import ExperimentsCore
import Foundation

/// The source that is shown beside another one: the keys for which they hold something else.
struct ComparisonPanel: Sendable {
    /// The other source.
    let other: DashboardSource
    /// What the other source holds; nil until that is known.
    var snapshot: Snapshot?
    /// Why the other source could not be fetched, where it could not.
    var problem: String?
    /// What must occur in the rows.
    var filter = Filter()
    /// The filter being typed, if it is.
    var filterField: TextField?
    /// What is looked for among the rows.
    var search = Search()
    /// What differs; nil until both sources were compared.
    private var index: ComparisonIndex?
    /// The rows that the filter lets through, as positions in the comparison.
    private var visible: [Int] = []
    /// How many bytes the longest name of them has.
    private(set) var longestName = 0
    var position = ListPosition()
    /// Whether the values of the row under the cursor are shown whole.
    var showsWhole = false

    init(with other: DashboardSource) {
        self.other = other
    }

    /// Whether both sources were compared.
    var isCompared: Bool { index != nil }

    /// How many rows there are.
    var count: Int { visible.count }

    /// How many rows there are without the filter.
    var differenceCount: Int { index?.rowCount ?? 0 }

    /// How many names both sources hold alike.
    var sameCount: Int { index?.comparison.sameCount ?? 0 }

    /// The row at a place of the list.
    func row(at place: Int) -> SourceComparison.Row? {
        visible.indices.contains(place) ? index?.comparison.rows[visible[place]] : nil
    }

    /// The row under the cursor.
    var selectedRow: SourceComparison.Row? { row(at: position.cursor) }

    /// One of the sources changed, and they were compared anew.
    mutating func take(_ index: ComparisonIndex, listRows: Int) {
        self.index = index
        chooseRows(listRows: listRows)
    }

    mutating func setFilter(_ text: String, listRows: Int) {
        filter = Filter(text)
        chooseRows(listRows: listRows)
    }

    private mutating func chooseRows(listRows: Int) {
        guard var index else { return }
        // Only one may hold it, or what it keeps in mind would be copied.
        self.index = nil
        visible = index.rows(passing: filter).rows
        self.index = index
        let rows = index.comparison.rows
        longestName = visible.reduce(0) { max($0, rows[$1].name.utf8.count) }
        findMatches()
        follow(listRows: listRows)
    }

    /// Finds anew what is looked for.
    mutating func findMatches() {
        search.matches = []
        guard !search.filter.isEmpty, var index else { return }
        self.index = nil
        let found = index.rows(passing: search.filter)
        self.index = index
        search.matches = visible.indices.filter { found.contains(visible[$0]) }
    }

    /// Keeps the cursor on its key, and on the screen.
    mutating func follow(listRows: Int) {
        let (visible, rows) = (visible, index?.comparison.rows ?? [])
        position.follow(count: visible.count) {
            rows[visible[$0]].name
        } place: { name in
            visible.firstIndex { rows[$0].name == name }
        }
        position.reveal(rows: listRows, count: visible.count)
    }

    /// Puts the cursor on a row.
    mutating func move(to row: Int, listRows: Int) {
        let (visible, rows) = (visible, index?.comparison.rows ?? [])
        position.move(to: row, count: visible.count) { rows[visible[$0]].name }
        position.reveal(rows: listRows, count: visible.count)
    }
}

/// Where the parts of a comparison are. It takes the whole screen but the footer.
struct ComparisonLayout {
    let screen: CellRect
    /// The sources, and how many keys differ.
    let header: CellRect
    /// The titles of the columns; empty where there is no room for them.
    let titles: CellRect
    let list: CellRect
    /// The filter, or what is looked for: the last line, which on a low screen is the list's.
    let prompt: CellRect
    /// Whether the prompt has a line of its own, so that it can stay while nobody types.
    let hasPrompt: Bool

    init(_ size: CellSize) {
        screen = CellRect(size).splitBottom(1).rest
        header = screen.line(0)
        titles = screen.line(size.rows >= 7 ? 1 : -1)
        hasPrompt = size.rows >= 10
        list = screen.splitTop(size.rows >= 7 ? 2 : 1).rest.splitBottom(hasPrompt ? 1 : 0).rest
        prompt = screen.line(screen.rows - 1)
    }
}
