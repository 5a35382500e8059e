/// A condition made ready to be decided: what it asks for is a number in a table. Holds no reference, so that reading
/// it costs no counting.
enum ConditionTest: Sendable {
    /// Met by nobody.
    case never
    /// Met by all.
    case always
    /// Met where a random number from 0 up to 1 is at most this.
    case random(Double)
    /// Met where the remainder of a context's value is in a range, bounds included.
    case remainder(key: Int, lower: Double, upper: Double)
    /// Met where a context's value is in the set with a number.
    case oneOf(key: Int, set: Int)
    /// Met where the bucket of a context's value is from `lower` up to `upper`.
    case rollout(key: Int, seed: UInt64, lower: Int32, upper: Int32)
    /// Decided by the predicate with a number.
    case custom(Int)
}
