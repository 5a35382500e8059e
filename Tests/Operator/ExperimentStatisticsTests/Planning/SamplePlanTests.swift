import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("Planning an experiment")
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

    @Test("the effect that so many users show is the one that they were planned for", arguments: [0.02, 0.05, 0.2])
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
