import Foundation
import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("Planning an experiment", .inTurn)
struct SamplePlanTests {
    @Test("one look needs the users of the textbook")
    func textbook() throws {
        // (1.95996 + 0.84162)² × (0.1 × 0.9 + 0.11 × 0.89) / 0.01² in each group.
        let plan = SamplePlan(baseline: .proportion(0.1), looks: .once)
        #expect(try plan.users(for: .lift(0.1)) == 29_497)
        let mean = SamplePlan(baseline: .mean(100, deviation: 40), looks: .once)
        #expect(try mean.users(for: .difference(5)) == 2010)
    }

    @Test("looking at any time costs users, and an uneven split does, too")
    func costs() throws {
        let once = try SamplePlan(baseline: .proportion(0.1), looks: .once).users(for: .lift(0.05))
        let ever = try SamplePlan(baseline: .proportion(0.1)).users(for: .lift(0.05))
        let uneven = try SamplePlan(baseline: .proportion(0.1), treatmentShare: 0.1).users(for: .lift(0.05))
        #expect(ever > once)
        #expect(uneven > 2 * ever)
    }

    @Test(
        "the effect that so many users show is the one that they were planned for",
        arguments: [0.02, 0.05, 0.2])
    func inverse(lift: Double) throws {
        for looks in [SamplePlan.Looks.once, .anyTime(tuning: 5000)] {
            let plan = SamplePlan(baseline: .proportion(0.1), looks: looks)
            let users = try plan.users(for: .lift(lift))
            #expect(agree(try plan.difference(users: users), lift * 0.1, relative: 1e-3))
        }
    }

    @Test("an effect that is not there, or leads out of what a share can be, has no plan")
    func problems() {
        func problem(_ plan: SamplePlan, _ effect: LeastEffect) -> SamplePlan.Problem? {
            do throws(SamplePlan.Problem) {
                _ = try plan.users(for: effect)
                return nil
            } catch {
                return error
            }
        }
        let plan = SamplePlan(baseline: .proportion(0.1))
        #expect(problem(plan, .lift(0)) == .effect)
        #expect(problem(plan, .lift(10)) == .effect)
        #expect(problem(plan, .lift(.nan)) == .effect)
        #expect(problem(plan, .lift(1e-9)) == .outOfReach)
        #expect(problem(SamplePlan(baseline: .proportion(0)), .lift(0.1)) == .baseline)
        #expect(problem(SamplePlan(baseline: .mean(1, deviation: -1)), .lift(0.1)) == .baseline)
        #expect(problem(SamplePlan(baseline: .proportion(0.1), alpha: 2), .lift(0.1)) == .design)
        #expect(problem(SamplePlan(baseline: .proportion(0.1), power: 0.4), .lift(0.1)) == .design)
    }

