import ExperimentEvents
import ExperimentStatistics
import Foundation
import TestSupport
import Testing

@testable import ExperimentResults

@Suite("The effect by the day of first exposure", .inTurn)
struct ExposureCourseTests {
    /// An experiment of twenty days in which the rate of b, of a thousand, is what `rate` says of each day.
    private func standing(
        _ rate: (Int) -> Int, control: (Int) -> Int = { _ in 100 }, at days: Double = 30
    ) -> ExperimentStanding {
        let run = SampleRun(users: ["a": 1000, "b": 1000], days: 20)
        var tally = run.tally
        for day in tally.days.indices {
            tally.days[day].totals["purchase"] = [
                "a": GroupTotals(units: 1000, converted: control(day)),
                "b": GroupTotals(units: 1000, converted: rate(day)),
            ]
        }
        return ExperimentStanding(run.plan, tally, at: SampleRun.start + days * 86_400)
    }

    @Test("the days are put together in up to ten spans of the same length, and each has its own effect")
    func spans() throws {
        let course = try #require(standing { $0 < 10 ? 140 : 110 }.exposureCourse(of: 0, 1))
        #expect(course.isLift && course.points.count == 10)
        #expect(course.points.map(\.day) == Array(stride(from: 0, to: 20, by: 2)))
        #expect(course.points.allSatisfy { $0.users == 4000 && $0.days == 2 })
        #expect(abs(course.points[0].seen - 0.4) < 1e-9 && abs(course.points[9].seen - 0.1) < 1e-9)
        let all = try #require(standing { _ in 110 }.exposureCourse(of: 0, 1, spans: .max))
        #expect(all.points.count == 20)
    }

    @Test("an effect that fades is reported with where it began and where it is now")
    func fading() throws {
        let fading = standing { 150 - 2 * $0 }
        let trend = try #require(fading.exposureCourse(of: 0, 1)?.trend)
        #expect(trend.isClear && trend.first > 0.4 && trend.last < 0.2)
        #expect(
            fading.remarks.contains { $0.hasPrefix("purchase, b: the effect faded from +4") },
            "\(fading.remarks)")
        let growing = standing { 110 + 2 * $0 }
        #expect(growing.remarks.contains { $0.contains("the effect grew from") })
    }

    @Test("a steady effect is not said to change")
    func steady() throws {
        let steady = standing { 120 + ($0 % 3) }
        let trend = try #require(steady.exposureCourse(of: 0, 1)?.trend)
        #expect(!trend.isClear && steady.remarks.isEmpty)
    }

    @Test("no trend is reported users whose window is not over")
    func windowsNotOver() throws {
        let course = try #require(standing({ 150 - 2 * $0 }, at: 20.5).exposureCourse(of: 0, 1, spans: .max))
        #expect(course.points.count == 20)
        let some = try #require(course.trend)
        // The last days are left out, so that the last effect is that of an earlier day.
        let all = try #require(standing { 150 - 2 * $0 }.exposureCourse(of: 0, 1, spans: .max)?.trend)
        #expect(some.last > all.last)
    }

    @Test("next to nothing steady is called changing: at most about one in a hundred")
    func falseAlarms() {
        var random = SeededGenerator(seed: 11)
        // A binomial of 1000 users at 10%, by its normal approximation.
        func converted(_ day: Int) -> Int {
            let (a, b) = (
                Double.random(in: 0x1p-53..<1, using: &random), Double.random(in: 0..<1, using: &random)
            )
            return 100 + Int((9.487 * (-2 * log(a)).squareRoot() * cos(2 * .pi * b)).rounded())
        }
        let alarms = (0..<200).count { _ in
            standing(converted, control: converted).exposureCourse(of: 0, 1)?.trend?.isClear == true
        }
        #expect(alarms <= 6, "\(alarms) of 200")
    }
}
