/// The evidence of all looks so far at one treatment and one metric.
///
/// It keeps the intersection of the intervals of all looks, which is valid as long as each of them is, and the smallest
/// p-value. The intersection never widens, and the p-value never grows, so a decision is never taken back, however
/// many looks there are. If the effect itself changes over time, an interval may have nothing in common with the
/// earlier ones. Then `hasChanged` is true, and the intersection stays as it was.
public struct SequentialEvidence: Sendable, Hashable {
    /// The looks that narrowed an interval, the earliest first, from which the same evidence can be computed again.
    public private(set) var looks: [Look] = []
    /// The smallest p-value of any look.
    public private(set) var smallestPValue = 1.0
    /// Whether a look contradicted the earlier ones.
    public private(set) var hasChanged = false
    private var tracks: [Track]

    /// One level's intersection.
    private struct Track: Hashable {
        let sequence: ConfidenceSequence
        var difference = Interval.everything
        var lift = Interval.everything

        mutating func narrow(_ look: Look, changed: inout Bool) -> Bool {
            let multiplier = sequence.multiplier(units: look.units)
            let next = difference.intersection(
                Interval(look.difference, within: multiplier * look.effect.standardError))
            guard !next.isEmpty else {
                changed = true
                return false
            }
            let isNarrower = next != difference
            difference = next
            let lifts = lift.intersection(LiftInterval.of(look, multiplier: multiplier))
            if !lifts.isEmpty { lift = lifts }
            return isNarrower
        }
    }

    /// No look so far.
    ///
    /// - Parameters:
    ///   - sequence: that of the experiment's level.
    ///   - levels: the levels at which intervals are kept; those of a family of tests.
    init(_ sequence: ConfidenceSequence?, levels: [Double]) {
        tracks = levels.compactMap { level in sequence?.at(level).map { Track(sequence: $0) } }
    }

    /// Adds a look.
    ///
    /// - Returns: whether it changed the evidence, so that it should be stored.
    @discardableResult
    public mutating func record(_ look: Look) -> Bool {
        guard let first = tracks.first, look.effect.standardError > 0, look.difference.isFinite else { return false }
        let pValue = first.sequence.pValue(look.effect, units: look.units)
        var isNew = pValue < smallestPValue
        smallestPValue = min(smallestPValue, pValue)
        var changed = false
        for index in tracks.indices where tracks[index].narrow(look, changed: &changed) { isNew = true }
        if changed, !hasChanged { (hasChanged, isNew) = (true, true) }
        if isNew { looks.append(look) }
        return isNew
    }

    /// A look, with what it and the earlier ones did not rule out.
    public struct Step: Sendable, Hashable {
        /// The data at this look.
        public let look: Look
        /// The differences of means that no look has ruled out so far.
        public let difference: Interval
        /// The lifts that no look has ruled out so far.
        public let lift: Interval
    }

    /// Returns how the intervals narrowed, look by look.
    ///
    /// - Parameter alpha: one of the levels for which intervals are kept. For other levels, there are no steps.
    public func steps(alpha: Double) -> [Step] {
        guard var track = tracks.first(where: { $0.sequence.alpha == alpha }).map({ Track(sequence: $0.sequence) })
        else { return [] }
        var changed = false
        return looks.compactMap { look in
            track.narrow(look, changed: &changed)
                ? Step(look: look, difference: track.difference, lift: track.lift) : nil
        }
    }

    /// The differences that no look ruled out, at one of the levels.
    func difference(_ level: Int) -> Interval {
        tracks.indices.contains(level) ? tracks[level].difference : .everything
    }

    /// The lifts that no look ruled out, at one of the levels.
    func lift(_ level: Int) -> Interval { tracks.indices.contains(level) ? tracks[level].lift : .everything }

    /// The sequence of one of the levels.
    func sequence(_ level: Int) -> ConfidenceSequence? {
        tracks.indices.contains(level) ? tracks[level].sequence : nil
    }
}

/// The lifts that are compatible with the interval of the difference.
///
/// A lift r is possible if the interval of *treatment - (1 + r) control* contains zero (Fieller, *The biological
/// standardization of insulin*, 1940). This interval excludes zero exactly if that of the difference does, and is valid
/// at all looks together if that one is. The usual interval of the delta method has neither property while counts are
/// small.
enum LiftInterval {
    /// Returns the lifts; all numbers if the control mean may be zero.
    static func of(_ look: Look, multiplier: Double) -> Interval {
        let square = multiplier * multiplier
        // The sign of control's mean goes to the covariance: a lift is a share of its absolute value.
        let baseline = abs(look.baseline)
        let covariance = look.baseline < 0 ? -look.covariance : look.covariance
        let below = baseline * baseline - square * look.baselineVariance
        guard below > 0, below.isFinite else { return .everything }
        let middle = look.difference * baseline - square * covariance
        let last = look.difference * look.difference - square * look.differenceVariance
        let root = max(0, middle * middle - below * last).squareRoot()
        let interval = Interval((middle - root) / below, (middle + root) / below)
        return interval.lower.isNaN || interval.upper.isNaN ? .everything : interval
    }
}
