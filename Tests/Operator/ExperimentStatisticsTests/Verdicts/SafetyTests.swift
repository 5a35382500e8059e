import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("Guardrails with a margin", .inTurn)
struct SafetyTests {
    private func sample(
        _ control: Int, _ treatment: Int, margin: LeastEffect = .lift(0.1), direction: Direction = .down,
        of users: Int = 200_000
    ) -> SampleExperiment {
        var sample = SampleExperiment(
            users: [users, users], converted: [[users / 10, users / 8], [control, treatment]])
        sample.design.metrics[1].margin = margin
        sample.design.metrics[1].direction = direction
        return sample
    }

    private func word(_ sample: SampleExperiment) -> VerdictWord {
        sample.result.metrics[1].treatments[0].verdict.word
    }

    @Test(
        "a guardrail is safe if its whole interval is within the margin, and harmful if it is entirely bad",
        arguments: [
            (20_000, 20_000, VerdictWord.safe), (20_000, 15_000, .safe), (20_000, 21_000, .harmful),
            (20_000, 20_500, .notYetKnown), (2000, 2000, .notYetKnown),
        ])
    func words(control: Int, treatment: Int, expected: VerdictWord) {
        #expect(word(sample(control, treatment, margin: .lift(0.04))) == expected)
    }

    @Test("a small harm that is certain is harmful, also within the margin")
    func certainHarm() {
        #expect(word(sample(20_000, 21_000, margin: .lift(0.5))) == .harmful)
    }

    @Test("a margin may be a difference, and a metric that should rise is guarded against a fall")
    func kinds() {
        #expect(word(sample(2000, 2000, margin: .difference(0.002))) == .safe)
        #expect(word(sample(2000, 2000, margin: .difference(0.0002))) == .notYetKnown)
        #expect(word(sample(20_000, 20_000, direction: .up)) == .safe)
        #expect(word(sample(20_000, 15_000, direction: .up)) == .harmful)
        #expect(word(sample(20_000, 25_000, direction: .up)) == .safe)
    }

    @Test("a share of a mean that may be zero is never safe, and names no number of users")
    func zeroBaseline() throws {
        let sample = sample(0, 0)
        #expect(word(sample) == .notYetKnown)
        let safety = try #require(sample.result.metrics[1].treatments[0].safety)
        #expect(safety.usersLeft == nil && !safety.isSafe)
    }

    @Test("better is not shipped while a guardrail may be worse than its margin, and says how bad it may be")
    func open() {
        let result = sample(2000, 2200, of: 100_000).result
        #expect(result.verdict.word == .better)
        #expect(!result.verdict.allowsShipping && result.isUnsafe && !result.isAlarming)
        let words = result.verdict.open.map(SampleExperiment().design.words)
        #expect(words.count == 1)
        #expect(words.first?.hasPrefix("crash may be up to +2") == true, "\(words)")
        #expect(words.first?.hasSuffix("until it is known to be safe") == true, "\(words)")
        #expect(sample(20_000, 20_000).result.verdict.allowsShipping)
    }

    @Test("as many more users as it says make a guardrail safe in most cases")
    func usersLeft() throws {
        let sample = sample(1000, 1000, of: 50_000)
        let safety = try #require(sample.result.metrics[1].treatments[0].safety)
        let left = try #require(safety.usersLeft)
        // With exactly no effect, fewer users are enough: the others are for an effect that looks worse by chance.
        let users = 50_000 + left / 2
        #expect(word(self.sample(users / 50, users / 50, of: users)) == .safe)
        let half = 50_000 + left / 20
        #expect(word(self.sample(half / 50, half / 50, of: half)) == .notYetKnown)
    }

    @Test("without goals, the guardrails decide")
    func onlyGuardrails() {
        func verdict(_ control: Int, _ treatment: Int) -> Verdict {
            var sample = sample(control, treatment)
            sample.design.metrics.removeFirst()
            sample.converted.removeFirst()
            return sample.verdict
        }
        #expect(verdict(20_000, 20_000).word == .safe)
        #expect(verdict(20_000, 20_000).allowsShipping)
        #expect(verdict(2000, 2000).word == .notYetKnown)
        #expect(verdict(2000, 4000).word == .harmful)
        #expect(verdict(0, 0).word == .notYetKnown)
    }

    @Test("each guardrail that is open is named, and one that is harmful decides")
    func several() {
        var sample = sample(2000, 2000)
        sample.design.metrics.append(MetricDesign(name: "refund", direction: .down, role: .guardrail))
        sample.converted.append([1000, 1000])
        #expect(sample.verdict.open.compactMap { $0.cell?.metric } == [1, 2])
        sample.converted[2] = [1000, 3000]
        #expect(sample.verdict.word == .harmful)
        #expect(sample.verdict.reasons.compactMap { $0.cell?.metric } == [2])
    }
}
