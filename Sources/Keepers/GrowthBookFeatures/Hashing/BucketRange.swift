/// A range of buckets between 0 and 1, from `start` up to but not including `end`.
public struct BucketRange: Sendable, Hashable {
    /// The lower bound, which belongs to the range.
    public let start: Double
    /// The upper bound, which does not belong to the range.
    public let end: Double

    /// Creates a range.
    public init(start: Double, end: Double) {
        self.start = start
        self.end = end
    }

    /// Whether it contains a bucket.
    @inline(__always)
    public func contains(_ bucket: Double) -> Bool { bucket >= start && bucket < end }
}

extension [BucketRange] {
    /// Returns one range for each variation: it starts where the preceding weights end, and its length is its weight
    /// times the coverage. So with less coverage, each variation becomes shorter without moving, and there are gaps
    /// between them.
    ///
    /// - Parameters:
    ///   - coverage: the share of users that take part, limited to 0 to 1.
    ///   - weights: the weights. Equal weights are used instead if there are none, if their number differs from that of
    ///     the variations, or if their sum is not about 1; in the strict dialect, also if one is negative.
    package init(
        variations: Int, coverage: Double, weights: [Double]?, dialect: EvaluationOptions.Dialect = .loose
    ) {
        var weights = weights ?? Self.equalWeights(variations)
        let total = weights.reduce(0, +)
        let isOdd = dialect == .strict && weights.contains { !$0.isFinite || $0 < 0 }
        if weights.count != variations || total < 0.99 || total > 1.01 || isOdd {
            weights = Self.equalWeights(variations)
        }
        // A coverage that is not a number stays NaN, as in JavaScript, so no user is covered.
        let covered = coverage < 0 ? 0 : coverage > 1 ? 1 : coverage
        var start = 0.0
        self = weights.map { weight in
            defer { start += weight }
            return BucketRange(start: start, end: start + covered * weight)
        }
    }

    /// Returns the same weight for each variation.
    package static func equalWeights(_ count: Int) -> [Double] {
        count < 1 ? [] : Array<Double>(repeating: 1 / Double(count), count: count)
    }

    /// Returns the index of the first range that contains a bucket; -1 if there is none.
    @inline(__always)
    package func place(of bucket: Double) -> Int {
        firstIndex { $0.contains(bucket) } ?? -1
    }
}
