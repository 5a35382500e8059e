import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("Effects that change while an experiment runs", .inTurn)
struct ChangedEffectTests {
    /// Looks at the same experiment one after another. Each has the users and conversions so far.
    private func verdicts(
        _ looks: [(users: Int, goal: [Int], crashes: [Int])]
    ) -> [(experiment: Verdict, goal: TreatmentResult, guardrail: TreatmentResult)] {
        let design = SampleExperiment().design
        var evidence = ExperimentEvidence(design)
        return looks.enumerated().map { place, look in
            let sample = SampleExperiment(
                users: [look.users, look.users], days: Double(place + 1) * 10,
                converted: [look.goal, look.crashes])
            let result = design.look(at: sample.data, evidence: &evidence)
            return (result.verdict, result.metrics[0].treatments[0], result.metrics[1].treatments[0])
        }
    }

    @Test("crash reports that come after a sharp look are harmful")
    func lateHarm() {
        let looks = verdicts([
            (10_000, [1000, 1000], [300, 300]), (10_000, [1000, 1000], [300, 1250]),
        ])
        #expect(looks.map(\.guardrail.verdict.word) == [.notYetKnown, .harmful])
        #expect(looks.map(\.experiment.word) == [.undecided, .harmful])
    }

    @Test("so is a bad version of the app after good days, even if the guardrail was better before")
    func laterHarm() {
        let looks = verdicts([
            (20_000, [2000, 2000], [600, 300]), (60_000, [6000, 6000], [1800, 20_300]),
        ])
        #expect(looks.map(\.guardrail.verdict.word) == [.safe, .harmful])
        #expect(looks[1].experiment.word == .harmful)
        #expect(looks[1].guardrail.difference.isAboveZero)
    }

    @Test("harm that a look found stays, and the words say when it was found and what holds now")
    func earlierHarm() {
        let looks = verdicts([
            (10_000, [1000, 1000], [300, 600]), (200_000, [20_000, 20_000], [6000, 6300]),
        ])
        #expect(looks.map(\.guardrail.verdict.word) == [.harmful, .harmful])
        let words = looks[1].experiment.reasons.map(SampleExperiment().design.words)
        #expect(words.first?.hasPrefix("crash +100% (between ") == true, "\(words)")
        #expect(words.first?.contains(") on day 10; now crash") == false, "\(words)")
        #expect(words.first?.contains(" on day 10; now +5% (between ") == true, "\(words)")
    }

    @Test("a goal whose interval leaves the earlier ones has changed, and says from when and what holds now")
    func changedGoal() throws {
        let looks = verdicts([
            (40_000, [4000, 4000], [400, 400]), (60_000, [6000, 4000], [600, 600]),
        ])
        #expect(looks.map(\.experiment.word) == [.undecided, .changed])
        #expect(looks[1].goal.change?.day == 20)
        #expect(looks[1].goal.difference.isBelowZero && looks[1].goal.pValue < 0.05)
        let words = looks[1].experiment.reasons.map(SampleExperiment().design.words)
        #expect(words.first?.hasPrefix("purchase changed on day 20: -6") == true, "\(words)")
        #expect(words.first?.contains(" before, now -33% (between ") == true, "\(words)")
    }

    @Test("a change stays, and afterwards the interval and p are those of the latest look")
    func lastingChange() {
        let looks = verdicts([
            (40_000, [4000, 4000], [400, 400]), (60_000, [6000, 4000], [600, 600]),
            (400_000, [40_000, 39_900], [4000, 4000]),
        ])
        #expect(looks.map(\.experiment.word) == [.undecided, .changed, .changed])
        #expect(!looks[2].goal.difference.isBelowZero && looks[2].goal.pValue >= 0.05)
    }

    @Test("an effect that only fades stays better")
    func fading() {
        let looks = verdicts([
            (10_000, [1000, 1400], [100, 100]), (40_000, [4000, 4800], [400, 400]),
        ])
        #expect(looks.map(\.goal.verdict.word) == [.better, .better])
    }
}
