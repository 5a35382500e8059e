/// The bucket of a user in a roll-out: a number that depends only on the salt and the user's identifier.
///
/// `bucket = XXH64(id, seed: XXH64(salt, seed: 0)) mod 1,000,000`, with both texts as UTF-8 bytes, and a whole number
/// as its decimal digits.
public struct RolloutBucket: Sendable, Hashable {
    /// The number of buckets. The smallest share of a roll-out is a ten-thousandth of a per cent.
    public static let count = 1_000_000

    /// The bucket, from 0 to 999,999.
    public let number: Int

    /// Computes the bucket of the user called `unit`.
    ///
    /// - Parameters:
    ///   - unit: the identifier of the user.
    ///   - salt: a text that makes the roll-out independent of others.
    public init(unit: String, salt: String) {
        number = Int(XXHash64.hash(unit, seed: XXHash64.hash(salt)) % UInt64(Self.count))
    }
}

/// A share of the users: those whose bucket is in a range.
struct Rollout: Sendable, Hashable {
    /// The name in the context that identifies a user.
    let key: String
    /// The salt, which makes it independent of other roll-outs.
    let salt: String
    /// The buckets.
    let buckets: Range<Int>
}
