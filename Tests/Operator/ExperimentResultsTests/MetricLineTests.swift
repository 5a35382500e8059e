import ExperimentStatistics
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@testable import ExperimentResults

@Suite("The lines of metrics", .inTurn)
struct MetricLineTests {
    @Test("a line names both means, the lift and what is possible")
    func line() throws {
        let line = try #require(SampleRun(rates: ["a": 10, "b": 14]).standing.lines.first)
        #expect(line.metric.name == "purchase")
        #expect(line.group == "b")
        #expect(line.control == "10%")
        #expect(line.treatment == "14%")
        let effect = try #require(line.effect)
        #expect(effect.isLift)
        #expect(effect.seenText == "+40%")
        #expect(effect.rangeText?.hasPrefix("+2") == true)
        #expect(line.chanceToWin == "> 99.9%")
        #expect(line.verdict.word == .better)
        #expect(
            line.reasons.first?.hasSuffix("looking again will not change the verdict on purchase") == true)
    }

    @Test("Welch's test has a narrower interval, and its p after correction for several treatments")
    func singleLook() throws {
        let line = try #require(SampleRun(rates: ["a": 10, "b": 11]).standing.lines.first)
        let test = try #require(line.singleLook)
        #expect(test.effect == "+10%" && test.level == "5%")
        #expect(test.interval == "-0.65% to +21%" && test.pValue == "0.054", "\(test)")
        let run = SampleRun(
            experiment: ProjectExperiment(
                name: "x", key: "k", groups: ["a", "b", "c"], start: SampleRun.start),
            rates: ["a": 10, "b": 11, "c": 10], users: ["a": 500, "b": 500, "c": 500])
        let corrected = try #require(run.standing.lines.first?.singleLook)
        #expect(corrected.pValue == "0.11" && corrected.level == "2.5%", "\(corrected)")
    }

    @Test("an effect that is adjusted by what users did before is said to be")
    func adjustment() throws {
        let run = SampleRun()
        var tally = run.tally
        for day in tally.days.indices {
            var totals = ["a": GroupTotals(), "b": GroupTotals()]
            for user in 0..<500 {
                let value = user % 10 == 0 ? 1.0 : 0
                for group in ["a", "b"] {
                    totals[group]?.add(UnitValue(value, past: user % 20 < 11 ? value : 1))
                }
            }
            tally.days[day].totals["purchase"] = totals
        }
        let standing = ExperimentStanding(run.plan, tally, at: SampleRun.start + 14.5 * 86_400)
        let words = try #require(standing.lines.first?.adjustment)
        #expect(words.hasPrefix("adjusted by what users did before (θ = "), "\(words)")
        #expect(run.standing.lines.first?.adjustment == nil)
    }

    @Test("goals come before guardrails, in the order of the project")
    func order() {
        var run = SampleRun()
        run.metrics.reverse()
        #expect(run.standing.lines.map(\.metric.name) == ["purchase", "crash"])
    }

    @Test("a metric without users in control has no mean and no range, and says why")
    func absent() throws {
        let line = try #require(SampleRun(users: ["a": 0, "b": 100]).standing.lines.first)
        #expect(line.control == nil && line.treatment == "10%")
        #expect(line.effect == nil)
        #expect(!line.reasons.isEmpty)
    }

    @Test("while nothing is ruled out there is an effect and no range")
    func nothingRuledOut() throws {
        let line = try #require(
            SampleRun(rates: ["a": 10, "b": 20], users: ["a": 50, "b": 50], days: 1).standing.lines.first)
        #expect(line.effect?.seenText == "+100%")
        #expect(line.effect?.rangeText == nil)
    }

    @Test("a chance to win is never shown as certain")
    func chance() {
        #expect(
            [0.5, 0.974, 0.996, 0.9996, 0.0004].map(FigureText.chance) == [
                "50%", "97%", "99.6%", "> 99.9%", "< 0.1%",
            ])
    }

    @Test("a difference is reported in the metric's own unit where there is no lift")
    func difference() {
        let range = EffectRange(
            seen: 0.5, possible: Interval(-1, 2), unit: EffectUnit(isLift: false, of: .sum))
        #expect(range.seenText == "+0.5")
        #expect(range.rangeText == "-1 to +2")
    }

    @Test("a difference of shares is reported in percentage points")
    func points() {
        let unit = EffectUnit(isLift: false, of: .proportion)
        let range = EffectRange(seen: 0.5, possible: Interval(-0.012, .infinity), unit: unit)
        #expect(range.seenText == "+50 pp")
        #expect(range.rangeText == "-1.2 pp to no upper bound")
    }

    @Test("if control's mean may be zero, a single look gives the difference, as all looks together do")
    func singleLookWithoutBaseline() throws {
        // One of 7,000 users of control crashed, and half of treatment's.
        let run = SampleRun()
        var tally = run.tally
        for day in tally.days.indices {
            var totals = ["a": GroupTotals(), "b": GroupTotals()]
            for user in 0..<500 {
                totals["a"]?.add(UnitValue(day == 0 && user == 0 ? 1 : 0))
                totals["b"]?.add(UnitValue(user % 2 == 0 ? 1 : 0))
            }
            tally.days[day].totals["purchase"] = totals
        }
        let standing = ExperimentStanding(run.plan, tally, at: SampleRun.start + 14.5 * 86_400)
        let line = try #require(standing.lines.first)
        #expect(line.effect?.seenText == "+50 pp")
        let test = try #require(line.singleLook)
        #expect(test.effect == "+50 pp" && test.interval.hasSuffix(" pp"), "\(test)")
    }
}

