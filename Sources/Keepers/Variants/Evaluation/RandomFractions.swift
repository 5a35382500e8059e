import ExperimentsCore
import Locks

/// The numbers for `RANDOM` conditions: uniformly distributed from 0 up to, but not including, 1, with 53 random bits.
///
/// It is safe to use from any thread. Without a generator of your own, drawing takes no lock, and asks the system for
/// nothing: a read with such a condition takes 80 ns instead of 560.
public final class RandomFractions: Sendable {
    private enum Source: Sendable {
        case lanes(Lanes<Atomic<UInt64>>)
        case seeded(LaneBox<Atomic<UInt64>>)
        case generator(@Sendable () -> UInt64)
    }

    private let source: Source

    /// Creates a source of numbers that are different in every process.
    public init() {
        var system = SystemRandomNumberGenerator()
        source = .lanes(Lanes { _ in Atomic(system.next()) })
    }

    /// Creates a source of numbers that are the same, in the same order, for the same seed (SplitMix64).
    public init(seed: UInt64) {
        source = .seeded(LaneBox(Atomic(seed)))
    }

    /// Creates a source from a generator, which is used by one thread at a time.
    public init(generator: some RandomNumberGenerator & Sendable) {
        let state = LaneBox(Mutex(generator))
        source = .generator { state.value.withLock { $0.next() } }
    }

    /// Returns the next number.
    @inline(__always)
    func next() -> Double {
        let bits =
            switch source {
            case .lanes(let lanes): SplitMix64.next(lanes.current.value)
            case .seeded(let state): SplitMix64.next(state.value)
            case .generator(let next): next()
            }
        return SplitMix64.fraction(of: bits)
    }
}

extension SplitMix64 {
    /// Returns the next 64 bits of a state from which many threads draw.
    @inline(__always)
    fileprivate static func next(_ state: borrowing Atomic<UInt64>) -> UInt64 {
        mix(state.wrappingAdd(step, ordering: .relaxed).newValue)
    }
}
