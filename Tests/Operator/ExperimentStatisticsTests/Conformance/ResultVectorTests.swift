import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@testable import ExperimentStatistics

@Suite(
    "The recorded results of another engine", .inTurn,
    .enabled(if: Conformance.isPresent, "\(Conformance.absence)"))
struct ResultVectorTests {
    @Test("each comparison has the recorded figures, or none for the recorded reason")
    func comparisons() throws {
        let vectors = try #require(ResultVectors.all)
        #expect(vectors.tests.count > 100)
        for test in vectors.tests { check(test) }
    }

    private func check(_ test: ResultVectors.Comparison) {
        let label = "\(test.name), \(test.engine), \(test.config.difference)"
        let estimator = Estimator(rawValue: test.metric.replacing("cuped_", with: ""))
        let isRelative = test.config.difference == "relative"
        do throws(MissingEstimate) {
            let comparison = try GroupComparison(
                control: test.control.totals, treatment: test.treatment.totals, estimator: estimator ?? .mean)
            guard let effect = isRelative ? comparison.lift : comparison.difference else { throw .noBaseline }
            if test.expected.error != nil {
                // The engine refuses a difference, too, where control's mean is zero. That is no reason to.
                #expect(!isRelative && comparison.control.mean == 0, "\(label)")
            } else {
                check(test, comparison, effect, label)
            }
        } catch {
            #expect(codes(error, isRelative: isRelative).contains(test.expected.error), "\(label): \(error)")
        }
    }

    /// What the engine calls a reason. It looks for zero means before it counts units, and not always at all.
    private func codes(_ reason: MissingEstimate, isRelative: Bool) -> [String?] {
        switch reason {
        case .noBaseline where isRelative: ["ZERO_NEGATIVE_BASELINE_VARIATION"]
        case .noBaseline: ["ZERO_NEGATIVE_BASELINE_VARIATION", "ZERO_NEGATIVE_VARIANCE"]
        case .noUnits(.control): ["ZERO_NEGATIVE_BASELINE_VARIATION", "NO_UNITS_IN_VARIATION"]
        case .noUnits(.treatment):
            ["NO_UNITS_IN_VARIATION", "ZERO_NEGATIVE_VARIANCE", "ZERO_NEGATIVE_BASELINE_VARIATION"]
        case .noVariance: ["ZERO_NEGATIVE_VARIANCE"]
        case .noDenominator: ["ZERO_NEGATIVE_VARIANCE", "ZERO_NEGATIVE_BASELINE_VARIATION"]
        case .notFinite, .neverTogether: []
        }
    }

    private func check(
        _ test: ResultVectors.Comparison, _ comparison: GroupComparison, _ effect: Effect, _ label: String
    ) {
        let expected = test.expected
        func near(_ value: Double, _ reference: ResultVectors.Number?, _ what: String) {
            guard let reference else { return }
            #expect(agree(value, reference.value, relative: 1e-9, absolute: 1e-300), "\(what) of \(label)")
        }
        near(comparison.control.mean, expected.controlMean, "control's mean")
        near(comparison.treatment.mean, expected.treatmentMean, "treatment's mean")
        near(comparison.control.variance, expected.controlVariance, "control's variance")
        near(comparison.treatment.variance, expected.treatmentVariance, "treatment's variance")
        near(comparison.adjustment ?? 0, expected.theta, "adjustment")
        near(comparison.control.adjustedMean, expected.controlAdjustedMean, "control's adjusted mean")
        near(comparison.treatment.adjustedMean, expected.treatmentAdjustedMean, "treatment's adjusted mean")
        near(comparison.degreesOfFreedom, expected.degreesOfFreedom, "degrees of freedom")
        switch test.engine {
        case "frequentist":
            near(effect.value, expected.effect, "effect")
            near(effect.standardError, expected.standardError, "standard error")
            let fixed = FixedHorizonTest(
                effect, degreesOfFreedom: comparison.degreesOfFreedom, alpha: test.config.alpha)
            ends(fixed?.interval, expected, label)
            chance(fixed?.pValue, expected.pValue, test.exact?.pValue, label)
        case "sequential":
            near(effect.value, expected.effect, "effect")
            near(effect.standardError, expected.standardError, "standard error")
            let sequence = ConfidenceSequence(alpha: test.config.alpha, tuning: test.config.tuning ?? 5000)
            near(sequence?.rhoSquared.squareRoot() ?? .nan, expected.rho, "rho")
            ends(sequence?.interval(effect, units: comparison.units), expected, label)
            chance(
                sequence?.pValue(effect, units: comparison.units), expected.pValue, test.exact?.pValue, label)
        default:
            let isRelative = test.config.difference == "relative"
            let prior =
                isRelative ? test.config.prior : test.config.prior?.scaled(to: comparison.control.mean)
            let posterior = BayesianPosterior(effect, prior: prior)
            let direction: Direction = test.config.inverse == true ? .down : .up
            near(posterior.mean, expected.effect, "effect")
            near(posterior.deviation, expected.standardError, "standard error")
            ends(posterior.interval(alpha: test.config.alpha), expected, label)
            chance(posterior.chanceToWin(direction), expected.chanceToWin, test.exact?.chanceToWin, label)
            let loss = posterior.expectedLoss(direction)
            for (place, value) in [loss.keeping, loss.shipping].enumerated() {
                chance(value, expected.risk?[place], test.exact?.risk?[place], "risk \(place) of \(label)")
            }
        }
    }

