import ExperimentStatistics
import ExperimentsCore

/// An experiment with random users that apps' bucketing divides into groups, and that is looked at repeatedly. It shows
/// that there are few alarms without an effect.
package struct BucketedExperiment: Sendable {
    /// Returns the group of a user: 0 for control, 1 for the treatment.
    package typealias Bucketing = @Sendable (_ unit: String, _ salt: String) -> Int

    /// The shares of users who convert in control and in the treatment.
    package var rates: (control: Double, treatment: Double)
    /// The number of looks, a day apart.
    package var looks: Int
    /// The number of new users before each look.
    package var usersPerLook: Int
    /// The seed of the random users.
    package var seed: UInt64
    private let bucketing: Bucketing

    /// Creates an experiment.
    package init(
        rates: (control: Double, treatment: Double), looks: Int, usersPerLook: Int, seed: UInt64,
        bucketing: @escaping Bucketing
    ) {
        (self.rates, self.looks, self.usersPerLook) = (rates, looks, usersPerLook)
        (self.seed, self.bucketing) = (seed, bucketing)
    }

    /// Runs one experiment. The same number gives the same users.
    package func run(_ number: Int) -> SimulatedExperiment.Outcome {
        var random = SplitMix64(seed: seed &* 0x2545_f491_4f6c_dd1d &+ UInt64(truncatingIfNeeded: number))
        let design = ExperimentDesign(
            groups: ["control", "treatment"], metrics: [MetricDesign(name: "conversion")])
        var evidence = ExperimentEvidence(design)
        var (users, converted) = ([0, 0], [0, 0])
        var outcome = SimulatedExperiment.Outcome()
        let salt = "experiment-\(seed)-\(number)"
        for look in 1...max(1, looks) {
            for _ in 0..<usersPerLook {
                let group = bucketing(String(random.next(), radix: 36), salt) == 0 ? 0 : 1
                users[group] += 1
                let rate = group == 0 ? rates.control : rates.treatment
                if Double.random(in: 0..<1, using: &random) < rate { converted[group] += 1 }
            }
            let data = ExperimentData(
                phases: [PhaseCounts(weights: [1, 1], users: users)], days: Double(look),
                totals: [zip(users, converted).map { GroupTotals(units: $0, converted: $1) }])
            // Users come in days, at whose end there is a look.
            design.remember(data, evidence: &evidence)
            outcome.take(design.look(at: data, evidence: &evidence), at: look, alpha: design.alpha)
        }
        return outcome
    }
}
