import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("Totals that cannot be (fuzz)", .inTurn)
struct HostileTotalsTests {
    private static let numbers: [Double] = [
        0, 1, -1, 0.5, .leastNonzeroMagnitude, 1e-300, 1e18, 1e300, -1e300, .nan, .infinity, -.infinity,
        .greatestFiniteMagnitude, 100,
        1000, 25, 2,
    ]
    private static let counts = [0, 1, 2, -1, 25, 100, 1000, 1_000_000_000_000_000_000, .max, .min]

    private func number(_ random: inout SeededGenerator) -> Double {
        random.below(3) == 0
            ? .random(in: -100...1000, using: &random) : Self.numbers[random.below(Self.numbers.count)]
    }

    private func count(_ random: inout SeededGenerator) -> Int {
        random.below(2) == 0 ? random.below(5000) : Self.counts[random.below(Self.counts.count)]
    }

    private func paired(_ random: inout SeededGenerator) -> PairedSums {
        guard random.below(2) == 0 else { return PairedSums() }
        return PairedSums(
            sum: PreciseSum(number(&random)), sumSquares: PreciseSum(number(&random), rest: number(&random)),
            productSum: PreciseSum(number(&random)))
    }

    private func totals(_ random: inout SeededGenerator) -> GroupTotals {
        GroupTotals(
            units: count(&random), unitsWithValue: random.below(2) == 0 ? nil : count(&random),
            sum: PreciseSum(number(&random)), sumSquares: PreciseSum(number(&random)),
            denominator: paired(&random),
            past: paired(&random))
    }

    private func design(_ random: inout SeededGenerator) -> ExperimentDesign {
        let metrics = (0..<random.below(4)).map { index in
            MetricDesign(
                name: "metric \(index)", kind: MetricKind.allCases[random.below(5)],
                direction: random.below(2) == 0 ? .up : .down, role: MetricRole.allCases[random.below(3)],
                leastEffect: [nil, .lift(number(&random)), .difference(number(&random))][random.below(3)])
        }
        var design = ExperimentDesign(
            groups: ["a", "b", "c"].dropLast(random.below(4)), control: random.below(5) - 1, metrics: metrics)
        if random.below(3) == 0 { (design.alpha, design.tuning) = (number(&random), number(&random)) }
        design.correction = Correction.allCases[random.below(3)]
        design.prior = random.below(2) == 0 ? nil : Prior(mean: number(&random), deviation: number(&random))
        return design
    }

    @Test("every look at any totals ends in a verdict that can be put in words")
    func looks() {
        for round in 0..<FuzzEffort.rounds(usually: 3000) {
            var random = SeededGenerator(seed: FuzzEffort.seed &+ UInt64(round))
            let design = design(&random)
            var evidence = ExperimentEvidence(design)
            for _ in 0..<3 {
                let phases = (0..<random.below(3)).map { _ in
                    PhaseCounts(
                        weights: (0..<random.below(4)).map { _ in number(&random) },
                        users: (0..<random.below(4)).map { _ in count(&random) })
                }
                let data = ExperimentData(
                    phases: phases, mixedUsers: count(&random), days: number(&random),
                    usersPerDay: random.below(2) == 0 ? nil : number(&random),
                    totals: (0..<random.below(4)).map { _ in
                        (0..<random.below(4)).map { _ in totals(&random) }
                    })
                let result = design.look(at: data, evidence: &evidence)
                let reasons = result.verdict.reasons + result.treatments.values.flatMap(\.reasons)
                for reason in reasons { #expect(!design.words(for: reason).isEmpty) }
                for treatment in result.metrics.flatMap(\.treatments) {
                    #expect(!treatment.difference.isEmpty)
                    #expect(!treatment.lift.isEmpty)
                    #expect(treatment.pValue >= 0 && treatment.pValue <= 1)
                }
            }
        }
    }

    @Test("every plan is a number of users or a reason")
    func plans() {
        for round in 0..<FuzzEffort.rounds(usually: 3000) {
            var random = SeededGenerator(seed: FuzzEffort.seed &+ UInt64(round))
            let baseline: SamplePlan.Baseline =
                random.below(2) == 0
                ? .proportion(number(&random)) : .mean(number(&random), deviation: number(&random))
            let plan = SamplePlan(
                baseline: baseline, alpha: number(&random), power: number(&random),
                treatmentShare: random.below(2) == 0 ? 0.5 : number(&random),
                looks: random.below(2) == 0 ? .once : .anyTime(tuning: number(&random)))
            do throws(SamplePlan.Problem) {
                #expect(try plan.users(for: .lift(number(&random))) > 0)
                let difference = try plan.difference(users: count(&random))
                #expect(difference >= 0 && difference.isFinite)
            } catch {
                continue
            }
        }
    }
}
