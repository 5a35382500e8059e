import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("Comparing groups whose shares changed", .inTurn)
struct PhaseComparisonTests {
    private func data(
        _ weights: [[Double]], _ users: [[Int]], _ converted: [[Int]]
    ) -> ExperimentData {
        ExperimentData(
            phases: zip(weights, users).map { PhaseCounts(weights: $0, users: $1) }, days: 14,
            totalsByPhase: zip(users, converted).map {
                [zip($0, $1).map { GroupTotals(units: $0, converted: $1) }]
            })
    }

    private let design = ExperimentDesign(groups: ["a", "b"], metrics: [MetricDesign(name: "purchase")])

    @Test(
        "a ramp during which all users buy more shows no effect, although the sums of both phases suggest one"
    )
    func ramp() throws {
        let (users, converted) = ([[12_600, 1400], [7000, 7000]], [[504, 56], [840, 840]])
        let result = design.result(of: data([[9, 1], [1, 1]], users, converted))
        #expect(result.verdict.word == .undecided)
        let comparison = try #require(result.metrics[0].treatments[0].comparison)
        #expect(abs(comparison.difference.value) < 1e-15)
        // The means that are shown are weighted alike, so that they do not contradict the effect.
        #expect(agree(comparison.control.mean, comparison.treatment.mean, relative: 1e-12))
        #expect(result.metrics[0].groups[0]?.mean == 1344.0 / 19_600)
        let pooled = ExperimentData(
            phases: [PhaseCounts(weights: [7, 3], users: [19_600, 8400])], days: 14,
            totals: [[GroupTotals(units: 19_600, converted: 1344), GroupTotals(units: 8400, converted: 896)]])
        #expect(design.result(of: pooled).verdict.word == .better)
    }

    @Test(
        "the same users in two phases tell no more than in one, if their values are the same",
        arguments: [0.0, 0.5, 1])
    func returning(share: Double) throws {
        let phase = GroupPair(
            control: GroupTotals(units: 1000, converted: 100),
            treatment: GroupTotals(units: 1000, converted: 120))
        var later = phase
        later.returning = share * 2000
        let one = try GroupComparison([phase], .proportion)
        let two = try GroupComparison([phase, later], .proportion)
        let ratio = two.decidingDifference.standardError / one.decidingDifference.standardError
        #expect(agree(ratio * ratio, (1 + share) / 2, relative: 1e-9))
    }

    @Test("users who keep their place in a growing split share only what the first treatment had")
    func growingSplit() throws {
        func pair(_ control: Int, _ treatment: Int, returning: Double = 0) -> GroupPair {
            GroupPair(
                control: GroupTotals(units: control, converted: control / 10),
                treatment: GroupTotals(units: treatment, converted: treatment / 10), returning: returning)
        }
        let alone = try GroupComparison([pair(9500, 500), pair(7500, 2500)], .proportion)
        let again = try GroupComparison([pair(9500, 500), pair(7500, 2500, returning: 10_000)], .proportion)
        let growth = again.decidingDifference.standardError / alone.decidingDifference.standardError
        #expect(growth > 1.05 && growth < 1.3, "\(growth)")
    }

