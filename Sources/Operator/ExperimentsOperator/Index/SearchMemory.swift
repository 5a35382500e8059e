/// The rows that the parts of a filter found before. When a letter is typed, most parts stay the same, and a part that
/// grows by a letter can only exclude rows.
struct SearchMemory: Sendable {
    /// Something that is looked for.
    enum Probe: Sendable, Hashable {
        /// A text in any of the columns where a word is looked for.
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
        /// The rows that were looked at.
        var known: RowSet
        /// Those of them that have it.
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

    /// The rows, of some, in which something is found.
    ///
    /// - Parameter find: looks for it in rows that were not looked at before.
    mutating func rows(
        _ probe: Probe, among candidates: RowSet, find: (_ unknown: RowSet) -> RowSet
    ) -> RowSet {
        uses += 1
        var entry = entries.removeValue(forKey: probe) ?? beginning(probe, rowCount: candidates.rowCount)
        let unknown = candidates.subtracting(entry.known)
        if !unknown.isEmpty {
            entry.found.formUnion(find(unknown))
            entry.known.formUnion(unknown)
        }
        entry.lastUse = uses
        if entries.count >= Self.limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
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

    /// These rows are others now.
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
    /// Whether whatever has this one has the other one, too: it begins with it, and is no less exact.
    func continues(_ other: Needle) -> Bool {
        guard folded.bytes.starts(with: other.folded.bytes) else { return false }
        guard other.matchesCase else { return true }
        return matchesCase
            && other.folded.bytes.indices.allSatisfy { folded.isCapital($0) == other.folded.isCapital($0) }
    }
}
