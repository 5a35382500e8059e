import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("Ratios without spread", .inTurn)
struct ConstantRatioTests {
    /// Users with one to three orders, all at the same price.
    private func totals(price: Double, users: Int = 3000) -> GroupTotals {
        var totals = GroupTotals()
        for user in 0..<users {
            let orders = Double(user % 3 + 1)
            var sum = PreciseSum()
            for _ in 0..<Int(orders) { sum += PreciseSum(price) }
            totals.add(UnitValue(sum.value, denominator: orders))
        }
        return totals
    }

    private static let prices = [0.07, 0.1, 1.0 / 3, 1.1, 4.99, 9.99, 19.95, 129.9, 1e9 + 0.1, 1e-9]

    @Test("a constant price has no spread at all, whatever its digits are", arguments: prices)
    func constant(price: Double) {
        #expect(Moments(totals: totals(price: price), estimator: .ratio).variance == 0)
        #expect(throws: MissingEstimate.noVariance(.control)) {
            _ = try GroupComparison(
                [GroupPair(control: totals(price: price), treatment: totals(price: price))], .ratio)
        }
    }

    @Test("a change of a constant price is seen", arguments: prices)
    func change(price: Double) throws {
        let comparison = try GroupComparison(
            [GroupPair(control: totals(price: price), treatment: totals(price: 2 * price))], .ratio)
        let sequence = try #require(ConfidenceSequence(alpha: 0.05, tuning: 5000))
        let interval = sequence.interval(comparison.decidingDifference, units: comparison.effectiveUnits)
        #expect(interval.isAboveZero)
    }

    @Test("a spread in the last digits that values can have is kept")
    func smallSpread() {
        var totals = GroupTotals()
        for user in 0..<1000 { totals.add(UnitValue(user.isMultiple(of: 2) ? 1 : 1 + 1e-9, denominator: 1)) }
        let variance = Moments(totals: totals, estimator: .ratio).variance
        #expect(abs(variance / 2.5e-19 - 1) < 0.01)
    }

    @Test("a group without denominators is named, and its mean is unknown", arguments: [0, 1])
    func noDenominators(broken: Int) {
        var design = ExperimentDesign(groups: ["a", "b"], metrics: [MetricDesign(name: "ctr", kind: .ratio)])
        design.minimum.days = 0
        let groups = (0..<2).map { group in
            group == broken
                ? GroupTotals(units: 500, unitsWithValue: 100, sum: PreciseSum(100)) : totals(price: 1)
        }
        let data = ExperimentData(
            phases: [PhaseCounts(weights: groups.map { Double($0.units) }, users: groups.map(\.units))],
            days: 5,
            totals: [groups])
        let result = design.result(of: data)
        #expect(result.verdict.word == .untrustworthy)
        let name = design.groups[broken]
        #expect(
            result.verdict.reasons.map(design.words)
                == ["ctr has nothing to be divided by in \(name): check that its events arrive"])
        #expect(result.metrics[0].groups[broken] == nil)
        #expect(result.metrics[0].treatments[0].knownPValue == nil)
    }

    @Test(
        "chance to win and p never contradict each other", arguments: [(5, 60), (0, 30), (300, 200), (60, 5)])
    func chance(control: Int, treatment: Int) throws {
        let sample = SampleExperiment(
            users: [50_000, 50_000], converted: [[control, treatment], [50, 50]])
        let result = sample.result.metrics[0].treatments[0]
        let chance = try #require(result.chanceToWin)
        if result.pValue < 0.05 { #expect(chance > 0.975 || chance < 0.025) }
    }
}
