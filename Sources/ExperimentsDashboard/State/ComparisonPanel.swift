import ExperimentsCore
import Foundation

/// The source that is shown beside another one: the keys for which they hold something else.
public struct ComparisonPanel: Sendable {
    /// The other source.
    public let other: DashboardSource
    /// What the other source holds; nil until that is known.
    public internal(set) var snapshot: Snapshot?
    /// Why the other source could not be fetched, where it could not.
    public internal(set) var problem: String?
    /// What must occur in the rows.
    public internal(set) var filter = Filter()
    /// The filter being typed, if it is.
    public internal(set) var filterField: TextField?
    /// What is looked for among the rows.
    public internal(set) var search = Search()
    /// What differs, as far as the filter lets it through.
    private(set) var rows: [SourceComparison.Row] = []
    /// How many rows there are without the filter.
    private(set) var differenceCount = 0
    /// How many names both sources hold alike.
    private(set) var sameCount = 0
    var position = ListPosition()

    init(with other: DashboardSource) {
        self.other = other
    }

    /// Compares anew: one of the sources changed, or the filter did.
    mutating func refresh(_ left: Snapshot, keys: [CatalogKey], listRows: Int, now: Date) {
        guard let snapshot else { return }
        let comparison = SourceComparison(left, snapshot, keys: keys)
        differenceCount = comparison.rows.count
        sameCount = comparison.sameCount
        rows = filter.isEmpty ? comparison.rows : comparison.rows.filter { filter.passes(Self.subject($0), now: now) }
        findMatches(now)
        follow(listRows: listRows)
    }

    /// Finds anew what is looked for.
    mutating func findMatches(_ now: Date) {
        let filter = search.filter
        search.matches = filter.isEmpty ? [] : rows.indices.filter { filter.passes(Self.subject(rows[$0]), now: now) }
    }

    /// Pasted text goes where text is being typed.
    mutating func insert(_ text: String) {
        if var field = filterField {
            field.insert(text)
            filterField = field
            filter = Filter(field.text)
        }
        search.insert(text)
    }

    /// Keeps the cursor on its key, and on the screen.
    mutating func follow(listRows: Int) {
        let rows = rows
        position.follow(count: rows.count) { rows[$0].name }
        position.reveal(rows: listRows, count: rows.count)
    }

    /// Puts the cursor on a row.
    mutating func move(to row: Int, listRows: Int) {
        let rows = rows
        position.move(to: row, count: rows.count) { rows[$0].name }
        position.reveal(rows: listRows, count: rows.count)
    }

    private static func subject(_ row: SourceComparison.Row) -> FilterSubject {
        FilterSubject(
            names: [row.name], texts: [row.word], values: [row.left?.text, row.right?.text].compactMap(\.self))
    }

    /// The keys that work here.
    var hints: [(String, String)] {
        if filterField != nil { return [("Enter", "keep"), ("Esc", "clear")] }
        if search.field != nil { return [("Enter", "keep"), ("Esc", "cancel"), ("Down", "next"), ("Up", "previous")] }
        if search.isActive { return [("n", "next"), ("N", "previous"), ("Esc", "clear")] }
        return [
            ("Esc", "close"), ("/", "filter"), ("f", "find"), ("r", "fetch again"), ("y", "copy"),
            ("Enter", "whole value"),
        ]
    }

    /// Whether the values of the row under the cursor are shown whole.
    var showsWhole = false
}
