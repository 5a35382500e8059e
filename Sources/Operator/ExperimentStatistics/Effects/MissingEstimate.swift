/// The reason why a treatment cannot be compared with control.
public enum MissingEstimate: Error, Sendable, Hashable {
    /// One of the two groups.
    public enum Side: String, Sendable, Hashable {
        /// The control group.
        case control
        /// The treatment group.
        case treatment
    }

    /// The group has no units.
    case noUnits(Side)
    /// The mean of control is zero, so there is no lift. If nothing varies either, there is no difference.
    case noBaseline
    /// All units of the group have the same value, there are too few of them, or their sums are contradictory.
    case noVariance(Side)
    /// A sum is not finite.
    case notFinite
}
