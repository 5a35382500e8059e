import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("What to do about a verdict", .inTurn)
struct VerdictAdviceTests {
    private func advice(_ sample: SampleExperiment) -> String { sample.design.advice(for: sample.verdict) }

    @Test("a better goal may be shipped, a worse one not")
    func decided() {
        #expect(
            advice(SampleExperiment(converted: [[1000, 1500], [2000, 1000]]))
                == "you can stop and ship treatment")
        #expect(
            advice(SampleExperiment(converted: [[1500, 1000], [100, 100]])) == "you can stop and keep control"
        )
    }

    @Test("a guardrail that got worse names itself")
    func harmful() {
        #expect(
            advice(SampleExperiment(converted: [[1000, 2000], [100, 300]])) == "stop it: crash got worse")
    }

    @Test("a better goal is not shipped until the guardrail is known to be safe")
    func unsafe() {
        #expect(
            advice(SampleExperiment(converted: [[1000, 1500], [100, 100]]))
                == "do not ship treatment yet: crash is not known to be safe")
    }

    @Test("while data is missing, it says for about how long")
    func tooEarly() {
        let sample = SampleExperiment(users: [2000, 2000], days: 11, converted: [[14, 30], [20, 20]])
        #expect(advice(sample) == "keep it running: about 2 days more")
    }

    @Test("groups that cannot be compared are looked into first")
    func mismatch() {
        let sample = SampleExperiment(users: [10_000, 11_000], converted: [[1000, 2000], [100, 100]])
        #expect(advice(sample) == "find the cause first: the groups cannot be compared")
    }

    @Test("what is undecided says how much longer, or that it will not get clearer")
    func undecided() {
        let design = SampleExperiment().design
        func advice(_ days: DaysLeft) -> String {
            let finding = EffectFinding(
                difference: 0, differences: Interval(-1, 1), lift: 0,
                lifts: Interval(-0.1, 0.1))
            return design.advice(
                for: Verdict(
                    .undecided, [.uncertain(metric: 0, group: 1, finding, .lift(0.05), days)]))
        }
        #expect(advice(.days(40)) == "keep it running: about 40 more days")
        #expect(advice(.notWithThisTraffic) == "stop it, or get more users")
        #expect(advice(.noNewUsers) == "stop it: there are no new users")
        #expect(advice(.unknown) == "keep it running")
    }
}
