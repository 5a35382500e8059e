import TestSupport
import Testing

@testable import ExperimentStatistics

/// Fewer experiments than `make bench` runs, and so a wider bound: of 200 sound ones with an alarm in 5%, more than 20
/// have one in less than one run of a thousand.
@Suite("Experiments drawn at random", .inTurn)
struct SimulationTests {
    static let populations: [(behaviour: SimulatedPopulation.Behaviour, batch: Int)] = [
        (.converting(rate: 0.1), 50), (.converting(rate: 0.3), 20), (.converting(rate: 0.02), 50),
        (.converting(rate: 0.002), 1000), (.buying(rate: 0.05, logDeviation: 1), 100),
        (.buying(rate: 0.05, logDeviation: 1.8), 100),
    ]

    @Test(
        "of experiments without an effect, few are ever called different, whoever looks how often",
        arguments: populations)
    func falseVerdicts(behaviour: SimulatedPopulation.Behaviour, batch: Int) {
        let population = SimulatedPopulation(behaviour, batch: batch)
        let experiment = SimulatedExperiment(control: population, treatment: population, looks: 30)
        var random = SeededGenerator(seed: 17)
        let outcomes = (0..<200).map { _ in experiment.run(using: &random) }
        #expect(outcomes.filter { $0.decision != nil }.count <= 20)
        #expect(!outcomes.contains { $0.wasTakenBack })
    }

    @Test(
        "the same holds for unequal groups, and for values that nearly all users or few users have",
        arguments: [
            (SimulatedPopulation.Behaviour.converting(rate: 0.98), 190, 10),
            (.converting(rate: 0.98), 180, 20),
            (.converting(rate: 0.1), 180, 20), (.buying(rate: 0.05, logDeviation: 1), 360, 40),
            (.buying(rate: 0.05, logDeviation: 1.8), 360, 40),
        ])
    func unequalGroups(behaviour: SimulatedPopulation.Behaviour, control: Int, treatment: Int) {
        let experiment = SimulatedExperiment(
            control: SimulatedPopulation(behaviour, batch: control),
            treatment: SimulatedPopulation(behaviour, batch: treatment), looks: 40)
        var random = SeededGenerator(seed: 23)
        let outcomes = (0..<150).map { _ in experiment.run(using: &random) }
        // Of 150 with an alarm in 2%, more than 8 have one in less than one run of a hundred.
        #expect(outcomes.filter { $0.decision != nil }.count <= 8)
        #expect(!outcomes.contains { $0.isMismatch || $0.wasTakenBack })
    }

    @Test("a ramp while users convert better and better shows no effect")
    func ramp() {
        func phase(_ rate: Double, _ control: Int, _ treatment: Int, looks: Int) -> SimulatedExperiment.Phase
        {
            SimulatedExperiment.Phase(
                control: SimulatedPopulation(.converting(rate: rate), batch: control),
                treatment: SimulatedPopulation(.converting(rate: rate), batch: treatment), looks: looks)
        }
        let experiment = SimulatedExperiment(
            [phase(0.1, 900, 100, looks: 7), phase(0.13, 500, 500, looks: 23)], kind: .proportion)
        var random = SeededGenerator(seed: 29)
        let outcomes = (0..<400).map { _ in experiment.run(using: &random) }
        // About 3% of all such experiments are; the limit is 5%.
        #expect(outcomes.filter { $0.decision != nil }.count <= 20)
    }

    @Test(
        "the test for one look and the chance to win do give false alarms, which is why they decide nothing")
    func whatPeekingDoes() {
        let population = SimulatedPopulation(.converting(rate: 0.1), batch: 50)
        let experiment = SimulatedExperiment(control: population, treatment: population, looks: 100)
        var random = SeededGenerator(seed: 5)
        let outcomes = (0..<200).map { _ in experiment.run(using: &random) }
        #expect(outcomes.filter(\.fixedAlarm).count > 40)
        #expect(outcomes.filter(\.chanceAlarm).count > 80)
    }

    @Test("the same seed gives the same experiments")
    func determinism() {
        let population = SimulatedPopulation(.buying(rate: 0.1, logDeviation: 1), batch: 100)
        let experiment = SimulatedExperiment(control: population, treatment: population, looks: 20)
        var (first, second) = (SeededGenerator(seed: 1), SeededGenerator(seed: 1))
        for _ in 0..<5 { #expect(experiment.run(using: &first) == experiment.run(using: &second)) }
    }

    @Test("a sound split is hardly ever accused, and one of 52 to 48 always")
    func splits() {
        var random = SeededGenerator(seed: 2)
        let sound = SimulatedSplit(chance: 0.5, weights: [1, 1], batch: 100, looks: 200)
        let broken = SimulatedSplit(chance: 0.48, weights: [1, 1], batch: 500, looks: 100)
        #expect((0..<300).filter { _ in sound.run(using: &random) != nil }.count <= 2)
        #expect((0..<20).allSatisfy { _ in broken.run(using: &random) != nil })
    }

    @Test("counts are drawn as often as they should be")
    func binomial() {
        var random = SeededGenerator(seed: 11)
        let table = BinomialTable(trials: 40, chance: 0.3)
        let draws = (0..<20_000).map { _ in Double(table.draw(using: &random)) }
        let mean = draws.reduce(0, +) / 20_000
        let variance = draws.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000
        #expect(abs(mean - 12) < 0.1)
        #expect(abs(variance - 8.4) < 0.4)
        #expect(BinomialTable(trials: 5, chance: 1).draw(using: &random) == 5)
        #expect(BinomialTable(trials: 5, chance: 0).draw(using: &random) == 0)
        #expect(BinomialTable(trials: -5, chance: .nan).draw(using: &random) == 0)
    }
}
