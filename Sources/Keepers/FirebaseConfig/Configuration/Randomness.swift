import ExperimentsCore
import ExperimentsLocks

/// A source of random numbers. Tests use one with a seed.
public struct Randomness: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// Creates a source from `draw`, which may be called on any thread.
    public init(_ draw: @escaping @Sendable () -> UInt64) {
        self.draw = draw
    }

    /// Returns the next number.
    public func next() -> UInt64 { draw() }

    /// Returns a number from 0 up to, but not including, 1.
    public func fraction() -> Double {
        SplitMix64.fraction(of: draw())
    }

    /// The system's random numbers, which are suitable for identifiers and keys.
    public static let system = Randomness {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// Returns a source that gives the same numbers for the same seed (SplitMix64). Copies share one sequence.
    public static func seeded(_ seed: UInt64) -> Randomness {
        let generator = SharedGenerator(seed)
        return Randomness { generator.next() }
    }
}

private final class SharedGenerator: Sendable {
    private let generator: Mutex<SplitMix64>

    init(_ seed: UInt64) {
        generator = Mutex(SplitMix64(seed: seed))
    }

    func next() -> UInt64 { generator.withLock { $0.next() } }
}
