import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite("Distributions, against values of sixty digits", .inTurn)
struct DistributionTests {
    @Test(
        "the normal tail is exact to fourteen digits, and to thirteen far out",
        arguments: ReferenceValues.normalTails)
    func normalTail(z: Double, tail: Double) {
        #expect(agree(NormalDistribution.upperTail(z), tail, relative: 1e-15 + z * z * 2e-16))
    }

    @Test("the normal quantile is exact to fifteen digits", arguments: ReferenceValues.normalQuantiles)
    func normalQuantile(tail: Double, z: Double) {
        #expect(agree(NormalDistribution.quantile(upperTail: tail), z, relative: 2e-15))
    }

    @Test("the quantile of the other tail has the other sign", arguments: [0.5, 0.25, 0.0625, 0x1p-20])
    func otherTail(tail: Double) throws {
        #expect(
            NormalDistribution.quantile(upperTail: 1 - tail) == -NormalDistribution.quantile(upperTail: tail))
        let student = try #require(StudentDistribution(degreesOfFreedom: 7.5))
        #expect(student.quantile(upperTail: 1 - tail) == -student.quantile(upperTail: tail))
    }

    @Test("the mean excess keeps its digits where its terms cancel", arguments: ReferenceValues.meanExcesses)
    func meanExcess(z: Double, excess: Double) {
        #expect(agree(NormalDistribution.meanExcess(over: z), excess, relative: 1e-13 + z * z * 2e-16))
    }

    @Test("Student's tail is exact to eleven digits", arguments: ReferenceValues.studentTails)
    func studentTail(t: Double, degrees: Double, tail: Double) throws {
        let student = try #require(StudentDistribution(degreesOfFreedom: degrees))
        #expect(agree(student.twoSidedTail(t), tail, relative: 1e-11))
        #expect(student.twoSidedTail(-t) == student.twoSidedTail(t))
    }

    @Test("Student's quantile is exact to twelve digits", arguments: ReferenceValues.studentQuantiles)
    func studentQuantile(tail: Double, degrees: Double, t: Double) throws {
        let student = try #require(StudentDistribution(degreesOfFreedom: degrees))
        #expect(agree(student.quantile(upperTail: tail), t, relative: 1e-12))
    }

    @Test("the chi-square tail is exact to twelve digits", arguments: ReferenceValues.chiSquareTails)
    func chiSquareTail(x: Double, degrees: Double, tail: Double) throws {
        let own = try #require(ChiSquareDistribution.upperTail(x, degreesOfFreedom: degrees))
        #expect(agree(own, tail, relative: 1e-12))
    }

    @Test("beyond a million degrees of freedom the chi-square tail is good to six digits")
    func manyDegrees() throws {
        let below = try #require(ChiSquareDistribution.upperTail(1_001_000, degreesOfFreedom: 1_000_000))
        let above = try #require(
            ChiSquareDistribution.upperTail(1_001_000, degreesOfFreedom: 1_000_000.000_1))
        #expect(agree(above, below, relative: 0, absolute: 1e-6))
    }

    @Test(
        "the logarithm of the gamma function is exact to fourteen digits",
        arguments: ReferenceValues.logarithmsOfGamma)
    func logarithmOfGamma(x: Double, value: Double) {
        #expect(agree(GammaFunction.logarithm(x), value, relative: 6e-15, absolute: 6e-15))
    }

    @Test("NaN has no tail and no quantile")
    func noNumbers() {
        #expect(NormalDistribution.quantile(upperTail: .nan).isNaN)
        #expect(NormalDistribution.quantile(upperTail: -0.1).isNaN)
        #expect(NormalDistribution.quantile(upperTail: 0) == .infinity)
        #expect(StudentDistribution(degreesOfFreedom: 0).map(\.degreesOfFreedom) == nil)
        #expect(StudentDistribution(degreesOfFreedom: .nan).map(\.degreesOfFreedom) == nil)
        #expect(StudentDistribution(degreesOfFreedom: 3)?.twoSidedTail(.nan).isNaN == true)
        #expect(StudentDistribution(degreesOfFreedom: 3)?.twoSidedTail(.infinity) == 0)
        #expect(ChiSquareDistribution.upperTail(1, degreesOfFreedom: 0) == nil)
        #expect(ChiSquareDistribution.upperTail(.nan, degreesOfFreedom: 1) == nil)
        #expect(ChiSquareDistribution.upperTail(.infinity, degreesOfFreedom: 1) == 0)
    }
}
