/// An experiment with users drawn at random, which is looked at repeatedly. It shows that the promises about looking
/// hold.
public struct SimulatedExperiment: Sendable {
    /// A part of the experiment with one split, during which users behave alike.
    public struct Phase: Sendable {
        /// The users of the control group.
        public var control: SimulatedPopulation
        /// The treatment's users; the same as control's for an A/A experiment.
        public var treatment: SimulatedPopulation
        /// The number of looks, a day apart. Before each, a batch of users comes to each group. The sizes of the batches
        /// are the split.
        public var looks: Int

        /// Creates a phase.
        public init(control: SimulatedPopulation, treatment: SimulatedPopulation, looks: Int) {
            (self.control, self.treatment, self.looks) = (control, treatment, looks)
        }
    }

    /// The phases, the earliest first.
    public var phases: [Phase]
    /// The design by which it is judged.
    public var design: ExperimentDesign

    /// Creates an experiment with two groups and one goal.
    public init(control: SimulatedPopulation, treatment: SimulatedPopulation, looks: Int) {
        self.init([Phase(control: control, treatment: treatment, looks: looks)], kind: control.kind)
    }

    /// Creates an experiment with two groups and one goal, whose split changes.
    public init(_ phases: [Phase], kind: MetricKind) {
        self.phases = phases
        design = ExperimentDesign(
            groups: ["control", "treatment"], metrics: [MetricDesign(name: "goal", kind: kind)])
    }

    /// The outcome of one experiment.
    public struct Outcome: Sendable, Hashable {
        /// The verdict at the first look with better or worse; nil if there was none.
        public var decision: VerdictWord?
        /// The number of that look, from 1; nil if there was none.
        public var decidedAt: Int?
        /// Whether a decision was ever taken back. A verdict that the split cannot be trusted does not count.
        public var wasTakenBack = false
        /// Whether a split mismatch was reported at any look.
        public var isMismatch = false
        /// Whether Welch's test was significant at any look.
        public var fixedAlarm = false
        /// Whether the chance to win was above 95 % or below 5 % at any look.
        public var chanceAlarm = false

        /// Creates the outcome of an experiment without looks.
        public init() {}
    }

    /// Runs the experiment once.
    public func run(using random: inout some RandomNumberGenerator) -> Outcome {
        var outcome = Outcome()
        var evidence = ExperimentEvidence(design)
        var counts = phases.map {
            PhaseCounts(weights: [Double($0.control.size), Double($0.treatment.size)], users: [])
        }
        var totals = phases.map { _ in [[GroupTotals(), GroupTotals()]] }
        var look = 0
        for (place, phase) in phases.enumerated() {
            for _ in 0..<max(1, phase.looks) {
                look += 1
                totals[place][0][0] += phase.control.batch(using: &random)
                totals[place][0][1] += phase.treatment.batch(using: &random)
                counts[place].users = totals[place][0].map(\.units)
                let data = ExperimentData(phases: counts, days: Double(look), totalsByPhase: totals)
                let result = design.look(at: data, evidence: &evidence)
                outcome.take(result, at: look, alpha: design.alpha)
            }
        }
        return outcome
    }
}

extension SimulatedExperiment.Outcome {
    /// Adds the result of a look.
    ///
    /// - Parameter look: the number of the look, from 1.
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

/// A split of users drawn at random, which is looked at repeatedly.
public struct SimulatedSplit: Sendable {
    /// The probability that a user comes to the second of two groups.
    public var chance: Double
    /// The intended split, in the order of the groups.
    public var weights: [Double]
    /// The number of users who come before each look.
    public var batch: Int
    /// The number of looks.
    public var looks: Int

    /// Creates a split.
    public init(chance: Double, weights: [Double], batch: Int, looks: Int) {
        (self.chance, self.weights, self.batch, self.looks) = (chance, weights, batch, looks)
    }

    /// Simulates the split once.
    ///
    /// - Returns: the number of the first look at which a mismatch is reported, from 1; nil if there is none.
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
