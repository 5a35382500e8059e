import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("Comparing two groups", .inTurn)
struct GroupComparisonTests {
    @Test("a difference can be told where control has a mean of zero, and a lift cannot")
    func zeroBaseline() throws {
        let control = GroupTotals(
            units: 100, unitsWithValue: 50, sum: PreciseSum(0), sumSquares: PreciseSum(80))
        let treatment = GroupTotals(
            units: 100, unitsWithValue: 60, sum: PreciseSum(30), sumSquares: PreciseSum(90))
        let comparison = try GroupComparison(control: control, treatment: treatment, estimator: .mean)
        #expect(comparison.difference.value == 0.3)
        #expect(comparison.lift == nil)
    }

    @Test("a lift goes up where the mean does, below zero, too")
    func negativeBaseline() throws {
        let control = GroupTotals(units: 400, sum: PreciseSum(-800), sumSquares: PreciseSum(3000))
        let treatment = GroupTotals(units: 400, sum: PreciseSum(-600), sumSquares: PreciseSum(2500))
        let comparison = try GroupComparison(control: control, treatment: treatment, estimator: .mean)
        #expect(comparison.lift?.value == 0.25)
    }

    @Test("the reason is reported where there is nothing to compare")
    func reasons() {
        func reason(_ control: GroupTotals, _ treatment: GroupTotals, _ estimator: Estimator)
            -> MissingEstimate?
        {
            do throws(MissingEstimate) {
                _ = try GroupComparison(control: control, treatment: treatment, estimator: estimator)
                return nil
            } catch {
                return error
            }
        }
        let some = GroupTotals(units: 100, converted: 10)
        #expect(reason(GroupTotals(), some, .proportion) == .noUnits(.control))
        #expect(reason(some, GroupTotals(units: -5), .proportion) == .noUnits(.treatment))
        #expect(reason(GroupTotals(units: 100, converted: 0), some, .proportion) == .noBaseline)
        #expect(reason(some, GroupTotals(units: 100, converted: 0), .proportion) == .noVariance(.treatment))
        #expect(reason(GroupTotals(units: 100, converted: 100), some, .proportion) == .noVariance(.control))
        #expect(reason(GroupTotals(units: 9, sum: PreciseSum(.infinity)), some, .mean) == .notFinite)
        #expect(
            reason(GroupTotals(units: 1, sum: PreciseSum(3), sumSquares: PreciseSum(9)), some, .mean) != nil)
    }

    @Test("the past takes off what it foretells, and the lift stays a share of the mean that is shown")
    func past() throws {
        var random = SeededGenerator(seed: 9)
        var (control, treatment) = (GroupTotals(), GroupTotals())
        for _ in 0..<2000 {
            let (first, second) = (Double(random.below(100)), Double(random.below(100)))
            control.add(UnitValue(first + Double(random.below(10)), past: first))
            treatment.add(UnitValue(second + Double(random.below(10)) + 1, past: second))
        }
        let plain = try GroupComparison(
            control: control, treatment: treatment, estimator: .mean, usesPast: false)
        let adjusted = try GroupComparison(control: control, treatment: treatment, estimator: .mean)
        #expect(plain.adjustment == nil)
        #expect(abs((adjusted.adjustment ?? 0) - 1) < 0.01)
        #expect(adjusted.difference.standardError < plain.difference.standardError / 5)
        #expect(abs(adjusted.difference.value - 1) < 0.3)
        #expect(adjusted.control.mean == plain.control.mean)
        let lift = try #require(adjusted.lift)
        #expect(agree(lift.value, adjusted.difference.value / plain.control.mean, relative: 1e-12))
    }

    @Test("the lift's interval leaves out zero exactly where the difference's does", arguments: 0..<300)
    func fieller(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let sign: Double = seed.isMultiple(of: 2) ? 1 : -1
        var (control, treatment) = (GroupTotals(), GroupTotals())
        for _ in 0..<60 {
            control.add(UnitValue(sign * Double(2 + random.below(10)), past: Double(random.below(4))))
            treatment.add(UnitValue(sign * Double(random.below(9) + seed % 7), past: Double(random.below(4))))
        }
        let comparison = try GroupComparison(control: control, treatment: treatment, estimator: .mean)
        let look = Look(comparison, day: 1)
        for multiplier in [0.5, 1, 2, 3, 4] {
            let lifts = LiftInterval.of(look, multiplier: multiplier)
            let differences = Interval(look.difference, within: multiplier * look.effect.standardError)
            #expect(lifts.isAboveZero == differences.isAboveZero)
            #expect(lifts.isBelowZero == differences.isBelowZero)
            let lift = try #require(comparison.lift?.value)
            #expect(lifts.lower <= lift && lift <= lifts.upper)
        }
    }

    @Test("a lift has no bounds where control's mean may be zero")
    func unbounded() throws {
        let comparison = try GroupComparison(
            control: GroupTotals(units: 100, converted: 2), treatment: GroupTotals(units: 100, converted: 9),
            estimator: .proportion)
        #expect(LiftInterval.of(Look(comparison, day: 1), multiplier: 3) == .everything)
    }
}
