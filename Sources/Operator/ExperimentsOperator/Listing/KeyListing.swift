import ExperimentsCore
import Foundation

/// The rows of one list: the report's rows that it shows, and their order. It is only an index; no row is copied or
/// formatted.
package struct KeyListing: Sendable {
    /// The rows to show, as positions in the report.
    package private(set) var visible: [Int] = []
    /// Overrides of names that the report has no row for; shown after the rows, in a list of overrides only.
    package private(set) var orphans: [String] = []
    /// The rows in groups with headings, if they are grouped.
    package private(set) var groups: KeyGroups?
    /// The rows that are listed, those of closed groups among them.
    package private(set) var listed = RowSet(rowCount: 0)
    /// Counts the changes of the content, so that preparations for older content are recognized.
    package private(set) var revision = 0
    /// The maximum number of rows for which sorting and indexing is done within a frame. Larger lists are prepared in
    /// the background.
    package var quickCount = 5_000

    /// Creates an empty list.
    package init() {}

    package private(set) var order: [Int]?
    package private(set) var orderedBy = KeyOrder()
    private var orderIsCurrent = false
    private var boxedIndex: BoxedIndex?
    private var changes: RowChanges?
    private var overridden: RowSet?
    private var stale: RowSet?
    private var membership: KeyGroups.Membership?
    /// Whether a regular expression was too much work to go through all rows.
    package private(set) var isCutShort = false

    /// Boxed because it has many parts, and the state that contains it is copied for every drawn cell.
    private final class BoxedIndex: Sendable {
        let index: SearchIndex

        init(_ index: SearchIndex) {
            self.index = index
        }
    }

    private var index: SearchIndex? {
        get { boxedIndex?.index }
        set { boxedIndex = newValue.map(BoxedIndex.init) }
    }

    /// The number of lines.
    package var count: Int { groups?.count ?? visible.count + orphans.count }

    /// The length of the longest name in bytes, if it is known.
    package var longestName: Int? { index?.columns.longestName }

    /// Notes that the report changed. Order and search are computed again when they are needed.
    package mutating func reportChanged() {
        revision += 1
        orderIsCurrent = false
        boxedIndex = nil
        changes = nil
        overridden = nil
        stale = nil
        membership = nil
    }

    /// Notes that some rows of the report changed because of overrides.
    ///
    /// - Parameter noted: the rows with a new time of change; nil if unknown.
    package mutating func overridesChanged(_ rows: [Int], noted: [Int]?, _ content: Content) {
        revision += 1
        if orderedBy.column != .declared { orderIsCurrent = false }
        overridden = nil
        if let noted { changes?.note(noted, at: content.now) } else { changes = nil }
        if var index {
            self.index = nil
            if index.replace(rows, content.report.rows) { self.index = index }
        }
    }

    /// Notes that the times of changes are different for another reason.
    package mutating func timesChanged() {
        revision += 1
        changes = nil
        if orderedBy.column == .changed { orderIsCurrent = false }
    }

    /// Notes that it is now known how long keys have been at their defaults.
    package mutating func agesChanged() { stale = nil }

    /// Chooses the rows again.
    package mutating func rebuild(_ content: Content, _ choice: Choice) {
        if choice.sort.column == .declared || content.report.rows.count <= quickCount {
            sort(content, choice.sort)
        }
        var rows = self.rows(of: choice.scope, content.report)
        if choice.onlyChanged { rows.formIntersection(changes(content).last) }
        var exact: RowSet?
        isCutShort = false
        if !choice.filter.isEmpty {
            let result = filter(rows, content: content, filter: choice.filter)
            (rows, exact, isCutShort) = (result.passing, result.exact, result.gaveUp)
        }
        listed = rows
        list(rows, exact: choice.sort == KeyOrder() ? exact : nil)
        orphans = choice.scope == .overrides && !choice.onlyChanged ? orphans(content, choice.filter) : []
        group(content.report, choice)
    }

    private mutating func list(_ rows: RowSet, exact: RowSet?) {
        if let exact {
            // Without another order, rows with the exact text come before rows that only have its letters.
            visible = rows.intersection(exact).rows + rows.subtracting(exact).rows
        } else if let order, order.count == rows.rowCount {
            // Until the rows are sorted again, they stay in the previous order.
            visible = order.filter { rows.contains($0) }
        } else {
            visible = orderedBy.isReversed ? rows.rows.reversed() : rows.rows
        }
    }

    private mutating func filter(_ rows: RowSet, content: Content, filter: Filter) -> FilterResult {
        var index = index ?? SearchIndex(content.report)
        // Hold the only reference, because otherwise the stored results would be copied.
        self.index = nil
        let context = FilterContext(
            rows: content.report.rows, changes: filter.asksForChanges ? changes(content) : .none,
            experiments: content.report.snapshot.experiments,
            stale: filter.asksForStaleness ? staleRows(content) : RowSet(rowCount: 0), now: content.now)
        let result = filter.passing(rows, in: &index, context)
        self.index = index
        return result
    }

    private mutating func changes(_ content: Content) -> RowChanges {
        let changes =
            changes ?? RowChanges(content.report.rows, content.times, lastChanges: content.lastChanges)
        self.changes = changes
        return changes
    }

    private mutating func staleRows(_ content: Content) -> RowSet {
        let (rows, entries) = (content.report.rows, content.report.snapshot.entries)
        let stale =
            stale
            ?? RowSet(rowCount: rows.count) {
                !content.ages.isEmpty
                    && content.ages.isStale(rows[$0], entries[rows[$0].name], at: content.now)
            }
        self.stale = stale
        return stale
    }

    private mutating func rows(of scope: KeyScope?, _ report: Report) -> RowSet {
        switch scope {
        case .missing: return rows(with: .missing, report)
        case .incorrect: return rows(with: .incorrect, report)
        case .overrides:
            let rows = overridden ?? Self.overridden(report)
            overridden = rows
            return rows
        case .all, nil: return .all(report.rows.count)
        }
    }

    private func rows(with status: KeyStatus, _ report: Report) -> RowSet {
        if let index { return index.columns.rows(of: [status]) }
        let rows = report.rows
        return RowSet(rowCount: rows.count) { rows[$0].status == status }
    }

    private static func overridden(_ report: Report) -> RowSet {
        guard !report.overrides.isEmpty else { return RowSet(rowCount: report.rows.count) }
        let overrides = report.overrides.entries
        let rows = report.rows
        return RowSet(rowCount: rows.count) { overrides[rows[$0].name] != nil }
    }

    private mutating func group(_ report: Report, _ choice: Choice) {
        guard let collapsed = choice.collapsedGroups else {
            groups = nil
            return
        }
        let membership = index?.columns.membership ?? membership ?? KeyGroups.Membership(report)
        self.membership = membership
        groups = KeyGroups(
            report.rows, visible: visible, orphanCount: orphans.count, membership: membership,
            collapsed: collapsed)
    }

    private func orphans(_ content: Content, _ filter: Filter) -> [String] {
        let report = content.report
        guard !report.overrides.isEmpty else { return [] }
        let known = Set((overridden ?? Self.overridden(report)).rows.map { report.rows[$0].name })
        return report.overrides.names.filter { name in
            !known.contains(name) && filter.passes(Self.subject(ofOrphan: name, content), now: content.now)
        }
    }
}

