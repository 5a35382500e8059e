/// The result of an experiment at one time.
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
}

extension ExperimentDesign {
    /// Looks at an experiment, and adds the look to the evidence, so that no later look can take a decision back.
    public func look(at data: ExperimentData, evidence: inout ExperimentEvidence) -> ExperimentResult {
        ExperimentAnalysis(self, data).result(&evidence)
    }

    /// Adds a look to the evidence without a result, for looks of the past before the present one.
    public func remember(_ data: ExperimentData, evidence: inout ExperimentEvidence) {
        ExperimentAnalysis(self, data).remember(&evidence)
    }

    /// Returns the comparison of a treatment with control, without a verdict.
    ///
    /// - Throws: `MissingEstimate` with the reason why they cannot be compared.
    package func comparison(
        of data: ExperimentData, metric: Int, group: Int
    ) throws(MissingEstimate) -> GroupComparison {
        try GroupComparison(
            data.pairs(metric, control: control, treatment: group), metrics[metric].kind.estimator, usesPast: usesPast)
    }

    /// Returns the result from the earlier looks and this one, which is not added to the evidence.
    public func result(of data: ExperimentData, evidence: ExperimentEvidence? = nil) -> ExperimentResult {
        var evidence = evidence ?? ExperimentEvidence(self)
        return look(at: data, evidence: &evidence)
    }
}
