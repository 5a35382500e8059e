/// The largest value that counts for one unit, so that a few enormous values do not dominate.
///
/// The same cap applies to all groups, because a cap for each group would hide the difference. A percentile is computed
/// over all groups together, and changes with the data. Code that keeps totals should compute it from time to time, and
/// use the same number in between.
public enum Cap: Sendable, Hashable {
    /// No value counts more than this.
    case value(Double)
    /// No value counts more than this quantile of all values, for example 0.99, or of the positive values only.
    case percentile(Double, ofPositive: Bool)

    /// Returns the cap as a number; nil if there are no values for a percentile, or the quantile is not valid.
    ///
    /// A percentile between two values is interpolated (type 7 of Hyndman and Fan, 1996, as in R and NumPy).
    ///
    /// - Parameter values: the values of the units of all groups, in any order. Values that are not finite are
    ///   ignored.
    public func limit(among values: some Sequence<Double>) -> Double? {
        switch self {
        case .value(let limit): return limit.isNaN ? nil : limit
        case .percentile(let share, let ofPositive):
            guard share >= 0, share <= 1 else { return nil }
            let sorted = values.filter { $0.isFinite && (!ofPositive || $0 > 0) }.sorted()
            guard let last = sorted.last else { return nil }
            let place = share * Double(sorted.count - 1)
            let index = min(sorted.count - 1, Int(nearest: place.rounded(.down)))
            let next = index + 1 < sorted.count ? sorted[index + 1] : last
            return sorted[index] + (place - Double(index)) * (next - sorted[index])
        }
    }
}