// Looking for rows while all of them stay.
extension KeyListing {
    /// Returns the indices of matching rows. Separate letters are only searched if the text as typed is not found.
    package mutating func matches(of wanted: Filter, in content: Content) -> [Int] {
        let result = filter(listed, content: content, filter: wanted)
        let exact = result.exact.map { $0.intersection(result.passing) }
        let found = exact.flatMap { $0.isEmpty ? nil : $0 } ?? result.passing
        return (0..<count).filter { place in
            if let row = rowNumber(at: place, of: content.report) { return found.contains(row) }
            guard heading(at: place) == nil, let name = name(at: place, of: content.report) else {
                return false
            }
            return wanted.passes(Self.subject(ofOrphan: name, content), now: content.now)
        }
    }

    private static func subject(ofOrphan name: String, _ content: Content) -> FilterSubject {
        FilterSubject(
            names: [name], values: [content.report.overrides[name]?.value].compactMap(\.self),
            changedAt: content.times[name])
    }
}

// Work that takes too long for very many rows to be done during a key press.
extension KeyListing {
    /// Returns whether something that ``prepare(_:_:)`` creates is missing.
    package func needsPreparation(_ report: Report, _ choice: Choice) -> Bool {
        report.rows.count > quickCount && (boxedIndex == nil || changes == nil || !isOrdered(by: choice.sort))
    }

    private func isOrdered(by sort: KeyOrder) -> Bool { orderIsCurrent && orderedBy == sort }

    /// Prepares everything that the next key press may need, and chooses the rows.
    package mutating func prepare(_ content: Content, _ choice: Choice) {
        sort(content, choice.sort)
        if boxedIndex == nil { index = SearchIndex(content.report) }
        _ = changes(content)
        rebuild(content, choice)
    }

    private mutating func sort(_ content: Content, _ sort: KeyOrder) {
        guard !isOrdered(by: sort) else { return }
        order = sort.column == .declared ? nil : sort.sorted(content.report, content.times)
        orderedBy = sort
        orderIsCurrent = true
    }

    /// Returns this list in place of another one.
    package func following(_ other: KeyListing) -> KeyListing {
        var listing = self
        listing.revision = max(revision, other.revision) + 1
        listing.quickCount = other.quickCount
        return listing
    }

    /// Takes over preparations for the same content.
    package mutating func adopt(_ prepared: KeyListing, sort: KeyOrder) {
        if prepared.isOrdered(by: sort) {
            (order, orderedBy, orderIsCurrent) = (prepared.order, prepared.orderedBy, true)
        }
        // Results from the meantime are worth more than those from the start.
        boxedIndex = boxedIndex ?? prepared.boxedIndex
        changes = changes ?? prepared.changes
        membership = membership ?? prepared.membership
    }
}
