extension SearchIndex {
    /// Marks the rows in which a regular expression is found: in one field, or in any where a word is looked for.
    ///
    /// - Returns: also whether it was too much work, and what was not looked through by then is not marked.
    func rows(matching pattern: Pattern, in field: Field?) -> (rows: [Bool], gaveUp: Bool) {
        let starts = starts
        return pattern.look { automaton in
            var found = [Bool](repeating: false, count: starts.count - 1)
            for row in found.indices {
                var place = Int(starts[row])
                let end = Int(starts[row + 1])
                var number = 0
                while place < end {
                    let limit = endOfField(from: place)
                    // The source is the last field; almost every row has the same.
                    if field.map({ $0.rawValue == number }) ?? (limit + 1 < end),
                        isFound(&automaton, place..<limit, matchesCase: pattern.matchesCase)
                    {
                        found[row] = true
                        break
                    }
                    place = limit + 1
                    number += 1
                }
                if automaton.gaveUp { break }
            }
            return (found, automaton.gaveUp)
        }
    }

    private func endOfField(from place: Int) -> Int {
        var place = place
        while bytes[place] != Self.separator { place += 1 }
        return place
    }

    private func isFound(_ automaton: inout PatternAutomaton, _ range: Range<Int>, matchesCase: Bool) -> Bool {
        guard matchesCase else { return automaton.isFound(in: bytes[range]) }
        return automaton.isFound(
            in: range.lazy.map { isCapital($0) && bytes[$0] < 0x80 ? bytes[$0] & 0xdf : bytes[$0] })
    }
}
