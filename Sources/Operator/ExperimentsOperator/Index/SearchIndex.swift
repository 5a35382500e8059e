import ExperimentsCore

/// The columns of a report's rows, and earlier search results.
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

    /// Replaces changed rows. Returns false if there are too many replacements by now.
    mutating func replace(_ changed: [Int], _ rows: [ReportRow]) -> Bool {
        guard columns.replacedCount + changed.count <= Self.replacementLimit else { return false }
        for row in changed { columns.replace(row, rows[row]) }
        memory.forget(changed)
        return true
    }

    /// Whether there is an earlier search result for all of these rows.
    func knows(_ probe: SearchMemory.Probe, among candidates: RowSet) -> Bool {
        memory.knows(probe, among: candidates)
    }

    /// Returns those of some rows that contain a text in any field that is searched for words.
    mutating func rows(containing needle: Needle, among candidates: RowSet) -> RowSet {
        memory.rows(.containing(needle), among: candidates) { [columns] in
            columns.rows(containing: needle, among: $0)
        }
    }

    /// Returns those of some rows that contain a text in a field.
    mutating func rows(containing needle: Needle, in field: FilterField, among candidates: RowSet) -> RowSet {
        memory.rows(.field(field, needle), among: candidates) { [columns] in
            columns.rows(containing: needle, in: field, among: $0)
        }
    }

    /// Returns those of some rows whose name has these letters in this order, with anything in between.
    mutating func rows(spelling needle: Needle, among candidates: RowSet) -> RowSet {
        memory.rows(.spelling(needle), among: candidates) { [columns] in
            columns.rows(spelling: needle, among: $0)
        }
    }

    /// Returns those of some rows that match a regular expression: in one field, or in any field that is searched for
    /// words.
    mutating func rows(matching pattern: Pattern, in field: FilterField?, among candidates: RowSet) -> RowSet
    {
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

    /// Returns those of some rows that belong to an experiment whose name matches a regular expression.
    mutating func rows(
        ofExperiments pattern: Pattern, _ experiments: [ExperimentAssignment], _ rows: [ReportRow],
        among candidates: RowSet
    ) -> RowSet {
        memory.rows(.pattern(.experiment, pattern), among: candidates) { unknown in
            Self.rows(ofExperiments: experiments.filter { pattern.isFound(in: $0.id) }, rows, among: unknown)
        }
    }

    /// Returns those of some rows that belong to an experiment with a text in its name.
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

/// The rows that the parts of a filter found before. When a letter is typed, most parts stay the same, and a part that
/// grows by a letter can only exclude rows.
struct SearchMemory: Sendable {
    /// A search that can be remembered.
    enum Probe: Sendable, Hashable {
        /// A text in any column that is searched for words.
        case containing(Needle)
        /// Letters in the name, with others between them.
        case spelling(Needle)
        /// A text in one field.
        case field(FilterField, Needle)
        /// A regular expression in one field, or in any.
        case pattern(FilterField?, Pattern)

        /// Whether all that this finds was found by the other one, which was typed before it.
        func narrows(_ other: Probe) -> Bool {
            switch (self, other) {
            case (.containing(let own), .containing(let other)), (.spelling(let own), .spelling(let other)):
                own.continues(other)
            case (.field(let field, let own), .field(let otherField, let other)):
                field == otherField && own.continues(other)
            default: false
            }
        }
    }

    private struct Entry {
        /// The rows that were searched.
        var known: RowSet
        /// The matching ones among them.
        var found: RowSet
        var lastUse: Int
    }

    private static let limit = 48
    private var entries: [Probe: Entry] = [:]
    private var uses = 0

    /// Whether looking for it again costs nothing for these rows.
    func knows(_ probe: Probe, among candidates: RowSet) -> Bool {
        entries[probe].map { candidates.subtracting($0.known).isEmpty } ?? false
    }

    /// Returns those of some rows that match.
    ///
    /// - Parameter find: searches the rows without an earlier result.
    mutating func rows(_ probe: Probe, among candidates: RowSet, find: (_ unknown: RowSet) -> RowSet)
        -> RowSet
    {
        uses += 1
        var entry = entries.removeValue(forKey: probe) ?? beginning(probe, rowCount: candidates.rowCount)
        let unknown = candidates.subtracting(entry.known)
        if !unknown.isEmpty {
            entry.found.formUnion(find(unknown))
            entry.known.formUnion(unknown)
        }
        entry.lastUse = uses
        if entries.count >= Self.limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            entries[oldest.key] = nil
        }
        entries[probe] = entry
        return entry.found.intersection(candidates)
    }

    /// Returns the rows that are known before any was examined: one without `ab` has no `abc`.
    private func beginning(_ probe: Probe, rowCount: Int) -> Entry {
        var entry = Entry(known: RowSet(rowCount: rowCount), found: RowSet(rowCount: rowCount), lastUse: uses)
        for (other, earlier) in entries where probe.narrows(other) {
            entry.known.formUnion(earlier.known.subtracting(earlier.found))
        }
        return entry
    }

    /// Forgets the results of changed rows.
    mutating func forget(_ rows: some Sequence<Int>) {
        for probe in entries.keys {
            for row in rows {
                entries[probe]?.known.remove(row)
                entries[probe]?.found.remove(row)
            }
        }
    }
}

extension Needle {
    /// Returns whether every match of this needle also matches the other one: this one begins with it, and is at least
    /// as exact.
    func continues(_ other: Needle) -> Bool {
        guard folded.bytes.starts(with: other.folded.bytes) else { return false }
        guard other.matchesCase else { return true }
        return matchesCase
            && other.folded.bytes.indices.allSatisfy { folded.isCapital($0) == other.folded.isCapital($0) }
    }
}
