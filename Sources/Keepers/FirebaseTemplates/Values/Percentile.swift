#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// Where an id falls among all ids, the way server templates assign it.
public enum Percentile {
    /// The millionths of a percent that make a whole.
    public static let whole = 100_000_000

    /// A number from 0 to 99,999,999 that is the same for the same id and seed everywhere: the SHA-256 of `seed.id`, or
    /// of the id alone where the seed is empty, as one large number, modulo 100,000,000.
    public static func microPercentile(of id: String, seed: String) -> Int {
        let text = seed.isEmpty ? id : "\(seed).\(id)"
        let digest = SHA256.hash(data: Array(text.utf8))
        return digest.reduce(0) { ($0 << 8 + Int($1)) % whole }
    }
}
