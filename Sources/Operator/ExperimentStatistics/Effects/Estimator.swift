/// The method by which the mean of a group and its variance are computed from the group's totals.
public enum Estimator: String, Sendable, Hashable, CaseIterable {
    /// The share of units with an event: each unit's value is 0 or 1.
    case proportion
    /// The mean of the units' values.
    case mean
    /// The quotient of two sums over units, with the variance of the delta method.
    case ratio
}
