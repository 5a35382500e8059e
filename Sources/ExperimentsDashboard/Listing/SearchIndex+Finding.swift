import Foundation

extension SearchIndex {
    /// Marks the rows that a text occurs in, in any of the fields where a word is looked for.
    func rows(containing needle: Needle) -> [Bool] {
        let wanted = needle.folded.bytes
        var found = [Bool](repeating: wanted.isEmpty, count: starts.count - 1)
        guard let first = wanted.first else { return found }
        bytes.withUnsafeBytes { haystack in
            wanted.withUnsafeBytes { pattern in
                guard let base = haystack.baseAddress, let patternBase = pattern.baseAddress else { return }
                var position = 0
                var row = 0
                while position + pattern.count <= haystack.count,
                    let match = memchr(base + position, Int32(first), haystack.count - pattern.count - position + 1)
                {
                    let offset = UnsafeRawPointer(match) - base
                    position = offset + 1
                    guard memcmp(match, patternBase, pattern.count) == 0, capitalsAgree(needle, at: offset) else {
                        continue
                    }
                    row = rowIndex(containing: offset, from: row)
                    position = Int(starts[row + 1])
                    // The source is the last field; almost every row has the same.
                    found[row] = Self.endOfField(haystack, from: offset) + 1 < position
                }
            }
        }
        return found
    }

    /// Marks the rows that a text occurs in, in one field.
    func rows(containing needle: Needle, in field: Field) -> [Bool] {
        let wanted = needle.folded.bytes
        var found = [Bool](repeating: wanted.isEmpty, count: starts.count - 1)
        guard let first = wanted.first else { return found }
        bytes.withUnsafeBytes { haystack in
            wanted.withUnsafeBytes { pattern in
                guard let base = haystack.baseAddress, let patternBase = pattern.baseAddress else { return }
                for row in found.indices {
                    var position = Int(starts[row])
                    for _ in 0..<field.rawValue { position = Self.endOfField(haystack, from: position) + 1 }
                    let end = Self.endOfField(haystack, from: position)
                    while position + pattern.count <= end,
                        let match = memchr(base + position, Int32(first), end - pattern.count - position + 1)
                    {
                        let offset = UnsafeRawPointer(match) - base
                        if memcmp(match, patternBase, pattern.count) == 0, capitalsAgree(needle, at: offset) {
                            found[row] = true
                            break
                        }
                        position = offset + 1
                    }
                }
            }
        }
        return found
    }

    private static func endOfField(_ block: UnsafeRawBufferPointer, from place: Int) -> Int {
        guard let base = block.baseAddress,
            let end = memchr(base + place, Int32(separator), block.count - place)
        else { return block.count }
        return UnsafeRawPointer(end) - base
    }

    /// Marks the rows whose name has these letters in this order, with anything between them.
    mutating func rows(spelling needle: Needle) -> [Bool] {
        // One more letter can only leave rows out.
        var candidates: [Bool]?
        if let lastSpelling, needle.text.hasPrefix(lastSpelling.needle.text),
            needle.matchesCase == lastSpelling.needle.matchesCase
        {
            guard needle != lastSpelling.needle else { return lastSpelling.rows }
            candidates = lastSpelling.rows
        }
        var found = [Bool](repeating: false, count: starts.count - 1)
        guard needle.canBeSpelt, !needle.isEmpty else { return found }
        bytes.withUnsafeBufferPointer { block in
            needle.folded.bytes.withUnsafeBufferPointer { wanted in
                for row in found.indices where candidates?[row] ?? true {
                    found[row] = spells(needle, wanted, in: block, from: Int(starts[row]))
                }
            }
        }
        lastSpelling = (needle, found)
        return found
    }

    private func spells(
        _ needle: Needle, _ wanted: UnsafeBufferPointer<UInt8>, in block: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Bool {
        var next = 0
        var place = start
        while block[place] != Self.separator {
            if block[place] == wanted[next], !needle.matchesCase || isCapital(place) == needle.folded.isCapital(next) {
                next += 1
                if next == wanted.count { return true }
            }
            place += 1
        }
        return false
    }

    /// The row that holds `offset`: close matches are found by walking, far ones by halving.
    private func rowIndex(containing offset: Int, from start: Int) -> Int {
        var low = start
        for _ in 0..<8 {
            if Int(starts[low + 1]) > offset { return low }
            low += 1
        }
        var high = starts.count - 2
        while low < high {
            let middle = (low + high) / 2
            if Int(starts[middle + 1]) > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
