/// The number of simulated users who get each variant and each value, compared with the intended shares.
public struct Simulation: Sendable {
    /// The share of one variant.
    public struct VariantShare: Sendable, Hashable {
        /// The ID of the variant in the document.
        public let id: String
        /// The users with the variant active.
        public let active: ObservedShare
        /// The test whether the share is the intended one; nil if there is nothing to test.
        public let test: ChiSquaredTest?
    }

    /// A variant that sets the value of a flag.
    public struct Arm: Sendable, Hashable {
        /// The ID of the variant; nil for the base value.
        public let variant: String?
        /// The users whose value it sets.
        public let share: ObservedShare
    }

    /// The shares for one flag.
    public struct FlagShare: Sendable, Hashable {
        /// The name of the flag.
        public let flag: String
        /// The base value, followed by each variant that changes the flag, in order.
        public let arms: [Arm]
        /// The test whether the shares are the intended ones; nil if there is nothing to test.
        public let test: ChiSquaredTest?
    }

    /// Two variants that change the same flag and are active for the same users.
    public struct Overlap: Sendable, Hashable {
        /// The name of the flag.
        public let flag: String
        /// The ID of the earlier variant, which has no effect for these users.
        public let first: String
        /// The ID of the later variant.
        public let second: String
        /// The users with both variants active.
        public let share: ObservedShare
    }

    /// The number of users.
    public let users: Int
    /// The seed for the identifiers and random draws.
    public let seed: UInt64
    /// The variants, in their order.
    public let variants: [VariantShare]
    /// The flags that a variant changes, in their order.
    public let flags: [FlagShare]
    /// The pairs of variants that were active together, in the order of the flags.
    public let overlaps: [Overlap]

    /// The probability below which a test counts as a mismatch. It is strict, and stricter the more tests there are, so
    /// that a correct document is reported in about one of a thousand simulations.
    public let significance: Double

    init(users: Int, seed: UInt64, variants: [VariantShare], flags: [FlagShare], overlaps: [Overlap]) {
        self.users = users
        self.seed = seed
        self.variants = variants
        self.flags = flags
        self.overlaps = overlaps
        significance =
            0.001 / Double(max(1, variants.count { $0.test != nil } + flags.count { $0.test != nil }))
    }

    /// The variants whose share is not the intended one.
    public var mismatchedVariants: [VariantShare] { variants.filter { isMismatch($0.test) } }

    /// The flags whose shares are not the intended ones: a sample-ratio mismatch.
    public var mismatchedFlags: [FlagShare] { flags.filter { isMismatch($0.test) } }

    /// Returns whether a test shows that counts are not the intended ones.
    public func isMismatch(_ test: ChiSquaredTest?) -> Bool {
        test.map { $0.probability < significance } ?? false
    }
}

/// The users to simulate.
public struct SimulationOptions: Sendable {
    /// The number of users, if their identifiers are drawn.
    public var users: Int
    /// The identifiers of real users; nil to draw whole numbers.
    public var ids: [String]?
    /// The values that all users have in common. They are not drawn.
    public var context: VariantContext
    /// The seed for the identifiers and for `RANDOM`.
    public var seed: UInt64

    /// Creates options, by default for a million users with drawn identifiers.
    public init(
        users: Int = 1_000_000, ids: [String]? = nil, context: VariantContext = .empty, seed: UInt64 = 0
    ) {
        self.users = users
        self.ids = ids
        self.context = context
        self.seed = seed
    }
}

/// The share of the simulated users to whom something applies.
public struct ObservedShare: Sendable, Hashable {
    /// The number of these users.
    public let count: Int
    /// The number of all users.
    public let users: Int
    /// The intended share, from 0 to 1; nil if it cannot be known, as with an app's own conditions.
    public let intended: Double?

    /// The share, from 0 to 1.
    public var share: Double { users == 0 ? 0 : Double(count) / Double(users) }

    /// The interval that contains the true share with a confidence of 95 per cent (Wilson's interval).
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
