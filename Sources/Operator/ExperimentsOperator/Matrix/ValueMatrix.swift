import ExperimentsCore
import Foundation

/// The values of keys for several personas, or at several sources, side by side.
public struct ValueMatrix: Sendable {
    /// A persona or a source that is compared.
    public struct Column: Sendable {
        /// The title of the column.
        public let title: String
        /// The values; nil if they are not known.
        public let snapshot: Snapshot?
        /// The reason why the values are not known, or not up to date.
        public let problem: String?

        /// Creates a column.
        public init(title: String, snapshot: Snapshot?, problem: String? = nil) {
            self.title = title
            self.snapshot = snapshot
            self.problem = problem
        }

        /// Whether the values were fetched earlier, and the source cannot be reached now.
        package var isStale: Bool { snapshot != nil && problem != nil }
    }

    /// A key and its value in each column.
    package struct Row: Sendable {
        /// The key.
        package let key: CatalogKey
        /// Whether the project declares it.
        package let isDeclared: Bool
        /// The resolved key in each column, without overrides; nil if a column is not known.
        package let cells: [ReportRow?]
        /// Whether the columns that are known differ.
        package let differs: Bool

        /// The key's name.
        package var name: String { key.name }
    }

    /// The compared columns.
    package let columns: [Column]
    /// The declared keys in their order, then the undeclared names that a column has, in alphabetical order.
    package let rows: [Row]

    /// Resolves every key in every column.
    ///
    /// - Parameter now: the time, which a report has.
    package init(
        _ columns: [Column], keys: [CatalogKey], booleanPolicy: BooleanPolicy = .strict, at now: Date
    ) {
        let reports = columns.map { column in
            column.snapshot.map {
                Report(keys: keys, snapshot: $0, overrides: .empty, booleanPolicy: booleanPolicy, at: now)
            }
        }
        var undeclared: [String: [ReportRow?]] = [:]
        for (place, report) in reports.enumerated() {
            for row in report?.rows.dropFirst(keys.count) ?? [] {
                undeclared[row.name, default: Array(repeating: nil, count: columns.count)][place] = row
            }
        }
        let declared = keys.indices.map { index in
            Row(keys[index], isDeclared: true, reports.map { $0?.rows[index] })
        }
        let others = undeclared.sorted { $0.key < $1.key }.compactMap { _, cells in
            cells.lazy.compactMap(\.self).first.map { first in
                // A known column without the name differs from one with it.
                Row(
                    first.key, isDeclared: false, cells,
                    isHeldByAll: zip(reports, cells).allSatisfy { $0 == nil || $1 != nil })
            }
        }
        self.columns = columns
        rows = declared + others
        differingCount = rows.count { $0.differs }
    }

    /// The number of rows that differ.
    package let differingCount: Int

    /// The rows that differ.
    package var differing: [Row] { rows.filter(\.differs) }
}

extension ValueMatrix.Row {
    fileprivate init(_ key: CatalogKey, isDeclared: Bool, _ cells: [ReportRow?], isHeldByAll: Bool = true) {
        let known = cells.compactMap(\.self)
        self.key = key
        self.isDeclared = isDeclared
        self.cells = cells
        differs = !isHeldByAll || known.dropFirst().contains { !known[0].means($0) }
    }

    /// Whether the key, or its value in any column, matches a filter.
    package func passes(_ filter: Filter, now: Date) -> Bool {
        guard !filter.isEmpty else { return true }
        let known = cells.compactMap(\.self)
        let subject = FilterSubject(
            names: [name], texts: [key.declaredTitle].compactMap(\.self), group: key.group,
            values: known.compactMap(\.valueText), kind: key.schema.kind)
        return filter.passes(subject, now: now)
    }

    /// The column that the others are compared with: the first that is known.
    package var baseline: Int? { cells.firstIndex { $0 != nil } }

    /// Returns whether a cell differs from the first known one.
    package func differs(at column: Int) -> Bool {
        guard let baseline, let first = cells[baseline], let cell = cells[column] else { return false }
        return !first.means(cell)
    }

    /// Returns the text of a cell for a width: the value, or if it is too long, the part in which it differs from the
    /// first.
    ///
    /// - Returns: nil if a column is not known, or does not have the name.
    package func excerpt(at column: Int, columns width: Int) -> String? {
        guard let cell = cells[column] else { return nil }
        guard let text = cell.valueText else {
            return cell.status == .missing ? "missing" : Snapshot.Entry.appDefault
        }
        // The app gets its default, which may look like the value of another column.
        if cell.status == .missing || cell.status == .incorrect { return "\(cell.status.rawValue) (\(text))" }
        if text.isEmpty { return "\"\"" }
        guard text.utf8.count > width, let baseline else { return text }
        if differs(at: column), let first = cells[baseline]?.valueText {
            return ValueDifference(glancingAt: first, text).excerpts(columns: width).new
        }
        // Cells that equal the first show the same part, so that the reader sees it.
        let other = cells.indices.first { differs(at: $0) }.flatMap { cells[$0]?.valueText }
        return other.map { ValueDifference(glancingAt: text, $0).excerpts(columns: width).old } ?? text
    }
}

extension ReportRow {
    /// Whether an app gets the same of both: texts may be written otherwise, as `1` and `1.0` of a number.
    fileprivate func means(_ other: ReportRow) -> Bool {
        func isBroken(_ status: KeyStatus) -> Bool { status == .missing || status == .incorrect }
        guard isBroken(status) == isBroken(other.status) else { return false }
        switch (valueText, other.valueText) {
        case (nil, nil): return true
        case (let one?, let two?): return one == two || key.schema.areSame(one, two)
        default: return false
        }
    }
}
