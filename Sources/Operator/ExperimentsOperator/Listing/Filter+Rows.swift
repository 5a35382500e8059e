import ExperimentsCore
import Foundation

/// Which rows of a report pass a filter.
struct FilterResult {
    /// The rows that match.
    var passing: RowSet
    /// The rows in which each word was found as typed, and not only letter by letter; nil if all were.
    var exact: RowSet?
    /// Whether a regular expression was too much work to go through all rows.
    var gaveUp = false
}

/// The data that a filter needs besides the texts of the rows.
struct FilterContext {
    let rows: [ReportRow]
    /// The times of changes of each row.
    let changes: RowChanges
    let experiments: [ExperimentAssignment]
    /// The rows of stale keys.
    let stale: RowSet
    let now: Date
}

extension Filter {
    /// Returns those of some rows of a report that match.
    ///
    /// - Parameter index: the index of the same rows. It stores the results for the next letter.
    func passing(_ candidates: RowSet, in index: inout SearchIndex, _ context: FilterContext) -> FilterResult
    {
        var result = FilterResult(passing: candidates)
        // Evaluate conditions with a look-up in a table first, then those with known results, then those that must
        // search the remaining rows.
        let ordered = terms.sorted { first, second in
            first.effort(in: index, candidates) < second.effort(in: index, candidates)
        }
        for term in ordered {
            let (found, exact) = term.found(among: result.passing, in: &index, context)
            if term.isExcluded {
                result.passing.subtract(found)
            } else {
                result.passing.formIntersection(found)
                if let exact { result.exact = result.exact?.intersection(exact) ?? exact }
            }
        }
        result.gaveUp = terms.contains { term in
            if case .pattern(_, let pattern) = term.condition {
                index.tooMuchWork.contains(pattern)
            } else {
                false
            }
        }
        return result
    }
}

extension FilterTerm {
    /// Returns the relative effort for the part.
    fileprivate func effort(in index: SearchIndex, _ candidates: RowSet) -> Int {
        let probe: SearchMemory.Probe
        switch condition {
        case .status, .stale, .type, .changed: return 0
        case .word(let needle), .literal(let needle): probe = .containing(needle)
        case .text(let field, let needle): probe = .field(field, needle)
        case .pattern(let field, let pattern):
            // Every byte is read, so fewer remaining rows take less time.
            return index.knows(.pattern(field, pattern), among: candidates) ? 1 : 3
        }
        return index.knows(probe, among: candidates) ? 1 : 2
    }

    /// Returns those of some rows that match the condition, and among those found by a word, the ones that contain it
    /// as typed.
    fileprivate func found(
        among candidates: RowSet, in index: inout SearchIndex, _ context: FilterContext
    ) -> (found: RowSet, exact: RowSet?) {
        switch condition {
        case .word(let needle):
            let exact = index.rows(containing: needle, among: candidates)
            // Exclusions need the exact text: `!red` does not exclude rows that only have the letters r, e and d.
            guard needle.canBeSpelt, !isExcluded else { return (exact, nil) }
            // A single letter has no other spelling.
            guard needle.folded.bytes.count > 1 else { return (exact, exact) }
            let spelt = index.rows(spelling: needle, among: candidates.subtracting(exact))
            return (exact.union(spelt), exact)
        case .literal(let needle): return (index.rows(containing: needle, among: candidates), nil)
        case .text(.experiment, let needle):
            return (
                index.rows(ofExperiments: needle, context.experiments, context.rows, among: candidates), nil
            )
        case .text(let field, let needle):
            return (index.rows(containing: needle, in: field, among: candidates), nil)
        case .pattern(.experiment, let pattern):
            return (
                index.rows(ofExperiments: pattern, context.experiments, context.rows, among: candidates), nil
            )
        case .pattern(let field, let pattern):
            return (index.rows(matching: pattern, in: field, among: candidates), nil)
        case .status(let wanted): return (index.columns.rows(of: wanted), nil)
        case .stale(let wanted): return (index.columns.rows(of: wanted).union(context.stale), nil)
        case .type(let wanted): return (index.columns.rows(of: wanted), nil)
        case .changed(.last): return (context.changes.last, nil)
        case .changed(let age): return (context.changes.rows(changed: age, at: context.now), nil)
        }
    }
}
