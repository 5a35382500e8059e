import Foundation

extension TextColumn {
    /// The rows, of some, whose text contains another one.
    func rows(containing needle: Needle, among candidates: RowSet) -> RowSet {
        guard !needle.isEmpty else { return candidates }
        var found = RowSet(rowCount: candidates.rowCount)
        // The letter that is rarest leads to the fewest places where the others have to be looked at.
        let wanted = needle.folded.bytes
        let anchor = wanted.indices.min { frequencies[Int(wanted[$0])] < frequencies[Int(wanted[$1])] } ?? 0
        if frequencies[Int(wanted[anchor])] > 0 {
            bytes.withUnsafeBytes { haystack in
                wanted.withUnsafeBytes { pattern in
                    guard let base = haystack.baseAddress, let text = pattern.baseAddress else { return }
                    let place = Place(base: base, pattern: text, count: pattern.count, anchor: anchor)
                    if candidates.count * 4 > rowCount {
                        scanBlock(needle, place: place, end: haystack.count, candidates: candidates, found: &found)
                    } else {
                        candidates.forEach { row in
                            let end = Int(starts[row + 1]) - 1
                            if scan(needle, place, from: Int(starts[row]), to: end) != nil { found.insert(row) }
                        }
                    }
                }
            }
        }
        for (row, text) in replaced where candidates.contains(row) { found.set(row, to: needle.range(in: text) != nil) }
        return found
    }

    /// Where to look, and for what.
    private struct Place {
        let base: UnsafeRawPointer
        let pattern: UnsafeRawPointer
        let count: Int
        let anchor: Int
    }

    /// Where the needle begins between two places; nil if it does not occur.
    @inline(__always)
    private func scan(_ needle: Needle, _ place: Place, from start: Int, to end: Int) -> Int? {
        let letter = Int32(place.pattern.load(fromByteOffset: place.anchor, as: UInt8.self))
        var position = start + place.anchor
        let limit = end - place.count + place.anchor
        while position <= limit, let match = memchr(place.base + position, letter, limit - position + 1) {
            let offset = UnsafeRawPointer(match) - place.base
            let beginning = offset - place.anchor
            if memcmp(place.base + beginning, place.pattern, place.count) == 0, capitalsAgree(needle, at: beginning) {
                return beginning
            }
            position = offset + 1
        }
        return nil
    }

    /// Looks through all texts as one, for the case that most of them are wanted.
    private func scanBlock(_ needle: Needle, place: Place, end: Int, candidates: RowSet, found: inout RowSet) {
        var position = 0
        var row = 0
        while let match = scan(needle, place, from: position, to: end) {
            row = rowIndex(containing: match, from: row)
            if candidates.contains(row) { found.insert(row) }
            position = Int(starts[row + 1])
        }
    }

    /// The rows, of some, whose text has these letters in this order, with anything between them.
    func rows(spelling needle: Needle, among candidates: RowSet) -> RowSet {
        var found = RowSet(rowCount: candidates.rowCount)
        guard needle.canBeSpelt, !needle.isEmpty else { return found }
        bytes.withUnsafeBufferPointer { block in
            needle.folded.bytes.withUnsafeBufferPointer { wanted in
                starts.withUnsafeBufferPointer { starts in
                    candidates.forEach { row in
                        if spells(needle, wanted, in: block, from: Int(starts[row])) { found.insert(row) }
                    }
                }
            }
        }
        for (row, text) in replaced where candidates.contains(row) {
            found.set(row, to: needle.spelling(in: text) != nil)
        }
        return found
    }

    @inline(__always)
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
        var high = rowCount - 1
        while low < high {
            let middle = (low + high) / 2
            if Int(starts[middle + 1]) > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
