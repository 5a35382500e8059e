/// Random numbers that are the same for the same seed (SplitMix64), so that a test that fails can be run again.
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// A generator; print `seed` with whatever fails.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from zero to one less than `limit`; zero if that is less than one.
    public mutating func below(_ limit: Int) -> Int { limit > 1 ? Int(next() % UInt64(limit)) : 0 }
}
