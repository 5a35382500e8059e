import Synchronization

/// The generator of that name: a counter and a mixing function, so that many threads can draw from one state.
enum SplitMix64 {
    /// The next 64 bits.
    @inline(__always)
    static func next(_ state: borrowing Atomic<UInt64>) -> UInt64 {
        mix(state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue)
    }

    /// The mixing function alone: bits that look random and depend on `value` only.
    @inline(__always)
    static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
