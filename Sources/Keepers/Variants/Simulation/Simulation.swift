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
