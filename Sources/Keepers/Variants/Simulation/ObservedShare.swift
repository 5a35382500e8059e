/// How many of the simulated users something holds for.
public struct ObservedShare: Sendable, Hashable {
    /// How many.
    public let count: Int
    /// Of how many.
    public let users: Int
    /// The share that was intended, from 0 to 1; nil where it cannot be known, as with an app's own conditions.
    public let intended: Double?

    /// The share, from 0 to 1.
    public var share: Double { users == 0 ? 0 : Double(count) / Double(users) }

    /// Where the true share lies with a confidence of 95 per cent (Wilson's interval).
    public var interval: ClosedRange<Double> {
        guard users > 0 else { return 0...1 }
        let quantile = 1.959_963_984_540_054
        let total = Double(users)
        let squared = quantile * quantile
        let center = (share + squared / (2 * total)) / (1 + squared / total)
        let spread = share * (1 - share) / total + squared / (4 * total * total)
        let half = quantile * spread.squareRoot() / (1 + squared / total)
        return max(0, center - half)...min(1, max(center + half, 0))
    }
}
