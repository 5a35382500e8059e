/// FNV-1a with 32 bits, over code units: what GrowthBook puts users into buckets by.
struct BucketHash {
    private(set) var state: UInt32 = 2_166_136_261

    init() {}

    /// Goes on where another one was.
    init(state: UInt32) { self.state = state }

    @inline(__always)
    mutating func add(_ unit: UInt16) {
        state = (state ^ UInt32(unit)) &* 16_777_619
    }

    @inline(__always)
    mutating func add(_ units: [UInt16], _ range: Range<Int>? = nil) {
        units.withUnsafeBufferPointer { units in
            for place in range ?? units.indices { add(units[place]) }
        }
    }

    /// The bucket of the first version, and the last step of the second.
    var thousandths: Double { Double(state % 1000) / 1000 }
    var tenThousandths: Double { Double(state % 10_000) / 10_000 }

    /// The hash of this one's digits: the second version hashes twice.
    var hashedAgain: BucketHash {
        var outer = BucketHash()
        outer.addDigits(of: state)
        return outer
    }

    /// The decimal digits of a number.
    @inline(__always)
    mutating func addDigits(of value: UInt32) {
        let (high, low) = (value / 100_000, value % 100_000)
        if high > 0 { add(high, digits: Self.digits(of: high)) }
        add(low, digits: high > 0 ? 5 : Self.digits(of: low))
    }

    /// So many digits of a number, the first of them first, so that each is hashed while the next is worked out: the number
    /// is made a fraction with one digit before its point, in units of 2^-40, and is ten times as large after each.
    @inline(__always)
    private mutating func add(_ value: UInt32, digits: Int) {
        let unit: UInt64 = 1 << 40
        var fraction = UInt64(value)
        switch digits {
        case 1: fraction *= unit
        case 2: fraction *= unit / 10 + 1
        case 3: fraction *= unit / 100 + 1
        case 4: fraction *= unit / 1000 + 1
        default: fraction *= unit / 10_000 + 1
        }
        for _ in 0..<digits {
            add(UInt16(truncatingIfNeeded: fraction / unit) + 0x30)
            fraction = fraction % unit * 10
        }
    }

    /// Returns the number of digits of a number below 100,000.
    @inline(__always)
    private static func digits(of value: UInt32) -> Int {
        value >= 1000 ? value >= 10_000 ? 5 : 4 : value >= 100 ? 3 : value >= 10 ? 2 : 1
    }
}

/// Which of the ways to make a bucket of a hash.
enum HashVersion: Int, Sendable, Hashable {
    /// Thousandths of the hash of value and seed: biased, and the default of experiments and rollouts.
    case first = 1
    /// Ten-thousandths of the hash of the hash of seed and value: the default of filters.
    case second = 2
}

/// The part of the hash that does not depend on the user, computed in advance where possible.
struct HashSeed: Sendable {
    let text: String
    let units: [UInt16]
    /// The hash of the seed alone, which the second version goes on from.
    let state: UInt32

    init(_ text: String, _ hashing: EvaluationOptions.TextHashing) {
        self.text = text
        units = HashedValue.units(of: text, hashing)
        var hash = BucketHash()
        hash.add(units)
        state = hash.state
    }

    /// The bucket of a user, from 0 up to 1.
    @inline(__always)
    func bucket(of value: HashedValue, _ version: HashVersion) -> Double {
        switch version {
        case .first:
            var hash = BucketHash(state: value.state)
            hash.add(units)
            return hash.thousandths
        case .second:
            var inner = BucketHash(state: state)
            inner.add(value.units)
            return inner.hashedAgain.tenThousandths
        }
    }
}

/// A user's value as it is hashed.
struct HashedValue: Sendable {
    let units: [UInt16]
    /// The hash of the value alone, which the first version goes on from.
    let state: UInt32

    init(_ text: String, _ hashing: EvaluationOptions.TextHashing) {
        units = Self.units(of: text, hashing)
        var hash = BucketHash()
        hash.add(units)
        state = hash.state
    }

    static func units(of text: String, _ hashing: EvaluationOptions.TextHashing) -> [UInt16] {
        switch hashing {
        case .utf16: Array(text.utf16)
        case .utf8: text.utf8.map(UInt16.init)
        }
    }
}

/// The bucket of a value: what GrowthBook's suite calls `hash`.
///
/// - Returns: from 0 up to 1; nil for a version that is not known.
package func bucket(
    seed: String, value: String, version: Int, hashing: EvaluationOptions.TextHashing = .utf16
) -> Double? {
    HashVersion(rawValue: version).map { HashSeed(seed, hashing).bucket(of: HashedValue(value, hashing), $0) }
}
