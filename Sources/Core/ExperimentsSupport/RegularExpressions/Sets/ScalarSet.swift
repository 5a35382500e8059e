/// A set of characters, as ranges of Unicode scalars in order.
struct ScalarSet: Sendable, Hashable {
    private(set) var ranges: [ClosedRange<UInt32>] = []

    init(_ ranges: [ClosedRange<UInt32>] = []) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            // Ranges that touch become one.
            if let last = self.ranges.last,
                range.lowerBound <= last.upperBound || range.lowerBound == last.upperBound + 1
            {
                self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    init(_ value: UInt32) {
        ranges = [value...value]
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool { contains(scalar.value) }

    func contains(_ value: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(value)
    }

    /// The one character in it, if there is only one.
    var only: UInt32? {
        ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
    }

    /// Every character that is not in it.
    var inverted: ScalarSet {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= Self.last { result.append(next...Self.last) }
        return ScalarSet(result)
    }

    static let last: UInt32 = 0x10ffff

    static let digits = ScalarSet([0x30...0x39])
    static let octalDigits = ScalarSet([0x30...0x37])
    static let asciiLetters = ScalarSet([0x41...0x5a, 0x61...0x7a])
    static let asciiWords = ScalarSet([0x30...0x39, 0x41...0x5a, 0x5f...0x5f, 0x61...0x7a])
    /// Letters, digits, `_`, and whatever is not ASCII.
    static let words = ScalarSet(asciiWords.ranges + [0x80...last])
    /// What Unicode calls white space.
    static let blanks = ScalarSet([
        0x09...0x0d, 0x20...0x20, 0x85...0x85, 0xa0...0xa0, 0x1680...0x1680, 0x2000...0x200a, 0x2028...0x2029,
        0x202f...0x202f, 0x205f...0x205f, 0x3000...0x3000,
    ])
    /// Everything but the end of a line.
    static let inLine = ScalarSet([0x0a...0x0a]).inverted
}
