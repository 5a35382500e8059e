import ExperimentsCore
import Locks

/// Where `RANDOM` conditions get their numbers: uniform from 0 up to 1, 1 excluded, with 53 random bits.
///
/// Safe to use from any thread. Without a generator of one's own, drawing takes no lock.
public final class RandomFractions: Sendable {
    private enum Source: Sendable {
        case lanes(Lanes<Atomic<UInt64>>)
        case seeded(LaneBox<Atomic<UInt64>>)
        case generator(@Sendable () -> UInt64)
    }

    private let source: Source

    /// Numbers that are different in every process.
    public init() {
        var system = SystemRandomNumberGenerator()
        source = .lanes(Lanes { _ in Atomic(system.next()) })
    }

    /// Numbers that are the same for the same seed (SplitMix64), in the order they are drawn.
    public init(seed: UInt64) {
        source = .seeded(LaneBox(Atomic(seed)))
    }

    /// Numbers from a generator, which is used by one thread at a time.
    public init(generator: some RandomNumberGenerator & Sendable) {
        let state = LaneBox(Mutex(generator))
        source = .generator { state.value.withLock { $0.next() } }
    }

    /// The next number.
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
    /// The next 64 bits of a state that many threads draw from.
    @inline(__always)
    fileprivate static func next(_ state: borrowing Atomic<UInt64>) -> UInt64 {
        mix(state.wrappingAdd(step, ordering: .relaxed).newValue)
    }
}
