import Synchronization

/// Where random numbers come from. Tests use a seed.
public struct Randomness: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// Numbers from `draw`, which is called from any thread.
    public init(_ draw: @escaping @Sendable () -> UInt64) {
        self.draw = draw
    }

    /// The next number.
    public func next() -> UInt64 { draw() }

    /// A number from 0 up to, but not including, 1.
    public func fraction() -> Double {
        Double(draw() >> 11) * 0x1p-53
    }

    /// The system's random numbers, fit for ids and keys.
    public static let system = Randomness {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// The same numbers for the same seed (SplitMix64). Copies share one sequence.
    public static func seeded(_ seed: UInt64) -> Randomness {
        let state = SharedCounter(seed)
        return Randomness {
            var mixed = state.advance(by: 0x9E37_79B9_7F4A_7C15)
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}

private final class SharedCounter: Sendable {
    private let value: Mutex<UInt64>

    init(_ value: UInt64) {
        self.value = Mutex(value)
    }

    func advance(by step: UInt64) -> UInt64 {
        value.withLock { value in
            value &+= step
            return value
        }
    }
}
