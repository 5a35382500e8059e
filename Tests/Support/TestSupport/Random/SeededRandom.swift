/// A random number generator whose numbers are the same in every run: a failing test fails again.
public struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// Different seeds give different numbers.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits (SplitMix64).
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number from zero to one less than `limit`; zero if that is less than one.
    public mutating func below(_ limit: Int) -> Int { limit > 1 ? Int(next() % UInt64(limit)) : 0 }
}
