/// How many of a great many users get each variant and each value, next to how many were meant to.
public struct Simulation: Sendable {
    /// One variant.
    public struct VariantShare: Sendable, Hashable {
        /// The variant's id.
        public let id: String
        /// The users for whom it is active.
        public let active: ObservedShare
        /// Whether the share is the one intended, but for chance; nil where there is nothing to test.
        public let test: ChiSquaredTest?
    }

    /// What gives one flag its value.
    public struct Arm: Sendable, Hashable {
        /// The variant's id; nil for the base value.
        public let variant: String?
        /// The users whose value it gives.
        public let share: ObservedShare
    }

    /// One flag.
    public struct FlagShare: Sendable, Hashable {
        /// The flag's name.
        public let flag: String
        /// The base value, then each variant with a mod for the flag, in their order.
        public let arms: [Arm]
        /// Whether the shares are those intended, but for chance; nil where there is nothing to test.
        public let test: ChiSquaredTest?
    }

    /// Two variants that change the same flag and are active for the same users.
    public struct Overlap: Sendable, Hashable {
        /// The flag's name.
        public let flag: String
        /// The id of the earlier variant, which loses.
        public let first: String
        /// The id of the later variant.
        public let second: String
        /// The users for whom both are active.
        public let share: ObservedShare
    }

    /// How many users.
    public let users: Int
    /// What fixes the identifiers and draws.
    public let seed: UInt64
    /// The variants, in their order.
    public let variants: [VariantShare]
    /// The flags that a variant changes, in their order.
    public let flags: [FlagShare]
    /// The pairs of variants that met, in the order of the flags.
    public let overlaps: [Overlap]

    /// A test whose probability is below this is a mismatch. It is strict, and stricter the more tests there are, so
    /// that an honest document is reported about once in a thousand simulations.
    public let significance: Double

    init(users: Int, seed: UInt64, variants: [VariantShare], flags: [FlagShare], overlaps: [Overlap]) {
        (self.users, self.seed) = (users, seed)
        (self.variants, self.flags, self.overlaps) = (variants, flags, overlaps)
        significance = 0.001 / Double(max(1, variants.count { $0.test != nil } + flags.count { $0.test != nil }))
    }

    /// The variants whose share is not the one intended.
    public var mismatchedVariants: [VariantShare] { variants.filter { isMismatch($0.test) } }

    /// The flags whose shares are not those intended: a sample-ratio mismatch.
    public var mismatchedFlags: [FlagShare] { flags.filter { isMismatch($0.test) } }

    /// Whether a test says that counts are not what was intended.
    public func isMismatch(_ test: ChiSquaredTest?) -> Bool {
        test.map { $0.probability < significance } ?? false
    }
}

/// Whom to simulate.
public struct SimulationOptions: Sendable {
    /// How many users, if their identifiers are drawn.
    public var users: Int
    /// The identifiers of users, to see how real ones fall; nil to draw whole numbers.
    public var ids: [String]?
    /// What all users have in common. What it holds is not drawn.
    public var context: VariantContext
    /// Fixes the identifiers and what `RANDOM` draws.
    public var seed: UInt64

    /// A simulation of drawn users.
    public init(users: Int = 1_000_000, ids: [String]? = nil, context: VariantContext = .empty, seed: UInt64 = 0) {
        self.users = users
        self.ids = ids
        self.context = context
        self.seed = seed
    }
}

/// The share of the simulated users for whom something holds.
public struct ObservedShare: Sendable, Hashable {
    /// How many.
    public let count: Int
    /// Of how many.
    public let users: Int
    /// The share that was intended, from 0 to 1; nil where it cannot be known, as with an app's own conditions.
    public let intended: Double?

    /// The share, from 0 to 1.
    public var share: Double { users == 0 ? 0 : Double(count) / Double(users) }

    /// Where the true share lies with a confidence of 95 per cent (Wilson's interval).
    public var interval: ClosedRange<Double> {
        guard users > 0 else { return 0...1 }
        let quantile = 1.959_963_984_540_054
        let total = Double(users)
        let squared = quantile * quantile
        let center = (share + squared / (2 * total)) / (1 + squared / total)
        let spread = share * (1 - share) / total + squared / (4 * total * total)
        let half = quantile * spread.squareRoot() / (1 + squared / total)
        return max(0, center - half)...min(1, max(center + half, 0))
    }
}
