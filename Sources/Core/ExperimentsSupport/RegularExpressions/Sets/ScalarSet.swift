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
        let place = ranges.partitioningIndex { $0.upperBound >= value }
        return place < ranges.count && ranges[place].contains(value)
    }

    /// The one character in it, if there is only one.
    var only: UInt32? { ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil }

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
    /// Letters, digits, `_`, and everything outside ASCII.
    static let words = ScalarSet(asciiWords.ranges + [0x80...last])
    /// The characters that Unicode calls white space.
    static let blanks = ScalarSet([
        0x09...0x0d, 0x20...0x20, 0x85...0x85, 0xa0...0xa0, 0x1680...0x1680, 0x2000...0x200a, 0x2028...0x2029,
        0x202f...0x202f, 0x205f...0x205f, 0x3000...0x3000,
    ])
    /// Everything but the end of a line.
    static let inLine = ScalarSet([0x0a...0x0a]).inverted

    /// The maximum size of a range whose characters are converted one by one.
    private static let countLimit = 600

    /// The same set in lower case. Outside ASCII, only ranges up to a certain size are converted.
    var lowercased: ScalarSet {
        var result: [ClosedRange<UInt32>] = []
        for range in ranges {
            guard range.count <= Self.countLimit else {
                result.append(range)
                let capitals = range.clamped(to: 0x41...0x5a)
                if range.overlaps(0x41...0x5a) {
                    result.append(capitals.lowerBound + 32...capitals.upperBound + 32)
                }
                continue
            }
            for value in range {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let lower = scalar.properties.lowercaseMapping.unicodeScalars
                let folded = (lower.count == 1 ? lower.first ?? scalar : scalar).value
                result.append(folded...folded)
            }
        }
        return ScalarSet(result)
    }

    /// The set in lower case, except for ASCII: beyond ASCII, the searched text is in lower case even if case matters.
    var lowercasedBeyondASCII: ScalarSet {
        guard ranges.contains(where: { $0.upperBound > 0x7f }) else { return self }
        let ascii = ranges.filter { $0.lowerBound <= 0x7f }.map { $0.clamped(to: 0...0x7f) }
        let others = ranges.filter { $0.upperBound > 0x7f }.map { $0.clamped(to: 0x80...Self.last) }
        return ScalarSet(ascii + ScalarSet(others).lowercased.ranges)
    }

    /// The set as sequences of bytes: each is one way to encode some of its characters. The searched text is UTF-8, so
    /// if all characters of a length are in the set, invalid sequences of that length may be, too.
    var byteSequences: [[ByteSet]] {
        var ascii = ByteSet()
        var sequences: [[ByteSet]] = []
        for range in ranges {
            for part in Self.encodable(range) {
                if let whole = Self.wholeLengths[part] {
                    sequences.append(whole)
                    continue
                }
                guard part.upperBound > 0x7f else {
                    ascii.formUnion(ByteSet(UInt8(part.lowerBound)...UInt8(part.upperBound)))
                    continue
                }
                Self.split(
                    Self.encoded(part.lowerBound), Self.encoded(part.upperBound), after: [], into: &sequences)
            }
        }
        return (ascii.isEmpty ? [] : [[ascii]]) + sequences
    }

    private static let wholeLengths: [ClosedRange<UInt32>: [ByteSet]] = [
        0x80...0x7ff: [ByteSet(0xc2...0xdf), .continuations],
        0x800...0xffff: [ByteSet(0xe0...0xef), .continuations, .continuations],
        0x10000...last: [ByteSet(0xf0...0xf4), .continuations, .continuations, .continuations],
    ]

    /// Returns the parts of a range whose characters all have the same number of bytes, without surrogates.
    private static func encodable(_ range: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
        var limits: [ClosedRange<UInt32>] = [
            0...0x7f, 0x80...0x7ff, 0x800...0xd7ff, 0xe000...0xffff, 0x10000...last,
        ]
        if range.contains(0x800), range.contains(0xffff) { limits[2...3] = [0x800...0xffff] }
        return limits.filter { $0.overlaps(range) }.map { range.clamped(to: $0) }
    }

    private static func encoded(_ value: UInt32) -> [UInt8] {
        Unicode.Scalar(value).map { Array(UTF8.encode($0) ?? UTF8.encodedReplacementCharacter) } ?? []
    }

    /// Splits a range of encodings of the same length: if the first bytes differ, all continuation bytes are possible
    /// in between.
    private static func split(
        _ low: [UInt8], _ high: [UInt8], after before: [ByteSet], into sequences: inout [[ByteSet]]
    ) {
        guard let first = low.first, let last = high.first else {
            if !before.isEmpty { sequences.append(before) }
            return
        }
        let rest = low.count - 1
        let least = [UInt8](repeating: 0x80, count: rest)
        let most = [UInt8](repeating: 0xbf, count: rest)
        if first == last {
            split(
                Array(low.dropFirst()), Array(high.dropFirst()), after: before + [ByteSet(first...first)],
                into: &sequences)
            return
        }
        let startsWhole = Array(low.dropFirst()) == least
        let endsWhole = Array(high.dropFirst()) == most
        let from = startsWhole ? first : first + 1
        let to = endsWhole ? last : last - 1
        if !startsWhole {
            split(Array(low.dropFirst()), most, after: before + [ByteSet(first...first)], into: &sequences)
        }
        if from <= to {
            sequences.append(before + [ByteSet(from...to)] + least.map { _ in ByteSet(0x80...0xbf) })
        }
        if !endsWhole {
            split(least, Array(high.dropFirst()), after: before + [ByteSet(last...last)], into: &sequences)
        }
    }
}
