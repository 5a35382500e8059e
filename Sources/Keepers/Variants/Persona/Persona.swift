/// Somebody to look at flags as: what is known of them, what is forced for them, and what chance holds for them.
public struct Persona: Sendable, Hashable {
    /// What is known of them.
    public var context: VariantContext
    /// Variants that are active (true) or not (false) whatever their conditions.
    public var forced: [String: Bool]
    /// Fixes what `RANDOM` draws, for each flag apart from the others; nil to draw anew with each read.
    public var seed: UInt64?

    /// A persona.
    public init(context: VariantContext = .empty, forced: [String: Bool] = [:], seed: UInt64? = nil) {
        self.context = context
        self.forced = forced
        self.seed = seed
    }

    /// What `RANDOM` draws from when a flag is read: a registry's own numbers, unless there is a seed.
    func draws(for flag: String, _ random: RandomFractions) -> RandomFractions {
        seed.map { RandomFractions(seed: XXHash64.hash(flag, seed: $0)) } ?? random
    }
}
