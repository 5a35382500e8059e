/// FNV-1a with 32 bits, over code units: the hash by which GrowthBook assigns users to buckets.
struct BucketHash {
    private(set) var state: UInt32 = 2_166_136_261

    mutating func add(_ units: some Sequence<UInt16>) {
        for unit in units { state = (state ^ UInt32(unit)) &* 16_777_619 }
    }
}

/// The way to compute a bucket from a hash.
enum HashVersion: Int, Sendable, Hashable {
    /// Thousandths of the hash of value and seed: biased, and the default of experiments and rollouts.
    case first = 1
    /// Ten-thousandths of the hash of the hash of seed and value. The default for filters.
    case second = 2
}

/// A string to hash: a seed of the payload, or the value that identifies a user.
struct HashedText: Sendable {
    let text: String
    private let units: [UInt16]
    /// The hash of this text alone, from which the hash with another text continues.
    private let hash: BucketHash

    init(_ text: String, _ hashing: EvaluationOptions.TextHashing) {
        self.text = text
        units =
            switch hashing {
            case .utf16: Array(text.utf16)
            case .utf8: text.utf8.map(UInt16.init)
            }
        var hash = BucketHash()
        hash.add(units)
        self.hash = hash
    }

    /// Returns the bucket, from 0 up to 1, of a user with this seed.
    func bucket(of user: HashedText, _ version: HashVersion) -> Double {
        switch version {
        case .first:
            var hash = user.hash
            hash.add(units)
            return Double(hash.state % 1000) / 1000
        case .second:
            var inner = hash
            inner.add(user.units)
            var outer = BucketHash()
            outer.add(String(inner.state).utf8.lazy.map(UInt16.init))
            return Double(outer.state % 10_000) / 10_000
        }
    }
}

/// Returns the bucket of a value, which is called `hash` in GrowthBook's test suite.
///
/// - Returns: from 0 up to 1; nil for an unknown version.
package func bucket(
    seed: String, value: String, version: Int, hashing: EvaluationOptions.TextHashing = .utf16
) -> Double? {
    HashVersion(rawValue: version).map {
        HashedText(seed, hashing).bucket(of: HashedText(value, hashing), $0)
    }
}
