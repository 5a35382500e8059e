/// An experiment with users drawn at random, looked at again and again: the proof of what is promised of looking.
public struct SimulatedExperiment: Sendable {
    /// Control's users.
    public var control: SimulatedPopulation
    /// The treatment's users; the same as control's for an A/A experiment.
    public var treatment: SimulatedPopulation
    /// How many looks are taken, a day apart, with a batch of each group coming before each.
    public var looks: Int
    /// How it is judged.
    public var design: ExperimentDesign

    /// An experiment of two groups and one goal.
    public init(control: SimulatedPopulation, treatment: SimulatedPopulation, looks: Int) {
        (self.control, self.treatment, self.looks) = (control, treatment, looks)
        design = ExperimentDesign(
            groups: ["control", "treatment"], metrics: [MetricDesign(name: "goal", kind: control.kind)])
    }

    /// What happened to one experiment.
    public struct Outcome: Sendable, Hashable {
        /// The verdict at the first look that said better or worse; nil if none did.
        public var decision: VerdictWord?
        /// The number of that look, from 1.
        public var decidedAt: Int?
        /// Whether a decision was ever taken back. That the split is not to be trusted takes none back.
        public var wasTakenBack = false
        /// Whether the split was accused at any look.
        public var isMismatch = false
        /// Whether Welch's test called it significant at any look.
        public var fixedAlarm = false
        /// Whether the chance to win was above 95 % or below 5 % at any look.
        public var chanceAlarm = false

        /// Creates that of an experiment that nobody has looked at yet.
        public init() {}
    }

    /// Runs the experiment once.
    public func run(using random: inout some RandomNumberGenerator) -> Outcome {
        var outcome = Outcome()
        var (a, b) = (GroupTotals(), GroupTotals())
        var evidence = ExperimentEvidence(design)
        for look in 1...max(1, looks) {
            a += control.batch(using: &random)
            b += treatment.batch(using: &random)
            let phase = PhaseCounts(weights: [1, 1], users: [a.units, b.units])
            let data = ExperimentData(phases: [phase], days: Double(look), totals: [[a, b]])
            let result = design.look(at: data, evidence: &evidence)
            outcome.take(result, at: look, alpha: design.alpha)
        }
        return outcome
    }
}

extension SimulatedExperiment.Outcome {
    /// Takes what a look came to.
    ///
    /// - Parameter look: its number, from 1.
    package mutating func take(_ result: ExperimentResult, at look: Int, alpha: Double) {
        if result.split.isMismatch() { isMismatch = true }
        let word = result.verdict.word
        if word == .better || word == .worse {
            if decision == nil { (decision, decidedAt) = (word, look) }
        }
        if let decision, decision != word, word != .untrustworthy { wasTakenBack = true }
        guard let treatment = result.metrics.first?.treatments.first, treatment.missing.isEmpty else { return }
        if let fixed = treatment.fixedHorizon, fixed.pValue < alpha { fixedAlarm = true }
        if let chance = treatment.chanceToWin, chance > 0.95 || chance < 0.05 { chanceAlarm = true }
    }
}

/// A split of users drawn at random, looked at again and again.
public struct SimulatedSplit: Sendable {
    /// The chance of each user to come to the second of two groups.
    public var chance: Double
    /// The split that is meant, in the order of the groups.
    public var weights: [Double]
    /// How many users come before each look.
    public var batch: Int
    /// How many looks are taken.
    public var looks: Int

    /// A split.
    public init(chance: Double, weights: [Double], batch: Int, looks: Int) {
        (self.chance, self.weights, self.batch, self.looks) = (chance, weights, batch, looks)
    }

    /// Runs it once.
    ///
    /// - Returns: the number of the first look at which the split is accused, from 1; nil if it never is.
    public func run(using random: inout some RandomNumberGenerator) -> Int? {
        let counts = BinomialTable(trials: batch, chance: chance)
        var users = [0, 0]
        for look in 1...max(1, looks) {
            let second = counts.draw(using: &random)
            users[0] += counts.trials - second
            users[1] += second
            if SampleRatioCheck([PhaseCounts(weights: weights, users: users)]).isMismatch() { return look }
        }
        return nil
    }
}
