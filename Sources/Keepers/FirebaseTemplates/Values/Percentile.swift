import ExperimentsDigests

/// The position of an ID among all IDs, as server templates assign it.
public enum Percentile {
    /// The number of millionths of a percent in a whole.
    public static let whole = 100_000_000

    /// Returns a number from 0 to 99,999,999 that is the same for the same ID and seed everywhere: the SHA-256 of
    /// `seed.id`, or of the ID alone if the seed is empty, as one large number, modulo 100,000,000.
    public static func microPercentile(of id: String, seed: String) -> Int {
        let text = seed.isEmpty ? id : "\(seed).\(id)"
        return SHA256Sum.of(text).reduce(0) { ($0 << 8 + Int($1)) % whole }
    }
}
