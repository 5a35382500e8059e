import ExperimentsSupport
import Foundation

/// An experiment with random users that is looked at repeatedly. It shows that the promises about repeated looks are
/// true.
public struct SimulatedExperiment: Sendable {
    /// A part of the experiment with one split and one behavior of users.
    public struct Phase: Sendable {
        /// The population of the control group.
        public var control: SimulatedPopulation
        /// The population of the treatment group; for an A/A experiment, the same as that of control.
        public var treatment: SimulatedPopulation
        /// The number of looks, a day apart. Before each look, a batch of users is added to each group. The sizes of
        /// the batches are the split.
        public var looks: Int

        /// Creates a phase.
        public init(control: SimulatedPopulation, treatment: SimulatedPopulation, looks: Int) {
            (self.control, self.treatment, self.looks) = (control, treatment, looks)
        }
    }

    /// The phases, in order.
    public var phases: [Phase]
    /// The design for judging it.
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
        /// Whether a decision was ever reversed. A verdict that the split cannot be trusted, or that the effect changed,
        /// does not count.
        public var wasTakenBack = false
        /// Whether a split mismatch was reported at any look.
        public var isMismatch = false
        /// Whether Welch's test was significant at any look.
        public var fixedAlarm = false
        /// Whether the chance to win was above 95% or below 5% at any look.
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
                design.remember(data, evidence: &evidence)
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
        if let decision, decision != word, word != .untrustworthy, word != .changed { wasTakenBack = true }
        guard let treatment = result.metrics.first?.treatments.first, treatment.missing.isEmpty else {
            return
        }
        if let fixed = treatment.fixedHorizon, fixed.pValue < alpha { fixedAlarm = true }
        if let chance = treatment.chanceToWin, chance > 0.95 || chance < 0.05 { chanceAlarm = true }
    }
}

/// A random split of users that is looked at repeatedly.
public struct SimulatedSplit: Sendable {
    /// The probability that a user gets into the second of two groups.
    public var chance: Double
    /// The intended split, in the order of the groups.
    public var weights: [Double]
    /// The number of users added before each look.
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

/// Random users for a simulation.
public struct SimulatedPopulation: Sendable, Hashable {
    /// The behavior of users.
    public enum Behaviour: Sendable, Hashable {
        /// A share of users converts.
        case converting(rate: Double)
        /// A share of users buys. The logarithms of the amounts are normally distributed with mean 0 and this
        /// deviation.
        case buying(rate: Double, logDeviation: Double)
    }

    /// The distribution of the values of the users.
    public let behaviour: Behaviour
    private let counts: BinomialTable

    /// Creates a population whose users come in batches of one size.
    public init(_ behaviour: Behaviour, batch: Int) {
        self.behaviour = behaviour
        switch behaviour {
        case .converting(let rate), .buying(let rate, _): counts = BinomialTable(trials: batch, chance: rate)
        }
    }

    /// The number of users in a batch.
    public var size: Int { counts.trials }

    /// The kind of metric for their behavior.
    public var kind: MetricKind {
        if case .converting = behaviour { .proportion } else { .sum }
    }

    /// Returns the totals of one batch.
    public func batch(using random: inout some RandomNumberGenerator) -> GroupTotals {
        let count = counts.draw(using: &random)
        guard case .buying(_, let deviation) = behaviour else {
            return GroupTotals(units: counts.trials, converted: count)
        }
        var (sum, squares) = (0.0, 0.0)
        for _ in 0..<count {
            let chance = Double.random(in: 0x1p-60..<1, using: &random)
            let value = exp(deviation * NormalDistribution.quantile(upperTail: chance))
            sum += value
            squares += value * value
        }
        return GroupTotals(
            units: counts.trials, unitsWithValue: count, sum: PreciseSum(sum), sumSquares: PreciseSum(squares)
        )
    }
}

/// The distribution of the number of successes in a number of trials, from the cumulative probabilities.
struct BinomialTable: Sendable, Hashable {
    let trials: Int
    private let cumulative: [Double]

    init(trials: Int, chance: Double) {
        let trials = max(0, trials)
        let chance = min(1, max(0, chance.isNaN ? 0 : chance))
        self.trials = trials
        let n = Double(trials)
        let logAll = GammaFunction.logarithm(n + 1)
        var sum = 0.0
        cumulative = (0...trials).map { count in
            let k = Double(count)
            let ways = logAll - GammaFunction.logarithm(k + 1) - GammaFunction.logarithm(n - k + 1)
            // 0 · ln 0 is not a number, and stands for a factor of 1.
            let yes = count == 0 ? 0 : k * log(chance)
            let no = count == trials ? 0 : (n - k) * log1p(-chance)
            sum += exp(ways + yes + no)
            return sum
        }
    }

    func draw(using random: inout some RandomNumberGenerator) -> Int {
        let chance = Double.random(in: 0..<1, using: &random)
        var (low, high) = (0, trials)
        while low < high {
            let middle = (low + high) / 2
            if cumulative[middle] > chance { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
