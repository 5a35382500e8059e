/// The generator of that name: a counter and a mixing function, so that many threads can draw from one state.
@usableFromInline package struct SplitMix64: RandomNumberGenerator, Sendable, Hashable {
    /// The amount that the counter grows for each number.
    @usableFromInline package static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    @usableFromInline var state: UInt64

    /// Numbers that are the same for the same seed.
    @inlinable package init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    @inlinable package mutating func next() -> UInt64 {
        state &+= Self.step
        return Self.mix(state)
    }

    /// The next number from 0 up to 1, 1 excluded, with 53 random bits.
    @inlinable package mutating func fraction() -> Double { Self.fraction(of: next()) }

    /// Random bits as a number from 0 up to 1, 1 excluded.
    @inlinable package static func fraction(of bits: UInt64) -> Double { Double(bits >> 11) * 0x1p-53 }

    /// The mixing function alone: bits that look random and depend on `value` only.
    @inlinable package static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
