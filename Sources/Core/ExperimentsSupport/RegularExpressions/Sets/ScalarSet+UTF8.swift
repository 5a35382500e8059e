extension ScalarSet {
    /// The set as sequences of bytes: each is one way to encode some of its characters. What is searched is UTF-8, so
    /// that where all characters of a length are in it, whatever would be none may be, too.
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
                Self.split(Self.encoded(part.lowerBound), Self.encoded(part.upperBound), after: [], into: &sequences)
            }
        }
        return (ascii.isEmpty ? [] : [[ascii]]) + sequences
    }

    private static let wholeLengths: [ClosedRange<UInt32>: [ByteSet]] = [
        0x80...0x7ff: [ByteSet(0xc2...0xdf), .continuations],
        0x800...0xffff: [ByteSet(0xe0...0xef), .continuations, .continuations],
        0x10000...last: [ByteSet(0xf0...0xf4), .continuations, .continuations, .continuations],
    ]

    /// The parts of a range that have as many bytes from end to end, without those that are no characters.
    private static func encodable(_ range: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
        var limits: [ClosedRange<UInt32>] = [0...0x7f, 0x80...0x7ff, 0x800...0xd7ff, 0xe000...0xffff, 0x10000...last]
        if range.contains(0x800), range.contains(0xffff) { limits[2...3] = [0x800...0xffff] }
        return limits.filter { $0.overlaps(range) }.map { range.clamped(to: $0) }
    }

    private static func encoded(_ value: UInt32) -> [UInt8] {
        Unicode.Scalar(value).map { Array(UTF8.encode($0) ?? UTF8.encodedReplacementCharacter) } ?? []
    }

    /// From one encoding to another of the same length: the bytes in between are every continuation where the ones
    /// before differ.
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
