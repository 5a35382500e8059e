import ExperimentsCore
import ExperimentsLocks

/// The numbers for `RANDOM` conditions: uniformly distributed from 0 up to, but not including, 1, with 53 random bits.
///
/// It is safe to use from any thread.
public final class RandomFractions: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    /// Creates a source of numbers that are different in every process.
    public convenience init() {
        self.init(seed: .random(in: .min ... .max))
    }

    /// Creates a source of numbers that are the same, in the same order, for the same seed (SplitMix64).
    public convenience init(seed: UInt64) {
        self.init(generator: SplitMix64(seed: seed))
    }

    /// Creates a source from a generator, which is used by one thread at a time.
    public init(generator: some RandomNumberGenerator & Sendable) {
        self.generator = Mutex(generator)
    }

    /// Returns the next number.
    func next() -> Double {
        SplitMix64.fraction(of: generator.withLock { $0.next() })
    }
}
