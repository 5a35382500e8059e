import ExperimentsCore
import Foundation

/// The rows of one screen: which rows of the report, in which order. Only an index; no row is copied or formatted.
struct KeyListing: Sendable {
    /// What is to be listed.
    struct Choice {
        var screen = Screen.keys
        var filter = Filter()
        var context = FilterContext()
        var sort = SortOrder()
        /// Whether only what the last fetch changed is listed.
        var onlyChanged = false
        /// The names of the groups that are closed; nil for a list without groups.
        var collapsedGroups: Set<String>?
    }

    /// The rows to show, as positions in the report.
    private(set) var visible: [Int] = []
    /// Overrides of names that the report has no row for; shown after the rows, on the overrides screen only.
    private(set) var orphans: [String] = []
    /// The same under headings, where they are grouped.
    private(set) var groups: KeyGroups?

    private var order: [Int] = []
    private var orderIsCurrent = false
    private var orderedBy = SortOrder()
    private var search: SearchIndex?
    private var membership: KeyGroups.Membership?
    /// Whether a regular expression was too much work to go through all rows.
    private(set) var isCutShort = false

    /// How many lines there are.
    var count: Int { groups?.count ?? visible.count + orphans.count }

    /// The report changed: order and search are to be made anew when they are needed next.
    mutating func reportChanged() {
        orderIsCurrent = false
        search = nil
        membership = nil
    }

    /// Makes the searchable text ahead of the first keystroke.
    mutating func prepareSearch(_ report: Report) {
        if search == nil { search = SearchIndex(report.rows) }
    }

    /// Chooses the rows anew.
    mutating func rebuild(_ report: Report, _ choice: Choice) {
        if !orderIsCurrent || orderedBy != choice.sort {
            order = choice.sort.sorted(report, changedAt: choice.context.changedAt)
            orderedBy = choice.sort
            orderIsCurrent = true
        }
        var result: FilterResult?
        if !choice.filter.isEmpty {
            var index = search ?? SearchIndex(report.rows)
            search = nil
            result = choice.filter.passing(report.rows, in: &index, choice.context)
            search = index
        }
        isCutShort = result?.gaveUp ?? false
        let rows = report.rows
        let overrides = report.overrides.entries
        visible = order.filter { index in
            if let result, !result.passes[index] { return false }
            if choice.onlyChanged, choice.context.lastChanges[rows[index].name] == nil { return false }
            switch choice.screen {
            case .missing: return rows[index].status == .missing
            case .incorrect: return rows[index].status == .incorrect
            case .overrides: return overrides[rows[index].name] != nil
            case .keys, .experiments, .history: return true
            }
        }
        if let isExact = result?.isExact, choice.sort == SortOrder() {
            // Where no other order was asked for, what was found as typed comes before what has only its letters.
            visible = visible.filter { isExact[$0] } + visible.filter { !isExact[$0] }
        }
        orphans = choice.screen == .overrides && !choice.onlyChanged ? Self.orphans(report, choice) : []
        group(report, choice)
    }

    private mutating func group(_ report: Report, _ choice: Choice) {
        guard let collapsed = choice.collapsedGroups else {
            groups = nil
            return
        }
        let membership = membership ?? KeyGroups.Membership(report)
        self.membership = membership
        groups = KeyGroups(
            report.rows, visible: visible, orphanCount: orphans.count, membership: membership, collapsed: collapsed)
    }

    private static func orphans(_ report: Report, _ choice: Choice) -> [String] {
        guard !report.overrides.isEmpty else { return [] }
        let known = Set(report.rows.lazy.map(\.name))
        return report.overrides.names.filter { name in
            !known.contains(name)
                && choice.filter.passes(subject(ofOrphan: name, report, choice.context), now: choice.context.now)
        }
    }

    private static func subject(ofOrphan name: String, _ report: Report, _ context: FilterContext) -> FilterSubject {
        FilterSubject(
            names: [name], values: [report.overrides[name]?.value].compactMap(\.self),
            changedAt: context.changedAt[name])
    }

    /// The places of the list at which something is found; letters one by one count only where nothing is found as it
    /// was typed.
    mutating func matches(of filter: Filter, in report: Report, _ context: FilterContext) -> [Int] {
        var index = search ?? SearchIndex(report.rows)
        search = nil
        let result = filter.passing(report.rows, in: &index, context)
        search = index
        guard let result else { return [] }
        let places = (0..<count).filter { place in
            guard let entry = entry(at: place) else { return false }
            if visible.indices.contains(entry) { return result.passes[visible[entry]] }
            return name(at: place, of: report).map {
                filter.passes(Self.subject(ofOrphan: $0, report, context), now: context.now)
            } ?? false
        }
        guard let isExact = result.isExact else { return places }
        let exact = places.filter { place in
            guard let entry = entry(at: place), visible.indices.contains(entry) else { return true }
            return isExact[visible[entry]]
        }
        return exact.isEmpty ? places : exact
    }

    /// The heading at a place of the list, where there is one.
    func heading(at position: Int) -> KeyGroups.Heading? {
        guard let groups, case .heading(let number) = groups.line(position) else { return nil }
        return groups.headings[number]
    }

    /// The row at a place of the list; nil for a heading or an orphan.
    func row(at position: Int, of report: Report) -> ReportRow? {
        guard let entry = entry(at: position), visible.indices.contains(entry),
            report.rows.indices.contains(visible[entry])
        else { return nil }
        return report.rows[visible[entry]]
    }

    /// The name at a place of the list; nil for a heading.
    func name(at position: Int, of report: Report) -> String? {
        if let row = row(at: position, of: report) { return row.name }
        guard let entry = entry(at: position) else { return nil }
        let orphan = entry - visible.count
        return orphans.indices.contains(orphan) ? orphans[orphan] : nil
    }

    /// What tells a line from the others whatever its place.
    func item(at position: Int, of report: Report) -> String? {
        // No key has a line feed in its name.
        heading(at: position).map { "\n" + $0.name } ?? name(at: position, of: report)
    }

    private func entry(at position: Int) -> Int? {
        guard let groups else { return position }
        guard case .entry(let entry) = groups.line(position) else { return nil }
        return entry
    }
}
