/// Why a treatment cannot be compared with control.
public enum MissingEstimate: Error, Sendable, Hashable {
    /// One of the two.
    public enum Side: String, Sendable, Hashable {
        /// The group that all others are compared with.
        case control
        /// The group that is compared.
        case treatment
    }

    /// The group has no units.
    case noUnits(Side)
    /// The mean of control is zero: no lift can be given, and where nothing varies either, no difference.
    case noBaseline
    /// The units of the group all have the same value, there are too few of them, or their sums contradict each other.
    case noVariance(Side)
    /// A sum is infinite or not a number.
    case notFinite
}
