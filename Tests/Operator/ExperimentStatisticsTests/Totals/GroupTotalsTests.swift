import Foundation
import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("Totals of a group", .inTurn)
struct GroupTotalsTests {
    private func units(_ count: Int, around center: Double, seed: UInt64) -> [UnitValue] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            let value = center + Double.random(in: -1...1, using: &random)
            return UnitValue(
                value, denominator: Double(random.below(5)), past: value + .random(in: -1...1, using: &random)
            )
        }
    }

    private func totals(_ units: [UnitValue]) -> GroupTotals {
        var totals = GroupTotals()
        for unit in units { totals.add(unit) }
        return totals
    }

    /// The variance in two passes, which loses nothing.
    private func variance(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
    }

    @Test(
        "the variance keeps its digits where the mean is ten thousand million times the spread",
        arguments: [0, 1, 1e6, 1e10])
    func stability(center: Double) {
        let units = units(1000, around: center, seed: 1)
        let own = Moments(totals: totals(units), estimator: .mean).variance
        #expect(agree(own, variance(units.map { $0.value - center }), relative: 1e-9))
    }

    @Test(
        "equal values have no variance, however many digits they have", arguments: [0.1, 1e9 / 3, -7e-5])
    func constant(value: Double) {
        let totals = totals(Array(repeating: UnitValue(value, past: value), count: 12_345))
        let moments = Moments(totals: totals, estimator: .mean)
        #expect(moments.variance == 0)
        #expect(moments.pastVariance == 0)
        #expect(moments.pastCovariance == 0)
    }

    @Test("parts add up to the whole", arguments: 0..<20)
    func merging(seed: Int) {
        let units = units(200, around: 1000, seed: UInt64(seed))
        let whole = Moments(totals: totals(units), estimator: .ratio)
        let parts = Moments(
            totals: totals(Array(units[150...])) + totals(Array(units[..<90]))
                + totals(Array(units[90..<150])),
            estimator: .ratio)
        #expect(agree(parts.mean, whole.mean, relative: 1e-14))
        #expect(agree(parts.variance, whole.variance, relative: 1e-12))
        #expect(agree(parts.pastCovariance, whole.pastCovariance, relative: 1e-12))
    }

    @Test("who is taken away or changed leaves nothing behind", arguments: 0..<20)
    func removal(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let stay = units(50, around: 5, seed: UInt64(seed))
        let leave = units(50, around: 1e7, seed: UInt64(seed) + 100)
        var changing = totals(stay + leave)
        for unit in leave.shuffled(using: &random) {
            let other = UnitValue(.random(in: 0...9, using: &random), past: 3)
            changing.replace(unit, with: other)
            changing.remove(other)
        }
        let expected = totals(stay)
        #expect(changing.units == 50)
        #expect(changing.unitsWithValue == expected.unitsWithValue)
        let (own, other) = (
            Moments(totals: changing, estimator: .mean), Moments(totals: expected, estimator: .mean)
        )
        #expect(agree(own.variance, other.variance, relative: 1e-12))
        #expect(agree(own.pastCovariance, other.pastCovariance, relative: 1e-12))
    }

    @Test("counts stop at the largest number instead of overflowing")
    func overflow() {
        let many = GroupTotals(units: .max, converted: .max)
        #expect((many + many).units == .max)
        #expect(Int(nearest: 1e300) == .max)
        #expect(Int(nearest: -.infinity) == .min)
        #expect(Int(nearest: .nan) == 0)
    }

    @Test("a sum keeps what plain numbers lose")
    func preciseSum() {
        var sum = PreciseSum()
        for value in [1e16, 1, -1e16, 1e-20] { sum += PreciseSum(value) }
        #expect(sum.value == 1)
        #expect(sum.rest == 1e-20)
        #expect(PreciseSum.square(1 + 0x1p-40) - PreciseSum(1 + 0x1p-39) == PreciseSum(0x1p-80))
        #expect((PreciseSum(1) / 3 * PreciseSum(3) - PreciseSum(1)).value.magnitude < 1e-31)
    }

    @Test("a sum that overflows says so, and stays so")
    func infiniteSum() {
        let sum = PreciseSum(.greatestFiniteMagnitude) + PreciseSum(.greatestFiniteMagnitude)
        #expect(!sum.isFinite)
        #expect(!(sum + PreciseSum(1)).isFinite)
        #expect(!PreciseSum.square(1e200).isFinite)
    }

    @Test("totals survive being kept")
    func coding() throws {
        let totals = totals(units(30, around: 1e9, seed: 4))
        #expect(try JSONDecoder().decode(GroupTotals.self, from: JSONEncoder().encode(totals)) == totals)
    }
}
