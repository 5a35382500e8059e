/// The result of an experiment at a time.
public struct ExperimentResult: Sendable, Hashable {
    /// The verdict: the most urgent one of its treatments.
    public let verdict: Verdict
    /// The verdict on each treatment, by its index among the groups.
    public let treatments: [Int: Verdict]
    /// The check whether users were divided as intended.
    public let split: SampleRatioCheck
    /// The users in several groups.
    public let mixed: MixedUsers
    /// The result of each metric.
    public let metrics: [MetricResult]

    /// Whether a person has to look at it: the groups cannot be compared, or a treatment does harm.
    public var isAlarming: Bool {
        ([verdict] + treatments.values).contains { $0.word == .untrustworthy || $0.word == .harmful }
    }

    /// Whether a treatment is better, but not known to be safe.
    public var isUnsafe: Bool { treatments.values.contains { $0.word == .better && !$0.open.isEmpty } }
}

extension ExperimentDesign {
    /// Looks at an experiment, and adds the look to the evidence, so that no later look can reverse a decision.
    public func look(at data: ExperimentData, evidence: inout ExperimentEvidence) -> ExperimentResult {
        ExperimentAnalysis(self, data).result(&evidence)
    }

    /// Adds a look at the end of a day to the evidence, without a result. The looks must be in the order of the days.
    public func remember(_ data: ExperimentData, evidence: inout ExperimentEvidence) {
        ExperimentAnalysis(self, data).remember(&evidence, atEndOfDay: true)
    }

    /// Returns the comparison of a treatment with control, without a verdict.
    ///
    /// - Throws: `MissingEstimate` with the reason why they cannot be compared.
    package func comparison(
        of data: ExperimentData, metric: Int, group: Int
    ) throws(MissingEstimate) -> GroupComparison {
        try GroupComparison(
            data.pairs(metric, control: control, treatment: group), metrics[metric].kind.estimator,
            usesPast: usesPast)
    }

    /// Returns the result from the earlier looks and this one, which is not added to the evidence.
    public func result(of data: ExperimentData, evidence: ExperimentEvidence? = nil) -> ExperimentResult {
        var evidence = evidence ?? ExperimentEvidence(self)
        return look(at: data, evidence: &evidence)
    }
}

/// The result of one metric for each treatment.
public struct MetricResult: Sendable, Hashable {
    /// The index of the metric in the design.
    public let metric: Int
    /// The mean and variance of each group; nil for groups without users.
    public let groups: [GroupEstimate?]
    /// The comparison of each treatment with control, in the order of the groups.
    public let treatments: [TreatmentResult]
}

/// The result of one metric for one treatment.
public struct TreatmentResult: Sendable, Hashable {
    /// The index of the treatment among the groups.
    public let group: Int
    /// The verdict as if this were the only metric.
    public let verdict: Verdict
    /// The present effect; nil if it cannot be computed.
    public let comparison: GroupComparison?
    /// The reason why there is no comparison; nil if there is one.
    public let absence: MissingEstimate?
    /// Whether a ratio has no denominators in one of two groups that should have them, so that its events are lost.
    public let isBroken: Bool
    /// The data that are missing for a verdict.
    public let missing: [MissingData]
    /// The differences of means that no look has ruled out, which decide. The interval is valid at all looks together.
    /// For a guardrail, and after a change of the effect, those that this look does not rule out.
    public let difference: Interval
    /// The same as lifts. It excludes zero exactly if `difference` does, and contains all numbers if the control mean
    /// may be zero.
    public let lift: Interval
    /// The change of the effect while the experiment ran; nil if there was none.
    public let change: EffectChange?
    /// Whether a guardrail is safe; nil for other metrics.
    public let safety: GuardrailSafety?
    /// The users who do not count yet; nil if users do not have to wait.
    public let waiting: OpenWindows?
    /// The level of the two intervals, after correction for other goals.
    public let level: Double
    /// The smallest p-value of any look, after correction for other goals. For a guardrail, and after a change of the
    /// effect, the p-value of this look alone.
    public let pValue: Double
    /// Welch's test, which is valid only if this is the only look. It is corrected for other goals and treatments.
    public let fixedHorizon: FixedHorizonTest?
    /// The distribution of the lift, or of the difference if there is no lift. It is not used for decisions.
    public let posterior: BayesianPosterior?
    /// The probability that the treatment is better. It is not valid for repeated looks.
    public let chanceToWin: Double?
    /// The time until a decision.
    public let daysLeft: DaysLeft
    /// Notes for the reader.
    public let notes: [ResultNote]

    /// The p-value; nil if no look could compare the groups.
    package var knownPValue: Double? {
        comparison == nil && difference == .everything && change == nil ? nil : pValue
    }
}
