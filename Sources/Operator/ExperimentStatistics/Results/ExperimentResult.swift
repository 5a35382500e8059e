/// What an experiment comes to, at one time.
public struct ExperimentResult: Sendable, Hashable {
    /// What is said of it: the most urgent of what is said of its treatments.
    public let verdict: Verdict
    /// What is said of each treatment, by its place among the groups.
    public let treatments: [Int: Verdict]
    /// Whether users came to the groups as they should.
    public let split: SampleRatioCheck
    /// Users who were in several groups.
    public let mixed: MixedUsers
    /// What each metric says.
    public let metrics: [MetricResult]
}

extension ExperimentDesign {
    /// Looks at an experiment, and remembers what was seen, so that no later look can take it back.
    public func look(at data: ExperimentData, evidence: inout ExperimentEvidence) -> ExperimentResult {
        ExperimentAnalysis(self, data).result(&evidence)
    }

    /// Remembers what a look sees, and says nothing of it: for looks of the past, before one of now.
    public func remember(_ data: ExperimentData, evidence: inout ExperimentEvidence) {
        ExperimentAnalysis(self, data).remember(&evidence)
    }

    /// What an experiment comes to by the looks that were taken and by this one, which is not remembered.
    public func result(of data: ExperimentData, evidence: ExperimentEvidence? = nil) -> ExperimentResult {
        var evidence = evidence ?? ExperimentEvidence(self)
        return look(at: data, evidence: &evidence)
    }
}
