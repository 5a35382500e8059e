import ExperimentsCore
import ExperimentsOperator

/// The keys that are marked to be changed together.
///
/// Keys in the report are marked by row, so that marking a hundred thousand only sets bits. Others are marked by name.
struct MarkedKeys: Sendable {
    /// The marked rows of the report.
    private(set) var rows = RowSet(rowCount: 0)
    /// The marked names without a row, because only an override has them or the source no longer does.
    private(set) var others: Set<String> = []

    var isEmpty: Bool { others.isEmpty && rows.isEmpty }
    var count: Int { others.count + rows.count }

    func contains(_ row: Int) -> Bool { row < rows.rowCount && rows.contains(row) }

    /// Returns whether a line of a list is marked.
    func contains(at place: Int, in listing: KeyListing, of report: Report) -> Bool {
        if let row = listing.rowNumber(at: place, of: report) { return contains(row) }
        return listing.name(at: place, of: report).map(others.contains) ?? false
    }

    /// Returns the number of marked rows that a list does not show.
    func hiddenCount(in listing: KeyListing) -> Int {
        guard !isEmpty else { return 0 }
        let shown = listing.shown
        return rows.subtracting(shown.rows).count + others.subtracting(shown.orphans).count
    }

    /// Returns the names of all marked keys.
    func names(in report: Report) -> Set<String> {
        var names = others
        rows.forEach { names.insert(report.rows[$0].name) }
        return names
    }

    /// Marks or unmarks a line of a list.
    ///
    /// - Returns: false if the line is the heading of a group.
    mutating func toggle(at place: Int, in listing: KeyListing, of report: Report) -> Bool {
        if let row = listing.rowNumber(at: place, of: report) {
            toggle(row, of: report)
        } else if let name = listing.name(at: place, of: report) {
            toggle(name)
        } else {
            return false
        }
        return true
    }

    /// Marks every row that a list shows, or unmarks them if all are marked.
    mutating func toggleAll(in listing: KeyListing) {
        let shown = listing.shown
        if shown.rows.subtracting(rows).isEmpty, shown.orphans.allSatisfy(others.contains) {
            self = MarkedKeys()
        } else {
            formUnion(shown.rows, shown.orphans)
        }
    }

    /// Marks every row between two lines of a list.
    mutating func mark(from first: Int, to last: Int, in listing: KeyListing, of report: Report) {
        var rows = RowSet(rowCount: report.rows.count)
        var names: [String] = []
        for place in min(first, last)...max(first, last) {
            if let row = listing.rowNumber(at: place, of: report) {
                rows.insert(row)
            } else if let name = listing.name(at: place, of: report) {
                names.append(name)
            }
        }
        formUnion(rows, names)
    }

    /// Marks or unmarks a row.
    mutating func toggle(_ row: Int, of report: Report) {
        rows = rows.resized(to: report.rows.count)
        rows.set(row, to: !rows.contains(row))
    }

    /// Marks or unmarks a name without a row.
    mutating func toggle(_ name: String) {
        if others.remove(name) == nil { others.insert(name) }
    }

    mutating func formUnion(_ rows: RowSet, _ names: [String]) {
        self.rows = self.rows.resized(to: rows.rowCount).union(rows)
        others.formUnion(names)
    }

    /// Unmarks some names.
    mutating func remove(_ isRemoved: (String) -> Bool, of report: Report) {
        others = others.filter { !isRemoved($0) }
        for row in rows.rows where isRemoved(report.rows[row].name) { rows.remove(row) }
    }

    /// Moves the marks to a new report. Each mark stays with its key, even while the key has no row.
    mutating func move(from old: Report, to new: Report) {
        guard !isEmpty else { return }
        // The declared keys are the first rows. If they did not change, their marks stay.
        let areSame =
            old.declaredCount == new.declaredCount
            && (0..<old.declaredCount).allSatisfy { old.rows[$0].name == new.rows[$0].name }
        let declared = RowSet(rowCount: rows.rowCount) { areSame && $0 < old.declaredCount }
        rows.subtracting(declared).forEach { others.insert(old.rows[$0].name) }
        rows = rows.intersection(declared).resized(to: new.rows.count)
        guard !others.isEmpty else { return }
        var found: [String] = []
        for row in (areSame ? new.declaredCount : 0)..<new.rows.count
        where others.contains(new.rows[row].name) {
            rows.insert(row)
            found.append(new.rows[row].name)
        }
        others.subtract(found)
    }
}
