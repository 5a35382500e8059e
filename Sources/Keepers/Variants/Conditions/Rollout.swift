/// A share of the users: those whose bucket is in a range.
struct Rollout: Sendable, Hashable {
    /// The name in the context of what identifies a user.
    let key: String
    /// What makes it independent of other roll-outs.
    let salt: String
    /// The buckets.
    let buckets: Range<Int>
}
