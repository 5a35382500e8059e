/// A set of characters, as ranges of Unicode scalars in order.
struct ScalarSet: Sendable, Hashable {
    private(set) var ranges: [ClosedRange<UInt32>] = []

    init(_ ranges: [ClosedRange<UInt32>] = []) {
        for range in ranges { insert(range) }
    }

    init(_ scalar: Unicode.Scalar) {
        ranges = [scalar.value...scalar.value]
    }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        var low = range.lowerBound
        var high = range.upperBound
        var kept: [ClosedRange<UInt32>] = []
        for other in ranges {
            // Ranges that touch become one.
            if UInt64(other.upperBound) + 1 < UInt64(low) || UInt64(high) + 1 < UInt64(other.lowerBound) {
                kept.append(other)
            } else {
                low = min(low, other.lowerBound)
                high = max(high, other.upperBound)
            }
        }
        kept.append(low...high)
        ranges = kept.sorted { $0.lowerBound < $1.lowerBound }
    }

    mutating func formUnion(_ other: ScalarSet) {
        for range in other.ranges { insert(range) }
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

    /// The same in small letters. Beyond ASCII only where there are few enough to go through.
    var lowercased: ScalarSet {
        var result = ScalarSet()
        for range in ranges {
            guard range.count <= Self.countLimit else {
                result.insert(range)
                let capitals = range.clamped(to: 0x41...0x5a)
                if range.overlaps(0x41...0x5a) { result.insert(capitals.lowerBound + 32...capitals.upperBound + 32) }
                continue
            }
            for value in range {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let lower = scalar.properties.lowercaseMapping.unicodeScalars
                result.formUnion(ScalarSet(lower.count == 1 ? lower.first ?? scalar : scalar))
            }
        }
        return result
    }

    static let last: UInt32 = 0x10ffff
    private static let countLimit = 600

    static let digits = ScalarSet([0x30...0x39])
    /// Letters, digits, `_`, and whatever is not ASCII.
    static let wordCharacters = ScalarSet([0x30...0x39, 0x41...0x5a, 0x5f...0x5f, 0x61...0x7a, 0x80...last])
    static let blanks = ScalarSet([
        0x09...0x0d, 0x20...0x20, 0x85...0x85, 0xa0...0xa0, 0x2000...0x200a, 0x2028...0x2029, 0x3000...0x3000,
    ])
    /// Everything but the end of a line.
    static let inLine = ScalarSet([0x0a...0x0a]).inverted
}
