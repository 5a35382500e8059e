import ExperimentsCore

/// The differences between two sources, and the results of searches so far.
package struct ComparisonIndex: Sendable {
    package let comparison: SourceComparison
    private let columns: Columns
    private var memory = SearchMemory()

    /// The data of the rows for filters.
    private struct Columns: Sendable {
        var names: TextColumn
        var words: CodedColumn
        var lefts: TextColumn
        var rights: TextColumn

        init(_ rows: [SourceComparison.Row]) {
            names = TextColumn(rowCount: rows.count, capacity: rows.count * 24)
            words = CodedColumn(rowCount: rows.count)
            lefts = TextColumn(rowCount: rows.count, capacity: rows.count * 24)
            rights = TextColumn(rowCount: rows.count, capacity: rows.count * 24)
            for row in rows {
                names.append(row.name)
                words.append(row.word)
                lefts.append(row.left?.text ?? "")
                rights.append(row.right?.text ?? "")
            }
        }

        func rows(containing needle: Needle, among candidates: RowSet) -> RowSet {
            var found = names.rows(containing: needle, among: candidates)
            found.formUnion(words.rows(containing: needle, among: candidates.subtracting(found)))
            found.formUnion(values(containing: needle, among: candidates.subtracting(found)))
            return found
        }

        private func values(containing needle: Needle, among candidates: RowSet) -> RowSet {
            let found = lefts.rows(containing: needle, among: candidates)
            return found.union(rights.rows(containing: needle, among: candidates.subtracting(found)))
        }

        func rows(
            matching automaton: inout PatternAutomaton, _ matchesCase: Bool, in field: FilterField?,
            among candidates: RowSet
        ) -> RowSet {
            var found = RowSet(rowCount: candidates.rowCount)
            func look<Column>(_ column: Column, _ rows: (Column, inout PatternAutomaton, RowSet) -> RowSet) {
                found.formUnion(rows(column, &automaton, candidates.subtracting(found)))
            }
            if field == nil || field == .key {
                look(names) { $0.rows(matching: &$1, matchesCase, among: $2) }
            }
            if field == nil { look(words) { $0.rows(matching: &$1, matchesCase, among: $2) } }
            if field == nil || field == .value {
                look(lefts) { $0.rows(matching: &$1, matchesCase, among: $2) }
                look(rights) { $0.rows(matching: &$1, matchesCase, among: $2) }
            }
            return found
        }

        func rows(containing needle: Needle, in field: FilterField, among candidates: RowSet) -> RowSet {
            switch field {
            case .key: names.rows(containing: needle, among: candidates)
            case .value: values(containing: needle, among: candidates)
            // A difference has no others.
            default: RowSet(rowCount: candidates.rowCount)
            }
        }
    }

    package init(_ comparison: SourceComparison) {
        self.comparison = comparison
        columns = Columns(comparison.rows)
    }

    package var rowCount: Int { comparison.rows.count }

    /// Returns the rows that match a filter.
    package mutating func rows(passing filter: Filter) -> RowSet {
        var passing = RowSet.all(rowCount)
        for term in filter.terms {
            let found = rows(meeting: term, among: passing)
            if term.isExcluded { passing.subtract(found) } else { passing.formIntersection(found) }
        }
        return passing
    }

    private mutating func rows(meeting term: FilterTerm, among candidates: RowSet) -> RowSet {
        switch term.condition {
        case .word(let needle):
            let found = rows(containing: needle, among: candidates)
            guard needle.canBeSpelt, !term.isExcluded, needle.folded.bytes.count > 1 else { return found }
            let spelt = memory.rows(.spelling(needle), among: candidates.subtracting(found)) { [columns] in
                columns.names.rows(spelling: needle, among: $0)
            }
            return found.union(spelt)
        case .literal(let needle): return rows(containing: needle, among: candidates)
        case .text(let field, let needle):
            return memory.rows(.field(field, needle), among: candidates) { [columns] in
                columns.rows(containing: needle, in: field, among: $0)
            }
        case .pattern(let field, let pattern):
            return memory.rows(.pattern(field, pattern), among: candidates) { [columns] unknown in
                pattern.look { columns.rows(matching: &$0, pattern.matchesCase, in: field, among: unknown) }
            }
        case .status, .stale, .type, .changed: return RowSet(rowCount: rowCount)
        }
    }

    private mutating func rows(containing needle: Needle, among candidates: RowSet) -> RowSet {
        memory.rows(.containing(needle), among: candidates) { [columns] in
            columns.rows(containing: needle, among: $0)
        }
    }
}

/// Two sources to be compared in the background.
public struct ComparisonRequest: Sendable {
    /// The number of the request, so that an older answer does not replace a newer one.
    package let number: Int
    private let left: Snapshot
    private let right: Snapshot
    private let keys: [CatalogKey]

    package init(number: Int, left: Snapshot, right: Snapshot, keys: [CatalogKey]) {
        self.number = number
        self.left = left
        self.right = right
        self.keys = keys
    }

    /// Returns the compared sources.
    package func compared() -> ComparedSources {
        ComparedSources(number: number, index: ComparisonIndex(SourceComparison(left, right, keys: keys)))
    }
}

/// Two sources that were compared.
public struct ComparedSources: Sendable {
    package let number: Int
    package let index: ComparisonIndex
}
