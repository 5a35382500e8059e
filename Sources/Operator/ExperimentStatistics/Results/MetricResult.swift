/// What one metric says of each treatment.
public struct MetricResult: Sendable, Hashable {
    /// The metric's place in the design.
    public let metric: Int
    /// Mean and variance of each group; nil for groups without users.
    public let groups: [GroupEstimate?]
    /// Each treatment beside control, in the order of the groups.
    public let treatments: [TreatmentResult]
}

/// One metric of one treatment, beside control.
public struct TreatmentResult: Sendable, Hashable {
    /// The treatment's place among the groups.
    public let group: Int
    /// What is said of it, as if it were the only metric.
    public let verdict: Verdict
    /// The effect as seen now; nil where it cannot be told.
    public let comparison: GroupComparison?
    /// Why there is no comparison.
    public let absence: MissingEstimate?
    /// What is missing before a verdict is given.
    public let missing: [MissingData]
    /// The differences of means that no look ruled out, which is what decides. It holds at all looks together.
    public let difference: Interval
    /// The same as lifts: it leaves out zero exactly where `difference` does. All, where control's mean may be zero.
    public let lift: Interval
    /// The level at which the two were taken, after correction for other goals.
    public let level: Double
    /// The smallest p-value of any look, after correction for other goals.
    public let pValue: Double
    /// Welch's test, as if this were the only look.
    public let fixedHorizon: FixedHorizonTest?
    /// What is believed of the lift, or of the difference where there is no lift. It decides nothing.
    public let posterior: BayesianPosterior?
    /// The chance that the treatment is better. Not for peeking.
    public let chanceToWin: Double?
    /// How long a decision will take.
    public let daysLeft: DaysLeft
    /// What else a reader should know.
    public let notes: [ResultNote]
}

/// What else a reader of a result should know.
public enum ResultNote: Sendable, Hashable {
    /// The lift is 50 % or more, and more often a mistake of measuring than true (Twyman's law).
    case largeEffect
    /// The groups differed before anybody was exposed.
    case unevenPast
    /// Without the adjustment for the past, the effect has the other sign.
    case adjustmentTurnsSign
    /// A look contradicted those before it: the effect itself seems to change with time.
    case effectChanges
    /// Control's mean may be zero, and so no lift can be ruled out.
    case liftWithoutBounds
}
