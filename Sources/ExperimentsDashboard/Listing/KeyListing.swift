import ExperimentsCore
import Foundation

/// The rows of one screen: which rows of the report, in which order. Only an index; no row is copied or formatted.
struct KeyListing: Sendable {
    /// The rows to show, as positions in the report.
    private(set) var visible: [Int] = []
    /// Overrides of names that the report has no row for; shown after the rows, on the overrides screen only.
    private(set) var orphans: [String] = []

    private var order: [Int] = []
    private var orderIsCurrent = false
    private var orderedBy = SortOrder()
    private var search: SearchIndex?

    /// How many rows there are.
    var count: Int { visible.count + orphans.count }

    /// The report changed: order and search are to be made anew when they are needed next.
    mutating func reportChanged() {
        orderIsCurrent = false
        search = nil
    }

    /// Makes the searchable text ahead of the first keystroke.
    mutating func prepareSearch(_ report: Report) {
        if search == nil { search = SearchIndex(report.rows) }
    }

    /// Chooses the rows anew.
    mutating func rebuild(
        _ report: Report, screen: Screen, filter: Filter, sort: SortOrder, changedAt: [String: Date]
    ) {
        if !orderIsCurrent || orderedBy != sort {
            order = sort.sorted(report.rows, changedAt: changedAt)
            orderedBy = sort
            orderIsCurrent = true
        }
        var passing: [Bool]?
        if !filter.isEmpty {
            prepareSearch(report)
            passing = search.flatMap { filter.passing(in: $0) }
        }
        let rows = report.rows
        let overrides = report.overrides.entries
        visible = order.filter { index in
            if let passing, !passing[index] { return false }
            switch screen {
            case .missing: return rows[index].status == .missing
            case .incorrect: return rows[index].status == .incorrect
            case .overrides: return overrides[rows[index].name] != nil
            case .keys, .experiments, .history: return true
            }
        }
        orphans = screen == .overrides ? Self.orphans(report, filter) : []
    }

    private static func orphans(_ report: Report, _ filter: Filter) -> [String] {
        guard !report.overrides.isEmpty else { return [] }
        let known = Set(report.rows.lazy.map(\.name))
        return report.overrides.names.filter { !known.contains($0) && filter.passes($0) }
    }

    /// The row at a place of the list; nil for an orphan.
    func row(at position: Int, of report: Report) -> ReportRow? {
        guard visible.indices.contains(position), report.rows.indices.contains(visible[position]) else { return nil }
        return report.rows[visible[position]]
    }

    /// The name at a place of the list.
    func name(at position: Int, of report: Report) -> String? {
        if let row = row(at: position, of: report) { return row.name }
        let orphan = position - visible.count
        return orphans.indices.contains(orphan) ? orphans[orphan] : nil
    }
}