    @Test("each phase counts by n₁ n₂/(n₁ + n₂)")
    func weights() throws {
        let pairs = [
            GroupPair(
                control: GroupTotals(units: 900, converted: 90),
                treatment: GroupTotals(units: 100, converted: 20)),
            GroupPair(
                control: GroupTotals(units: 500, converted: 100),
                treatment: GroupTotals(units: 500, converted: 125)),
        ]
        let comparison = try GroupComparison(pairs, .proportion)
        let (first, second) = (90.0 / 340, 250.0 / 340)
        #expect(agree(comparison.difference.value, first * 0.1 + second * 0.05, relative: 1e-12))
        let variances = [0.09 / 900 + 0.16 / 100, 0.16 / 500 + 0.1875 / 500]
        let error = (first * first * variances[0] + second * second * variances[1]).squareRoot()
        #expect(agree(comparison.difference.standardError, error, relative: 1e-12))
        #expect(agree(comparison.control.mean, first * 0.1 + second * 0.2, relative: 1e-12))
        #expect(
            agree(
                comparison.lift?.value ?? 0, comparison.difference.value / comparison.control.mean,
                relative: 1e-12))
        #expect(comparison.units == 2000)
    }

    @Test("phases with the same split and users count equally, and one phase is the same as none")
    func onePhase() throws {
        var random = SeededGenerator(seed: 3)
        for estimator in Estimator.allCases {
            var (control, treatment) = (GroupTotals(), GroupTotals())
            for _ in 0..<300 {
                let value = estimator == .proportion ? Double(random.below(2)) : Double(random.below(9))
                control.add(
                    UnitValue(value, denominator: Double(1 + random.below(3)), past: Double(random.below(2))))
                let other = estimator == .proportion ? Double(random.below(2)) : Double(random.below(9))
                treatment.add(
                    UnitValue(other, denominator: Double(1 + random.below(3)), past: Double(random.below(2))))
            }
            let pair = GroupPair(control: control, treatment: treatment)
            let plain = try GroupComparison(control: control, treatment: treatment, estimator: estimator)
            #expect(try GroupComparison([pair], estimator) == plain)
            let twice = try GroupComparison([pair, pair], estimator)
            #expect(agree(twice.difference.value, plain.difference.value, relative: 1e-9))
            // Twice the users are half the variance.
            let error = plain.difference.standardError / 2.0.squareRoot()
            #expect(agree(twice.difference.standardError, error, relative: 1e-2))
        }
    }

    @Test("a group that was added later is compared with control's users of then")
    func addedGroup() {
        let design = ExperimentDesign(groups: ["a", "b", "c"], metrics: [MetricDesign(name: "purchase")])
        let (users, converted) = (
            [[9000, 9000, 0], [6000, 6000, 6000]], [[720, 720, 0], [720, 720, 720]]
        )
        let result = design.result(of: data([[1, 1, 0], [1, 1, 1]], users, converted))
        #expect(result.treatments[2]?.word == .undecided)
        let comparison = result.metrics[0].treatments.last?.comparison
        #expect(comparison?.control.units == 6000 && comparison?.difference.value == 0)
        #expect(result.metrics[0].treatments.first?.comparison?.control.units == 15_000)
    }

    @Test("users who came to a group while it had no weight are in no comparison")
    func weightless() {
        let result = design.result(
            of: data([[1, 1], [1, 0]], [[5000, 5000], [5000, 20]], [[500, 500], [900, 20]]))
        #expect(result.metrics[0].treatments[0].comparison?.units == 10_000)
        #expect(result.metrics[0].treatments[0].comparison?.difference.value == 0)
    }

    @Test("groups that never ran at the same time cannot be compared, and the reason says so")
    func neverTogether() {
        let result = design.result(
            of: data([[1, 0], [0, 1]], [[5000, 0], [0, 5000]], [[500, 0], [0, 900]]))
        #expect(result.verdict.word == .undecided)
        let words = result.verdict.reasons.map(design.words)
        #expect(words == ["a and b had no users at the same time: there is nothing to compare"])
    }

    @Test(
        "ratios and values with a past are compared within phases, too", arguments: [MetricKind.ratio, .sum])
    func kinds(_ kind: MetricKind) {
        var random = SeededGenerator(seed: 8)
        func group(_ users: Int, _ level: Int) -> GroupTotals {
            var totals = GroupTotals()
            for _ in 0..<users {
                let past = Double(random.below(4))
                let value = Double(level * (1 + random.below(3))) + past
                totals.add(
                    UnitValue(value, denominator: Double(1 + random.below(2)), past: kind == .sum ? past : 0))
            }
            return totals
        }
        // In the second phase everybody does five times as much.
        let phases = [[group(9000, 1), group(1000, 1)], [group(5000, 5), group(5000, 5)]]
        let data = ExperimentData(
            phases: [
                PhaseCounts(weights: [9, 1], users: [9000, 1000]),
                PhaseCounts(weights: [1, 1], users: [5000, 5000]),
            ],
            days: 14, totalsByPhase: phases.map { [$0] })
        let design = ExperimentDesign(groups: ["a", "b"], metrics: [MetricDesign(name: "goal", kind: kind)])
        #expect(design.result(of: data).verdict.word == .undecided)
        let together = ExperimentData(
            phases: [PhaseCounts(weights: [7, 3], users: [14_000, 6000])], days: 14,
            totals: [[phases[0][0] + phases[1][0], phases[0][1] + phases[1][1]]])
        #expect(design.result(of: together).verdict.word == .better)
    }

    @Test("The share of those who came back is that of the users who count for the metric")
    func counted() {
        func counts(_ users: Int, returning: Int = 0) -> PhaseCounts {
            PhaseCounts(weights: [1, 1], users: [users, users], returning: returning)
        }
        func totals(_ users: Int) -> [[GroupTotals]] {
            [Array(repeating: GroupTotals(units: users, converted: users / 10), count: 2)]
        }
        var data = ExperimentData(
            phases: [counts(100), counts(200, returning: 40)], days: 10,
            totalsByPhase: [totals(100), totals(50)])
        #expect(data.pairs(0, control: 0, treatment: 1)[1].returning == 10)
        data.counted = [[counts(100), counts(50, returning: 40)]]
        #expect(data.pairs(0, control: 0, treatment: 1)[1].returning == 40)
    }
}
