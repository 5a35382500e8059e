/// Finds the name that was probably intended.
package enum SpellingSuggestion {
    /// Returns the candidate nearest to a misspelled name, if one is near enough to suggest.
    ///
    /// The distance counts letters that were added, dropped or replaced, and neighbouring letters that were exchanged,
    /// regardless of case. For a name of two or three letters, the distance may be one; for a longer name, a third of
    /// its length. A single letter has to be the same. Of equally near candidates, the first is returned.
    package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
        let letters = Array(name.lowercased())
        guard !letters.isEmpty, letters.count <= longest else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let others = Array(candidate.lowercased())
            guard !others.isEmpty, others.count <= longest else { continue }
            let length = max(letters.count, others.count)
            let limit = min(best.map { $0.distance - 1 } ?? .max, length - 1, max(1, length / 3))
            guard abs(letters.count - others.count) <= limit else { continue }
            let distance = distance(letters, others)
            if distance <= limit { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Returns the name that `name` means: the same, or the only one that differs only in case.
    package static func match(_ name: String, in names: [String]) -> String? {
        if names.contains(name) { return name }
        let found = names.filter { $0.lowercased() == name.lowercased() }
        return found.count == 1 ? found[0] : nil
    }

    /// Longer names are not compared, because a hostile file could make the comparison expensive.
    private static let longest = 128

    /// Returns the Damerau-Levenshtein distance in its optimal string alignment form, which needs only three rows.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var beforeLast = [Int](repeating: 0, count: second.count + 1)
        var last = Array(0...second.count)
        var row = last
        for i in 1...first.count {
            row[0] = i
            for j in 1...second.count {
                let replaced = last[j - 1] + (first[i - 1] == second[j - 1] ? 0 : 1)
                row[j] = min(last[j] + 1, row[j - 1] + 1, replaced)
                if i > 1, j > 1, first[i - 1] == second[j - 2], first[i - 2] == second[j - 1] {
                    row[j] = min(row[j], beforeLast[j - 2] + 1)
                }
            }
            (beforeLast, last, row) = (last, row, beforeLast)
        }
        return last[second.count]
    }
}
