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

    /// With every character that is, in lower or upper case, one of them.
    var ignoringCase: ScalarSet {
        let isASCII = ranges.allSatisfy { $0.upperBound <= 0x7f }
        let added = (isASCII ? Self.likeASCII : Self.cased).filter { $0.cases.contains(where: contains) }
        return ScalarSet(ranges + added.map { $0.scalar.value...$0.scalar.value })
    }

    private typealias Cased = (scalar: Unicode.Scalar, cases: [Unicode.Scalar])

    /// Those that may be ASCII in another case: its letters, and the dotless i, the long s and the sign of Kelvin.
    private static let likeASCII = found(among: Array(0x41...0x5a) + Array(0x61...0x7a) + [0x131, 0x17f, 0x212a])

    /// All that have another case. Looked up once, and only for expressions that look for such in any case.
    private static let cased = found(among: Array(0...0x1ffff))

    private static func found(among values: [UInt32]) -> [Cased] {
        values.compactMap(Unicode.Scalar.init).compactMap { scalar in
            guard scalar.properties.changesWhenCaseMapped else { return nil }
            return (scalar, cases(of: scalar))
        }
    }

    /// A scalar in lower and upper case, where that is one scalar.
    static func cases(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping].compactMap { text in
            let scalars = text.unicodeScalars
            return scalars.count == 1 ? scalars.first : nil
        }
    }
}
