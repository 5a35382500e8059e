extension ScalarSet {
    /// More of a range than this is not gone through.
    private static let countLimit = 600

    /// The same in small letters. Beyond ASCII only where there are few enough to go through.
    var lowercased: ScalarSet {
        var result: [ClosedRange<UInt32>] = []
        for range in ranges {
            guard range.count <= Self.countLimit else {
                result.append(range)
                let capitals = range.clamped(to: 0x41...0x5a)
                if range.overlaps(0x41...0x5a) { result.append(capitals.lowerBound + 32...capitals.upperBound + 32) }
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

    /// The same in small letters but for ASCII: beyond it, what is searched is in small letters even where case counts.
    var lowercasedBeyondASCII: ScalarSet {
        guard ranges.contains(where: { $0.upperBound > 0x7f }) else { return self }
        let ascii = ranges.filter { $0.lowerBound <= 0x7f }.map { $0.clamped(to: 0...0x7f) }
        let others = ranges.filter { $0.upperBound > 0x7f }.map { $0.clamped(to: 0x80...Self.last) }
        return ScalarSet(ascii + ScalarSet(others).lowercased.ranges)
    }
}
