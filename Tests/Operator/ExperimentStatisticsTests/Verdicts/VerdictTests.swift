import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("The verdict on an experiment", .inTurn)
struct VerdictTests {
    @Test("no exposed users, or none who did anything, count as no data")
    func noData() {
        var sample = SampleExperiment(users: [0, 0], converted: [[0, 0], [0, 0]])
        #expect(sample.verdict == Verdict(.noData, [.noExposures]))
        sample.users = [1000, 1000]
        #expect(sample.verdict == Verdict(.noData, [.noEvents(users: 2000)]))
        #expect(
            sample.words.first?.hasPrefix("2,000 users were exposed, but no events that a metric counts")
                == true)
    }

    @Test("a split that is off is untrustworthy, and no winner is named")
    func mismatch() {
        let sample = SampleExperiment(users: [10_000, 11_000], converted: [[1000, 2000], [100, 100]])
        #expect(sample.verdict.word == .untrustworthy)
        #expect(
            sample.words.first?.hasPrefix("10,000 : 11,000 users, expected 10,500 : 10,500") == true)
    }

    @Test("so are too many users in several groups")
    func mixed() {
        let sample = SampleExperiment(mixed: 300)
        #expect(sample.verdict.word == .untrustworthy)
        #expect(sample.words.first?.hasPrefix("300 users (1.5%) saw more than one group") == true)
    }

    @Test("too little data is too early, and the verdict says what is missing and for how long")
    func tooEarly() {
        let sample = SampleExperiment(users: [2000, 2000], days: 11, converted: [[14, 30], [20, 20]])
        #expect(sample.verdict.word == .tooEarly)
        #expect(sample.words == ["6 more conversions in control and treatment together, about 2 days"])
    }

    @Test("too few users and too short a time are reported, too")
    func missing() {
        let sample = SampleExperiment(users: [50, 99], days: 0.25, converted: [[30, 60], [0, 0]])
        #expect(
            sample.words == [
                "50 more users in control, about 6 hours; 1 more user in treatment, about 1 hour; "
                    + "18 hours more since the start"
            ])
    }

    @Test("what is missing of another metric names it")
    func missingSum() {
        var sample = SampleExperiment(converted: [[30, 15]])
        sample.design.metrics = [MetricDesign(name: "revenue", kind: .sum)]
        #expect(sample.words == ["5 more users with revenue in control and treatment together, about 2 days"])
    }

    @Test("a guardrail that got worse is harmful, however well the goal does")
    func harmful() {
        let sample = SampleExperiment(converted: [[1000, 2000], [100, 300]])
        #expect(sample.verdict.word == .harmful)
        #expect(sample.words.first?.hasPrefix("crash +200%") == true)
    }

    @Test("a goal that got better or worse is called so, and may be stopped")
    func decided() {
        let better = SampleExperiment(converted: [[1000, 1300], [100, 100]])
        #expect(better.verdict.word == .better)
        #expect(
            better.words == [
                "purchase +30% (between +15% and +48%): conclusive: you can stop; looking again will not "
                    + "change the verdict on purchase"
            ])
        #expect(SampleExperiment(converted: [[1300, 1000], [100, 100]]).verdict.word == .worse)
    }

    @Test("if less is better, less is better")
    func direction() {
        var sample = SampleExperiment(converted: [[1300, 1000], [100, 100]])
        sample.design.metrics[0].direction = .down
        #expect(sample.verdict.word == .better)
        #expect((sample.result.metrics[0].treatments[0].chanceToWin ?? 0) > 0.999)
    }

    @Test("an interval within the margin means no difference that matters")
    func noDifference() {
        var sample = SampleExperiment(
            users: [400_000, 400_000], converted: [[40_000, 40_000], [400, 400]])
        #expect(sample.verdict.word == .undecided)
        sample.design.metrics[0].leastEffect = .lift(0.05)
        #expect(sample.verdict.word == .noDifference)
        #expect(sample.words.first?.hasSuffix("within a difference of 5% either way") == true)
        sample.design.metrics[0].leastEffect = .difference(0.000_1)
        #expect(sample.verdict.word == .undecided)
    }

    @Test("all else is undecided, with what is possible and how long it takes")
    func undecided() throws {
        let sample = SampleExperiment()
        #expect(sample.verdict.word == .undecided)
        let words = try #require(sample.words.first)
        #expect(words.hasPrefix("purchase somewhere between -12% and +14%; about "), "\(words)")
        #expect(words.hasSuffix(" for a difference of 10%"), "\(words)")
        #expect(
            SampleExperiment(days: 2).words.first?.hasSuffix(
                "an estimate of the duration needs three days of data")
                == true)
    }

    @Test("what an earlier look decided stands when later ones are less clear")
    func noFlipping() {
        var sample = SampleExperiment(users: [2000, 2000], converted: [[200, 330], [100, 100]])
        var evidence = ExperimentEvidence(sample.design)
        #expect(sample.design.look(at: sample.data, evidence: &evidence).verdict.word == .better)
        sample.users = [4000, 4000]
        sample.converted = [[500, 570], [200, 200]]
        #expect(sample.verdict.word == .undecided)
        #expect(sample.design.look(at: sample.data, evidence: &evidence).verdict.word == .better)
    }

    @Test("goals that disagree are left to a person")
    func disagreement() {
        var sample = SampleExperiment(converted: [[1000, 1400], [1400, 1000]])
        sample.design.metrics = [MetricDesign(name: "purchase"), MetricDesign(name: "signup")]
        #expect(sample.verdict.word == .undecided)
        #expect(sample.words.first == "purchase better, signup worse: a person must weigh the goals")
    }

    @Test("of several treatments each is compared with control, and the most urgent is reported all")
    func treatments() {
        var design = ExperimentDesign(
            groups: ["a", "control", "b"], control: 1, metrics: [MetricDesign(name: "purchase")])
        let data = ExperimentData(
            phases: [PhaseCounts(weights: [1, 1, 1], users: [9000, 9000, 9000])], days: 10,
            totals: [[900, 900, 1300].map { GroupTotals(units: 9000, converted: $0) }])
        let result = design.result(of: data)
        #expect(result.treatments[0]?.word == .undecided)
        #expect(result.treatments[2]?.word == .better)
        #expect(result.verdict.word == .better)
        #expect(result.metrics[0].treatments.map(\.level) == [0.05, 0.025])
        design.correction = .none
        #expect(design.result(of: data).metrics[0].treatments.map(\.level) == [0.05, 0.05])
    }

    @Test("without a goal nothing can be decided, and that is reported")
    func noGoal() {
        var sample = SampleExperiment()
        sample.design.metrics[0].role = .secondary
        #expect(sample.verdict.word == .notYetKnown)
        sample.design.metrics[1].role = .secondary
        #expect(sample.verdict == Verdict(.undecided, [.noGoal]))
    }

    @Test("a reader is warned of what looks better than it is")
    func notes() {
        let sample = SampleExperiment(converted: [[1000, 1600], [100, 100]])
        let treatment = sample.result.metrics[0].treatments[0]
        #expect(treatment.notes == [.largeEffect])
        #expect(sample.result.metrics[1].treatments[0].notes.isEmpty)
    }

    @Test("figures have the digits that count")
    func figures() {
        let texts = [0.064, 0.5, 0, -0.000_12, 12.36, -0.021].map { FigureText.signedPercent($0) }
        #expect(texts == ["+6.4%", "+50%", "0%", "-0.012%", "+1236%", "-2.1%"])
        #expect(FigureText.grouped(-1_234_567) == "-1,234,567")
        #expect(FigureText.days(0.2) == "5 hours")
        #expect(FigureText.days(1.2) == "2 days")
    }
}
