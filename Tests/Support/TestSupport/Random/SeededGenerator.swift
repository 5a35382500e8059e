import ExperimentsCore

/// Random numbers that are the same for the same seed (SplitMix64), so that a test that fails can be run again.
public struct SeededGenerator: RandomNumberGenerator {
    private var generator: SplitMix64

    /// A generator; print `seed` with whatever fails.
    public init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 { generator.next() }

    /// A number from zero to one less than `limit`; zero if that is less than one.
    public mutating func below(_ limit: Int) -> Int { limit > 1 ? Int(next() % UInt64(limit)) : 0 }
}
