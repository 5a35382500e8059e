import ExperimentsCore
import Foundation

extension KeyListing {
    /// Returns the heading at a position of the list, if there is one.
    package func heading(at position: Int) -> KeyGroups.Heading? {
        guard let groups, case .heading(let number) = groups.line(position) else { return nil }
        return groups.headings[number]
    }

    /// Returns the row at a position of the list; nil for a heading or an orphan.
    package func row(at position: Int, of report: Report) -> ReportRow? {
        rowNumber(at: position, of: report).map { report.rows[$0] }
    }

    /// Returns the report's row number at a position of the list; nil for a heading or an orphan.
    package func rowNumber(at position: Int, of report: Report) -> Int? {
        guard let entry = entry(at: position), visible.indices.contains(entry),
            report.rows.indices.contains(visible[entry])
        else { return nil }
        return visible[entry]
    }

    /// Returns the name at a position of the list; nil for a heading.
    package func name(at position: Int, of report: Report) -> String? {
        if let row = rowNumber(at: position, of: report) { return report.rows[row].name }
        guard let entry = entry(at: position) else { return nil }
        let orphan = entry - visible.count
        return orphans.indices.contains(orphan) ? orphans[orphan] : nil
    }

    /// Returns a text that identifies a line regardless of its position.
    package func item(at position: Int, of report: Report) -> String? {
        // Names of keys never contain a line feed.
        heading(at: position).map { "\n" + $0.name } ?? name(at: position, of: report)
    }

    /// Returns the position of a line in the list; nil if it is not listed.
    package func place(of item: String, in report: Report) -> Int? {
        if item.first == "\n" { return groups?.place(ofHeading: String(item.dropFirst())) }
        guard let entry = entry(of: item, in: report) else { return nil }
        return groups.map { $0.place(ofEntry: entry) } ?? entry
    }

    private func entry(of name: String, in report: Report) -> Int? {
        let row = report.rows.firstIndex { $0.name == name }
        if let row { return visible.firstIndex(of: row) }
        return orphans.firstIndex(of: name).map { visible.count + $0 }
    }

    private func entry(at position: Int) -> Int? {
        guard let groups else { return position }
        guard case .entry(let entry) = groups.line(position) else { return nil }
        return entry
    }

    /// The shown rows, and the shown names without a row. Those of closed groups are not included.
    package var shown: (rows: RowSet, orphans: [String]) {
        guard let groups, groups.headings.contains(where: \.isCollapsed) else { return (listed, orphans) }
        var rows = RowSet(rowCount: listed.rowCount)
        var names: [String] = []
        for entry in groups.entries {
            if visible.indices.contains(entry) {
                rows.insert(visible[entry])
            } else if orphans.indices.contains(entry - visible.count) {
                names.append(orphans[entry - visible.count])
            }
        }
        return (rows, names)
    }
}

// For callers that need the rows only once.
extension KeyListing {
    /// Returns the rows that match a filter, in an order.
    ///
    /// - Throws: `FilterProblem` if a regular expression takes too much work for all of them.
    package static func rows(
        of content: Content, filter: Filter, sort: KeyOrder = KeyOrder()
    ) throws(FilterProblem) -> [ReportRow] {
        var listing = KeyListing()
        listing.quickCount = .max
        listing.rebuild(content, Choice(filter: filter, sort: sort))
        guard !listing.isCutShort else {
            throw FilterProblem(text: "the regular expression is too complex; use a simpler one", offset: 0)
        }
        return listing.visible.map { content.report.rows[$0] }
    }

    /// The choice of keys to list.
    package struct Choice: Sendable, Hashable {
        /// Which keys; nil while none are on the screen.
        package var scope: KeyScope?
        package var filter: Filter
        package var sort: KeyOrder
        /// Whether to list only what the last fetch changed.
        package var onlyChanged: Bool
        /// The names of the groups that are closed; nil for a list without groups.
        package var collapsedGroups: Set<String>?

        package init(
            scope: KeyScope? = .all, filter: Filter = Filter(), sort: KeyOrder = KeyOrder(),
            onlyChanged: Bool = false, collapsedGroups: Set<String>? = nil
        ) {
            self.scope = scope
            self.filter = filter
            self.sort = sort
            self.onlyChanged = onlyChanged
            self.collapsedGroups = collapsedGroups
        }
    }

    /// The keys that the list is made from.
    package struct Content: Sendable {
        package let report: Report
        package var times: ChangeTimes
        /// The changes of the last fetch that changed anything.
        package var lastChanges: ExactDictionary<ChangeKind>
        package var now: Date
        /// How long keys have been at their defaults, if that is needed.
        package var ages = ValueAges.none

        package init(
            report: Report, times: ChangeTimes = ChangeTimes(),
            lastChanges: ExactDictionary<ChangeKind> = [:],
            now: Date = .distantPast
        ) {
            self.report = report
            self.times = times
            self.lastChanges = lastChanges
            self.now = now
        }
    }
}
