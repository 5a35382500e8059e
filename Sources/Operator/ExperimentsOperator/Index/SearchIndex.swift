import ExperimentsCore

/// The columns of a report's rows, and what was found in them so far.
package struct SearchIndex: Sendable {
    /// Values are searched as far as this.
    package static let longestValue = 512
    /// The number of replaced rows beyond which a new index is better.
    static let replacementLimit = 64

    private(set) var columns: SearchColumns
    private var memory = SearchMemory()
    /// The regular expressions that were too much work to go through all rows.
    private(set) var tooMuchWork: Set<Pattern> = []

    init(_ report: Report) {
        columns = SearchColumns(report)
    }

    /// Takes rows that became others. False if they are too many by now.
    mutating func replace(_ changed: [Int], _ rows: [ReportRow]) -> Bool {
        guard columns.replacedCount + changed.count <= Self.replacementLimit else { return false }
        for row in changed { columns.replace(row, rows[row]) }
        memory.forget(changed)
        return true
    }

    /// Whether something was looked for before in all of these rows.
    func knows(_ probe: SearchMemory.Probe, among candidates: RowSet) -> Bool {
        memory.knows(probe, among: candidates)
    }

    /// The rows, of some, that contain a text in any of the fields where a word is looked for.
    mutating func rows(containing needle: Needle, among candidates: RowSet) -> RowSet {
        memory.rows(.containing(needle), among: candidates) { [columns] in
            columns.rows(containing: needle, among: $0)
        }
    }

    /// The rows, of some, that contain a text in one field.
    mutating func rows(containing needle: Needle, in field: FilterField, among candidates: RowSet) -> RowSet {
        memory.rows(.field(field, needle), among: candidates) { [columns] in
            columns.rows(containing: needle, in: field, among: $0)
        }
    }

    /// The rows, of some, whose name has these letters in this order, with anything between them.
    mutating func rows(spelling needle: Needle, among candidates: RowSet) -> RowSet {
        memory.rows(.spelling(needle), among: candidates) { [columns] in
            columns.rows(spelling: needle, among: $0)
        }
    }

    /// The rows, of some, in which a regular expression is found: in one field, or in any where a word is looked for.
    mutating func rows(matching pattern: Pattern, in field: FilterField?, among candidates: RowSet) -> RowSet {
        var gaveUp = false
        let found = memory.rows(.pattern(field, pattern), among: candidates) { [columns] unknown in
            let (rows, isTooMuch) = pattern.look { automaton in
                let found = columns.rows(matching: &automaton, pattern.matchesCase, in: field, among: unknown)
                return (found, automaton.gaveUp)
            }
            gaveUp = isTooMuch
            return rows
        }
        if gaveUp { tooMuchWork.insert(pattern) }
        return found
    }

    /// The rows, of some, whose name is one of those that belong to experiments in whose name a regular expression is
    /// found.
    mutating func rows(
        ofExperiments pattern: Pattern, _ experiments: [ExperimentAssignment], _ rows: [ReportRow],
        among candidates: RowSet
    ) -> RowSet {
        memory.rows(.pattern(.experiment, pattern), among: candidates) { unknown in
            Self.rows(ofExperiments: experiments.filter { pattern.isFound(in: $0.id) }, rows, among: unknown)
        }
    }

    /// The rows, of some, whose name is one of those that belong to experiments with a text in their name.
    mutating func rows(
        ofExperiments needle: Needle, _ experiments: [ExperimentAssignment], _ rows: [ReportRow],
        among candidates: RowSet
    ) -> RowSet {
        memory.rows(.field(.experiment, needle), among: candidates) { unknown in
            Self.rows(ofExperiments: experiments.filter { needle.occurs(in: $0.id) }, rows, among: unknown)
        }
    }

    private static func rows(
        ofExperiments experiments: [ExperimentAssignment], _ rows: [ReportRow], among candidates: RowSet
    ) -> RowSet {
        let names = Set(experiments.flatMap(\.keys))
        var found = RowSet(rowCount: candidates.rowCount)
        guard !names.isEmpty else { return found }
        candidates.forEach { if names.contains(rows[$0].name) { found.insert($0) } }
        return found
    }
}
