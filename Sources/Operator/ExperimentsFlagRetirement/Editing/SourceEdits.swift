/// Changes of a text: ranges of bytes that are replaced, and lines that move to the left.
struct SourceEdits {
    /// A range and its replacement.
    struct Change {
        let range: Range<Int>
        let text: [UInt8]
    }

    /// The changes in order. No two overlap.
    private(set) var changes: [Change] = []
    /// The number of blanks to remove, by the start of a line.
    private var shifts: [Int: Int] = [:]

    var isEmpty: Bool { changes.isEmpty }

    /// Replaces a range. Changes inside the range are lost, and a range that was already removed stays removed.
    mutating func replace(_ range: Range<Int>, with text: String = "") {
        if changes.contains(where: { $0.range.count > range.count && $0.range.contains(range) }) { return }
        var (range, bytes) = (range, Array(text.utf8))
        changes.removeAll { range.contains($0.range) }
        // Two overlapping ranges are both removed.
        for change in changes where change.range.overlaps(range) {
            bytes = change.range.lowerBound < range.lowerBound ? change.text + bytes : bytes + change.text
            range =
                min(
                    change.range.lowerBound, range.lowerBound)..<max(
                    change.range.upperBound, range.upperBound)
        }
        changes.removeAll { range.contains($0.range) }
        let place = changes.firstIndex { $0.range.lowerBound >= range.upperBound } ?? changes.count
        changes.insert(Change(range: range, text: bytes), at: place)
    }

    /// Inserts a text at an offset, or in place of removed text.
    mutating func insert(_ text: String, at offset: Int) {
        let index = changes.firstIndex { $0.range.lowerBound <= offset && offset < $0.range.upperBound }
        // Text that was removed up to the offset would take the new one along.
        if index == nil,
            let before = changes.firstIndex(where: { !$0.range.isEmpty && $0.range.upperBound == offset })
        {
            changes[before] = Change(
                range: changes[before].range, text: changes[before].text + Array(text.utf8))
            return
        }
        guard let index else { return replace(offset..<offset, with: text) }
        changes[index] = Change(range: changes[index].range, text: Array(text.utf8) + changes[index].text)
    }

    /// Moves the line that begins at `start` to the left.
    mutating func shift(lineAt start: Int, by count: Int) { shifts[start, default: 0] += count }

    /// Whether a place is in a range that is replaced.
    func isGone(_ offset: Int) -> Bool { changes.contains { $0.range.contains(offset) } }

    /// Whether there is a replacement for the text at an offset.
    func replacement(at offset: Int) -> Bool {
        changes.contains { $0.range.contains(offset) && !$0.text.isEmpty }
    }

    /// Whether a word is in the replacement for the text at an offset.
    func writes(_ word: String, at offset: Int) -> Bool {
        changes.contains { $0.range.contains(offset) && $0.text.contains(word: word) }
    }

    /// Returns the text after the changes.
    func applied(to text: SourceText) -> [UInt8] {
        var result: [UInt8] = []
        var place = 0
        for change in all(in: text) {
            result += text.bytes[place..<change.range.lowerBound]
            result += change.text
            place = change.range.upperBound
        }
        return result + text.bytes[place...]
    }

    /// Returns the offset before the changes for an offset in the text after them.
    func original(of offset: Int, in text: SourceText) -> Int {
        var shift = 0
        for change in all(in: text) {
            let start = change.range.lowerBound + shift
            if offset < start { break }
            if offset < start + change.text.count { return change.range.lowerBound }
            shift += change.text.count - change.range.count
        }
        return offset - shift
    }

    /// Returns the offset after the changes for an offset before them; nil if its text is removed.
    func moved(_ offset: Int, in text: SourceText) -> Int? {
        var shift = 0
        for change in all(in: text) where change.range.lowerBound <= offset {
            if change.range.contains(offset) {
                return change.text.isEmpty ? nil : change.range.lowerBound + shift
            }
            shift += change.text.count - change.range.count
        }
        return offset + shift
    }

    /// Returns the changes, including those for moved lines.
    private func all(in text: SourceText) -> [Change] {
        let moved = shifts.compactMap { start, count -> Change? in
            let range = start..<start + text.possibleShift(ofLineAt: start, by: count)
            let isGone = changes.contains { $0.range.contains(start) || $0.range.overlaps(range) }
            return range.isEmpty || isGone ? nil : Change(range: range, text: [])
        }
        return (changes + moved).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}

extension Range where Bound == Int {
    /// Whether all of another range is in this one. An empty range at the end is, too.
    func contains(_ other: Range<Int>) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}
