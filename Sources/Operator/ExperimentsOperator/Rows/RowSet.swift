/// A subset of the rows of a list, with a bit for each, so that excluding rows takes a few instructions for every
/// sixty-four.
package struct RowSet: Sendable, Hashable {
    /// The number of rows in the list.
    package let rowCount: Int
    package private(set) var words: [UInt64]

    /// Creates an empty set.
    package init(rowCount: Int) {
        self.rowCount = rowCount
        words = Array(repeating: 0, count: (rowCount + 63) / 64)
    }

    /// Creates the set of rows that meet a condition.
    package init(rowCount: Int, where isMet: (Int) -> Bool) {
        self.init(rowCount: rowCount)
        for word in words.indices {
            let first = word * 64
            var bits: UInt64 = 0
            for row in first..<min(first + 64, rowCount) where isMet(row) { bits |= 1 << UInt64(row - first) }
            words[word] = bits
        }
    }

    /// Returns the set of all rows.
    package static func all(_ rowCount: Int) -> RowSet {
        var rows = RowSet(rowCount: rowCount)
        for word in rows.words.indices { rows.words[word] = .max }
        if rowCount % 64 > 0 { rows.words[rows.words.count - 1] = (1 << UInt64(rowCount % 64)) - 1 }
        return rows
    }

    /// Returns the same rows in a list of another length, as far as they exist there.
    package func resized(to rowCount: Int) -> RowSet {
        guard rowCount != self.rowCount else { return self }
        var rows = RowSet(rowCount: rowCount)
        for word in 0..<min(words.count, rows.words.count) { rows.words[word] = words[word] }
        rows.formIntersection(.all(rowCount))
        return rows
    }

    package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
    package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    package func contains(_ row: Int) -> Bool { words[row >> 6] >> UInt64(row & 63) & 1 == 1 }

    package mutating func insert(_ row: Int) { words[row >> 6] |= 1 << UInt64(row & 63) }

    package mutating func remove(_ row: Int) { words[row >> 6] &= ~(1 << UInt64(row & 63)) }

    package mutating func set(_ row: Int, to isMember: Bool) {
        if isMember { insert(row) } else { remove(row) }
    }

    package mutating func formUnion(_ other: RowSet) { combine(other) { $0 | $1 } }
    package mutating func formIntersection(_ other: RowSet) { combine(other) { $0 & $1 } }
    package mutating func subtract(_ other: RowSet) { combine(other) { $0 & ~$1 } }

    package func union(_ other: RowSet) -> RowSet {
        var result = self
        result.formUnion(other)
        return result
    }

    package func intersection(_ other: RowSet) -> RowSet {
        var result = self
        result.formIntersection(other)
        return result
    }

    package func subtracting(_ other: RowSet) -> RowSet {
        var result = self
        result.subtract(other)
        return result
    }

    /// Calls `body` with each row, in order.
    @inline(__always)
    package func forEach(_ body: (Int) -> Void) {
        for (word, bits) in words.enumerated() {
            var bits = bits
            while bits != 0 {
                body(word * 64 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
        }
    }

    /// The rows in order.
    package var rows: [Int] {
        [Int](unsafeUninitializedCapacity: count) { buffer, filled in
            forEach { row in
                buffer.initializeElement(at: filled, to: row)
                filled += 1
            }
        }
    }

    /// Combines this set with another one of a list of the same length.
    @inline(__always)
    private mutating func combine(_ other: RowSet, _ operation: (UInt64, UInt64) -> UInt64) {
        for word in 0..<min(words.count, other.words.count) {
            words[word] = operation(words[word], other.words[word])
        }
    }
}