@Suite("The course of an interval", .inTurn)
struct IntervalCourseTests {
    @Test("an interval closes look by look, and never opens again")
    func closes() throws {
        let standing = SampleRun(rates: ["a": 10, "b": 11]).standing
        let course = try #require(standing.course(of: 0, 1))
        #expect(course.isLift)
        #expect(course.points.count > 5)
        for (earlier, later) in zip(course.points, course.points.dropFirst()) {
            #expect(later.day > earlier.day)
            #expect(later.possible.lower >= earlier.possible.lower)
            #expect(later.possible.upper <= earlier.possible.upper)
        }
        #expect(course.points.last?.possible == standing.lines.first?.effect?.possible)
    }

    @Test("the course that leads is that of the goal that is known best")
    func leading() throws {
        var run = SampleRun(rates: ["a": 10, "b": 10, "c": 14], users: ["a": 500, "b": 500, "c": 500])
        run.experiment.groups = ["a", "b", "c"]
        let leading = try #require(run.standing.leadingCourse)
        #expect(leading.line.group == "c")
        #expect(leading.line.metric.name == "purchase")
    }

    @Test("without enough data there is none")
    func none() {
        #expect(SampleRun(days: 0).standing.leadingCourse == nil)
        #expect(SampleRun(days: 0).standing.course(of: 0, 1) == nil)
        #expect(SampleRun().standing.course(of: 7, 9) == nil)
    }
}

@Suite("The scales of intervals", .inTurn)
struct EffectScalesTests {
    private func scale(_ ranges: [(Double, Double, Double)]) -> ClosedRange<Double> {
        EffectScales.scale(
            ranges.map { EffectRange(seen: $0.1, possible: Interval($0.0, $0.2), unit: .lift) })
    }

    @Test("one scale reaches from the lowest end to the highest, with zero on it")
    func ends() {
        #expect(scale([(-0.1, 0.1, 0.3), (0.2, 0.4, 0.9)]) == -0.1...0.9)
        #expect(scale([(0.2, 0.4, 0.9)]) == 0...0.9)
        #expect(scale([]) == -1...1)
    }

    @Test("one interval that reaches much further than the others does not make them unreadable")
    func outlier() {
        #expect(scale([(-0.1, 0, 0.1), (-0.1, 0, 0.1), (-0.1, 0.1, 90)]) == -0.1...0.4)
    }

    @Test("what was seen is always on the scale, and infinite ends are not")
    func seen() {
        #expect(scale([(-0.1, 0, 0.1), (-0.1, 0, 0.1), (-.infinity, 3, .infinity)]) == -0.1...3)
    }
}

@Suite("What decides", .inTurn)
struct LeadingLineTests {
    @Test("is the goal, or a guardrail that got worse")
    func leading() {
        #expect(SampleRun(rates: ["a": 10, "b": 14]).standing.leadingLine?.metric.name == "purchase")
    }
}
