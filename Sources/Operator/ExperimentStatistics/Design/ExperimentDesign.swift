/// What was decided about an experiment before it began, and must not change while it runs.
public struct ExperimentDesign: Sendable, Hashable {
    /// The groups' names.
    public var groups: [String]
    /// Which of them is control.
    public var control: Int
    /// The metrics.
    public var metrics: [MetricDesign]
    /// The chance of a false verdict, over all goals and looks.
    public var alpha = 0.05
    /// The units in two groups at which a decision is expected, where the intervals are narrowest.
    public var tuning = 5000.0
    /// What is done about several goals and treatments.
    public var correction = Correction.holm
    /// What must be there before a verdict is given.
    public var minimum = MinimumData()
    /// What is believed of lifts before any data, for the chance to win; nil for nothing.
    public var prior: Prior?
    /// Whether values are reduced by what the past foretells of them.
    public var usesPast = true
    /// The least effect that days are counted for where a metric names none.
    public var usualLeastEffect = LeastEffect.lift(0.1)

    /// An experiment.
    ///
    /// - Parameter control: the index of control among `groups`; the first by default, and where there is none such.
    public init(groups: [String], control: Int = 0, metrics: [MetricDesign]) {
        self.groups = groups
        self.control = groups.indices.contains(control) ? control : 0
        self.metrics = metrics
    }

    /// The groups that are compared with control.
    public var treatments: [Int] { groups.indices.filter { $0 != control } }

    /// How many tests decide together: goals times treatments.
    var family: Int { metrics.filter { $0.role == .goal }.count * treatments.count }

    /// The levels at which a metric may have to be judged. Only goals are corrected for each other.
    func levels(_ role: MetricRole) -> [Double] {
        role == .goal ? correction.levels(alpha: alpha, tests: family) : [alpha]
    }

    /// The sequence of the experiment's level; nil where level or tuning make no sense.
    var sequence: ConfidenceSequence? { ConfidenceSequence(alpha: alpha, tuning: tuning) }
}

/// What must be there before a verdict is given: with less, the normal distribution is too far from the truth, and the
/// intervals with it.
public struct MinimumData: Sendable, Hashable {
    /// Units in each of the two groups.
    public var units = 100
    /// Units in each of the two groups whose value is not 0.
    public var conversions = 25
    /// Days since the start: one, because users of the morning are not those of the evening.
    public var days = 1.0

    /// The usual minimum.
    public init() {}
}
