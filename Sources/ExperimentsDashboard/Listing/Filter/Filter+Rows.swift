import ExperimentsCore
import Foundation

/// Which rows of a report pass a filter.
struct FilterResult {
    /// Row by row.
    var passes: [Bool]
    /// Whether each word was found as it was typed, and not only letter by letter; nil where all were.
    var isExact: [Bool]?
    /// Whether a regular expression was too much work to go through all rows.
    var gaveUp = false
}

/// What a filter needs to know besides the rows.
struct FilterContext {
    /// When each key's value last changed.
    var changedAt: [String: Date] = [:]
    /// What the last fetch that changed anything changed.
    var lastChanges: [String: ChangeKind] = [:]
    var experiments: [ExperimentAssignment] = []
    var now = Date.distantPast
}

extension Filter {
    /// Which rows of a report pass; nil where all do. `index` is of the same rows.
    func passing(_ rows: [ReportRow], in index: inout SearchIndex, _ context: FilterContext) -> FilterResult? {
        guard !terms.isEmpty else { return nil }
        var passes = [Bool](repeating: true, count: rows.count)
        var isExact: [Bool]?
        var gaveUp = false
        for term in terms {
            let (found, exact) = term.found(rows, in: &index, context, &gaveUp)
            for row in passes.indices where found[row] == term.isExcluded { passes[row] = false }
            guard let exact, !term.isExcluded else { continue }
            if let before = isExact {
                isExact = zip(before, exact).map { $0 && $1 }
            } else {
                isExact = exact
            }
        }
        return FilterResult(passes: passes, isExact: isExact, gaveUp: gaveUp)
    }
}

extension FilterTerm {
    /// The rows that meet the condition, and of those that a word finds, which have it as it was typed.
    fileprivate func found(
        _ rows: [ReportRow], in index: inout SearchIndex, _ context: FilterContext, _ gaveUp: inout Bool
    ) -> (found: [Bool], exact: [Bool]?) {
        switch condition {
        case .word(let needle):
            let exact = index.rows(containing: needle)
            // To exclude is to name: `!red` leaves rows alone that only have r, e and d.
            guard needle.canBeSpelt, !isExcluded else { return (exact, nil) }
            var found = index.rows(spelling: needle)
            for row in found.indices where exact[row] { found[row] = true }
            return (found, exact)
        case .literal(let needle): return (index.rows(containing: needle), nil)
        case .text(let field, let needle):
            guard let place = SearchIndex.Field(field) else {
                let assignments = context.experiments.filter { needle.occurs(in: $0.id) }
                let names = Set(assignments.flatMap(\.keys))
                return (Self.marks(rows) { names.contains($0.name) }, nil)
            }
            return (index.rows(containing: needle, in: place), nil)
        case .pattern(let field, let pattern):
            let place = field.flatMap(SearchIndex.Field.init)
            guard field == nil || place != nil else {
                let assignments = context.experiments.filter { pattern.isFound(in: $0.id) }
                let names = Set(assignments.flatMap(\.keys))
                return (Self.marks(rows) { names.contains($0.name) }, nil)
            }
            let (found, isTooMuch) = index.rows(matching: pattern, in: place)
            gaveUp = gaveUp || isTooMuch
            return (found, nil)
        case .status(let wanted): return (Self.marks(rows) { wanted.contains($0.status) }, nil)
        case .type(let wanted): return (Self.marks(rows) { wanted.contains($0.key.schema.kind) }, nil)
        case .changed(.last): return (Self.marks(rows) { context.lastChanges[$0.name] != nil }, nil)
        case .changed(let age):
            let names = context.changedAt.filter { age.contains($0.value, now: context.now) }
            guard !names.isEmpty else { return (Array(repeating: false, count: rows.count), nil) }
            return (Self.marks(rows) { names[$0.name] != nil }, nil)
        }
    }

    /// In place, because to copy a row is to count all that it refers to.
    private static func marks(_ rows: [ReportRow], _ isMet: (ReportRow) -> Bool) -> [Bool] {
        rows.withUnsafeBufferPointer { rows in
            var marks = [Bool](repeating: false, count: rows.count)
            for index in rows.indices where isMet(rows[index]) { marks[index] = true }
            return marks
        }
    }
}
