import ExperimentsCore

// Where a regular expression is found. Nothing more is looked at once it turns out to be too much work.
extension SearchColumns {
    /// The rows, of some, in which an expression is found: in one field, or in any where a word is looked for.
    func rows(
        matching automaton: inout PatternAutomaton, _ matchesCase: Bool, in field: FilterField?,
        among candidates: RowSet
    ) -> RowSet {
        switch field {
        case .key: return names.rows(matching: &automaton, matchesCase, among: candidates)
        case .group: return groups.rows(matching: &automaton, matchesCase, skipsEmpty: true, among: candidates)
        case let field?:
            return texts(of: field)?.rows(matching: &automaton, matchesCase, among: candidates)
                ?? RowSet(rowCount: candidates.rowCount)
        case nil: break
        }
        var found = names.rows(matching: &automaton, matchesCase, among: candidates)
        var words: Set<KeyStatus> = []
        for status in KeyStatus.allCases where automaton.isFound(in: status.rawValue.utf8) { words.insert(status) }
        if !words.isEmpty { found.formUnion(rows(of: words).intersection(candidates)) }
        found.formUnion(
            groups.rows(matching: &automaton, matchesCase, skipsEmpty: true, among: candidates.subtracting(found)))
        found.formUnion(
            titles.rows(matching: &automaton, matchesCase, skipsEmpty: true, among: candidates.subtracting(found)))
        for field in fieldsOfWords {
            let rest = candidates.subtracting(found)
            if let more = texts(of: field)?.rows(matching: &automaton, matchesCase, among: rest) {
                found.formUnion(more)
            }
        }
        return found
    }
}

extension CodedColumn {
    /// The rows, of some, in whose text an expression is found.
    func rows(
        matching automaton: inout PatternAutomaton, _ matchesCase: Bool, skipsEmpty: Bool = false,
        among candidates: RowSet
    ) -> RowSet {
        let found = texts.rows(
            matching: &automaton, matchesCase, skipsEmpty: skipsEmpty, among: .all(texts.rowCount))
        return rows(withTexts: found, among: candidates)
    }
}

extension TextColumn {
    /// The rows, of some, in whose text an expression is found.
    ///
    /// - Parameter skipsEmpty: whether an empty text stands for none, in which nothing is found.
    func rows(
        matching automaton: inout PatternAutomaton, _ matchesCase: Bool, skipsEmpty: Bool = false,
        among candidates: RowSet
    ) -> RowSet {
        var found = RowSet(rowCount: candidates.rowCount)
        candidates.forEach { row in
            let text = Int(starts[row])..<Int(starts[row + 1]) - 1
            guard !automaton.gaveUp, !text.isEmpty || !skipsEmpty else { return }
            let isFound =
                matchesCase
                ? automaton.isFound(
                    in: text.lazy.map { place in
                        isCapital(place) && bytes[place] < 0x80 ? bytes[place] & 0xdf : bytes[place]
                    })
                : automaton.isFound(in: bytes[text])
            if isFound { found.insert(row) }
        }
        for (row, text) in replaced where candidates.contains(row) {
            found.set(row, to: automaton.isFound(in: text.bytes(matchingCase: matchesCase)))
        }
        return found
    }
}
