/// The most that one unit's value may count, so that a few enormous ones do not drown the rest.
///
/// The same cap holds in all groups: a cap for each would hide exactly the difference that is looked for. A percentile is
/// that of all groups together, and moves with the data; whoever keeps totals resolves it now and then, and keeps the
/// number fixed between.
public enum Cap: Sendable, Hashable {
    /// No value counts more than this.
    case value(Double)
    /// No value counts more than this share of all values reaches, such as 0.99; of those above 0 alone if so asked.
    case percentile(Double, ofPositive: Bool)

    /// The cap as a number; nil where there is nothing to take a percentile of, and for a share that is none.
    ///
    /// A percentile between two values is interpolated (type 7 of Hyndman and Fan, 1996, as in R and NumPy).
    ///
    /// - Parameter values: the values of the units of all groups, in any order. What is not finite is passed over.
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