    @Test("several comparisons need more users, as each is tested at its part of the level")
    func comparisons() throws {
        let users = try [1, 3, 5].map {
            try SamplePlan(baseline: .proportion(0.1), comparisons: $0).users(for: .lift(0.2))
        }
        #expect(users[0] < users[1] && users[1] < users[2])
        // At α/3: (2.39398 + 0.84162)² × (0.1 × 0.9 + 0.11 × 0.89) / 0.01² in each group.
        #expect(
            try SamplePlan(baseline: .proportion(0.1), looks: .once, comparisons: 3).users(for: .lift(0.1))
                == 39_343)
    }

    @Test(
        "with several treatments, each as large as planned, a true effect is called about as often as planned"
    )
    func familyPower() throws {
        let plan = SamplePlan(baseline: .proportion(0.1), comparisons: 3)
        let perGroup = try plan.users(for: .lift(0.2)) / 2
        let design = ExperimentDesign(
            groups: ["a", "b", "c", "d"], metrics: [MetricDesign(name: "purchase")])
        var random = SeededGenerator(seed: 5)
        var found = 0
        for _ in 0..<200 {
            var evidence = ExperimentEvidence(design)
            // Binomials by their normal approximation.
            let converted = [0.1, 0.12, 0.1, 0.1].map { rate in
                let (a, b) = (
                    Double.random(in: 0x1p-53..<1, using: &random), Double.random(in: 0..<1, using: &random)
                )
                let deviation = (Double(perGroup) * rate * (1 - rate)).squareRoot()
                let normal = (-2 * log(a)).squareRoot() * cos(2 * .pi * b)
                return Int((Double(perGroup) * rate + deviation * normal).rounded())
            }
            let data = ExperimentData(
                phases: [PhaseCounts(weights: [1, 1, 1, 1], users: Array(repeating: perGroup, count: 4))],
                days: 20,
                totals: [converted.map { GroupTotals(units: perGroup, converted: $0) }])
            let result = design.look(at: data, evidence: &evidence)
            if result.metrics[0].treatments[0].verdict.word == .better { found += 1 }
        }
        #expect(found >= 150, "\(found) of 200")
    }

    @Test("the users at which a decision is expected, set to those that are needed, need the fewest")
    func tuned() throws {
        let plan = SamplePlan(baseline: .proportion(0.1))
        let tuned = try plan.tuned(for: .lift(0.05))
        let users = try tuned.users(for: .lift(0.05))
        guard case .anyTime(let tuning) = tuned.looks else { throw SamplePlan.Problem.design }
        #expect(abs(tuning - Double(users)) <= 1)
        #expect(Double(users) < 0.85 * Double(try plan.users(for: .lift(0.05))))
    }

    @Test(
        "an adjustment that leaves a quarter of the variance needs about a quarter of the users",
        arguments: [true, false])
    func adjustment(isOnce: Bool) throws {
        var plan = SamplePlan(
            baseline: .mean(10, deviation: 30), looks: isOnce ? .once : .anyTime(tuning: 20_000))
        let all = try plan.users(for: .lift(0.05))
        plan.remainingVariance = 0.25
        let quarter = try plan.users(for: .lift(0.05))
        #expect(abs(Double(quarter) / Double(all) - 0.25) < (isOnce ? 0.001 : 0.04))
    }

    @Test("with groups of different sizes, the tuning is the number of users that equal groups would need")
    func unevenTuning() throws {
        let plan = try SamplePlan(baseline: .proportion(0.1), treatmentShare: 0.1).tuned(for: .lift(0.1))
        let users = try plan.users(for: .lift(0.1))
        guard case .anyTime(let tuning) = plan.looks else { throw SamplePlan.Problem.design }
        #expect(abs(tuning - 0.36 * Double(users)) <= 1)
    }

    @Test("a share of a negative mean is a share of its size, and a mean of zero has only differences")
    func signs() throws {
        #expect(LeastEffect.lift(0.05).signedDifference(from: -10) == 0.5)
        #expect(LeastEffect.lift(-0.05).signedDifference(from: 10) == -0.5)
        let zero = SamplePlan(baseline: .mean(0, deviation: 3), looks: .once)
        // (1.95996 + 0.84162)² × 2 × 9 / 0.25, in both groups 2 ×.
        #expect(try zero.users(for: .difference(0.5)) == 1131)
        #expect(throws: SamplePlan.Problem.effect) { try zero.users(for: .lift(0.05)) }
    }

    @Test("a ratio is planned by the spread of a user's part of it")
    func ratio() throws {
        // Var = (4 - 2 × 0.5 × 0.5 × 2 × 3 + 0.25 × 9)/16.
        let ratio = SamplePlan.Baseline.ratio(0.5, deviation: 2, denominator: (4, 3), correlation: 0.5)
        guard case .mean(let mean, let deviation) = ratio else { throw SamplePlan.Problem.baseline }
        #expect(mean == 0.5 && agree(deviation * deviation, (4 - 3 + 2.25) / 16, relative: 1e-12))
    }

    @Test("an experiment as large as planned finds its effect about as often as planned")
    func power() throws {
        let plan = SamplePlan(baseline: .proportion(0.1))
        let users = try plan.users(for: .lift(0.2))
        let looks = 20
        let batch = users / 2 / looks
        let experiment = SimulatedExperiment(
            control: SimulatedPopulation(.converting(rate: 0.1), batch: batch),
            treatment: SimulatedPopulation(.converting(rate: 0.12), batch: batch), looks: looks)
        var random = SeededGenerator(seed: 3)
        let found = (0..<300).filter { _ in experiment.run(using: &random).decision == .better }.count
        #expect(found >= 225)
    }
}
