/// The design of an experiment, which is decided before it begins and must not change while it runs.
public struct ExperimentDesign: Sendable, Hashable {
    /// The names of the groups.
    public var groups: [String]
    /// The index of the control group.
    public var control: Int
    /// The metrics for judging the experiment.
    public var metrics: [MetricDesign]
    /// The chance of a false verdict, over all goals and all looks.
    public var alpha = 0.05
    /// The number of units in both groups at which a decision is expected, and at which the intervals are narrowest.
    public var tuning = 5000.0
    /// The correction for several goals and treatments.
    public var correction = Correction.holm
    /// The minimum of data for a verdict.
    public var minimum = MinimumData()
    /// The assumption about lifts before any data, for the chance to win; nil for none.
    public var prior: Prior?
    /// Whether the variance of values is reduced with data from before the first exposure (CUPED).
    public var usesPast = true
    /// The smallest effect for which days are estimated if a metric gives none.
    public var usualLeastEffect = LeastEffect.lift(0.1)

    /// Creates the design of an experiment.
    ///
    /// - Parameters:
    ///   - groups: the names of the groups.
    ///   - control: the index of the control group in `groups`; by default, and if there is no such group, the first.
    ///   - metrics: the metrics.
    public init(groups: [String], control: Int = 0, metrics: [MetricDesign]) {
        self.groups = groups
        self.control = groups.indices.contains(control) ? control : 0
        self.metrics = metrics
    }

    /// The indices of the groups that are compared with control.
    public var treatments: [Int] { groups.indices.filter { $0 != control } }

    /// The number of tests that decide together: goals times treatments.
    var family: Int { metrics.filter { $0.role == .goal }.count * treatments.count }

    /// Returns the levels at which a metric may be judged. Only goals are corrected for each other.
    func levels(_ role: MetricRole) -> [Double] {
        role == .goal ? correction.levels(alpha: alpha, tests: family) : [alpha]
    }

    /// The sequence of the experiment's level; nil if the level or the tuning is invalid.
    var sequence: ConfidenceSequence? { ConfidenceSequence(alpha: alpha, tuning: tuning) }
}

/// The minimum of data for a verdict. With less, the normal distribution is not a good approximation, and the intervals
/// are not reliable.
public struct MinimumData: Sendable, Hashable {
    /// The number of units in each of the two groups.
    public var units = 100
    /// The number of units in each of the two groups whose value is not 0.
    public var conversions = 25
    /// The number of days since the start. The default is one day, because users in the morning differ from those in
    /// the evening.
    public var days = 1.0

    /// Creates the default minimum.
    public init() {}
}