    private func ends(_ interval: Interval?, _ expected: ResultVectors.Expected, _ label: String) {
        guard let interval, let reference = expected.interval?.map(\.value) else {
            Issue.record("no interval of \(label)")
            return
        }
        // An end near zero is a difference of larger numbers, and as exact as they are.
        let size = max(abs(reference[0]), abs(reference[1]))
        #expect(
            agree(interval.lower, reference[0], relative: 1e-9, absolute: size * 1e-14),
            "lower end of \(label)")
        #expect(
            agree(interval.upper, reference[1], relative: 1e-9, absolute: size * 1e-14),
            "upper end of \(label)")
    }

    /// The engine computes chances as 1 - F; what it lost by that is recorded beside.
    private func chance(
        _ value: Double?, _ reference: ResultVectors.Number?, _ exact: ResultVectors.Number?, _ label: String
    ) {
        guard let value, let reference else {
            Issue.record("no chance of \(label)")
            return
        }
        if let exact {
            #expect(agree(value, exact.value, relative: 1e-9), "exact chance of \(label)")
        } else {
            // A risk may be a large number, of which the engine has fewer digits behind the point.
            #expect(
                agree(value, reference.value, relative: abs(reference.value) > 1 ? 1e-9 : 0, absolute: 1e-12),
                "chance of \(label)")
        }
    }

    @Test("each split has the recorded p-value")
    func splits() throws {
        for split in try #require(ResultVectors.all).srm {
            let check = SampleRatioCheck([PhaseCounts(weights: split.weights, users: split.users)])
            #expect(agree(check.pValue ?? .nan, split.pValue.value, relative: 1e-9), "\(split.name)")
        }
    }

    @Test("each family of p-values is corrected as recorded")
    func corrections() throws {
        for family in try #require(ResultVectors.all).corrections {
            for (correction, expected) in [
                (Correction.holm, family.holm), (.benjaminiHochberg, family.benjaminiHochberg),
            ] {
                let adjusted = correction.adjusted(family.pValues)
                #expect(adjusted.count == expected.count, "\(family.name)")
                for (own, other) in zip(adjusted, expected) {
                    #expect(agree(own, other, relative: 1e-9), "\(correction) of \(family.name)")
                }
            }
        }
    }

    @Test("each function has the recorded value")
    func functions() throws {
        for test in try #require(ResultVectors.all).functions {
            let student = StudentDistribution(degreesOfFreedom: test.degreesOfFreedom ?? 1)
            let own =
                switch test.function {
                case "normal_cdf": NormalDistribution.cumulative(test.x)
                case "normal_quantile": -NormalDistribution.quantile(upperTail: test.x)
                case "student_two_sided_p": student?.twoSidedTail(test.x)
                case "student_quantile": student.map { -$0.quantile(upperTail: test.x) }
                default: ChiSquareDistribution.upperTail(test.x, degreesOfFreedom: test.degreesOfFreedom ?? 1)
                }
            // The smallest numbers of all have few digits.
            #expect(
                agree(own ?? .nan, test.value.value, relative: 1e-9, absolute: 1e-305),
                "\(test.function) of \(test.x), \(test.degreesOfFreedom ?? 0)")
        }
    }
}
