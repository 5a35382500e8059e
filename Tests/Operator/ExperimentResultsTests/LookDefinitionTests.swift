import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@testable import ExperimentResults

@Suite("A look is about what it was made of", .inTurn)
struct LookDefinitionTests {
    /// The looks of a run in which the treatment was better, and a run of later with the same declarations and no effect.
    private var run: SampleRun {
        let better = SampleRun(rates: ["a": 10, "b": 14]).standing
        return SampleRun(rates: ["a": 10, "b": 10], days: 21, looks: better.looks)
    }

    @Test("with the same declarations they count, and contradict what holds now")
    func same() {
        #expect(run.standing.verdict.word == .changed)
    }

    @Test(
        "other declarations begin without looks",
        arguments: [
            "kind", "event", "window", "window's start", "only whole windows", "cap", "control", "start",
            "alpha",
            "expected users",
        ])
    func other(_ change: String) {
        var run = run
        switch change {
        case "kind": run.metrics[0].design.kind = .count
        case "event": run.metrics[0].event = "paid"
        case "window": run.metrics[0].window = .seconds(3600)
        case "window's start": run.metrics[0].windowStart = .seconds(60)
        case "only whole windows": run.metrics[0].countsCompleteWindowsOnly = true
        case "cap": run.metrics[0].design.cap = .value(3)
        case "control": run.experiment.control = "b"
        case "start": run.experiment.start = SampleRun.start - 86_400
        case "alpha": run.experiment.alpha = 0.01
        default: run.experiment.expectedUsers = 20_000
        }
        let word = run.standing.verdict.word
        #expect(word != .changed && word != .better && word != .worse, "\(change)")
    }

    @Test("a name, a direction, a least effect and a later phase change nothing about earlier looks")
    func harmless() {
        var run = run
        run.experiment.owner = "ann"
        run.metrics[0].design.leastEffect = .lift(0.05)
        run.experiment.phases = [
            ProjectPhase(weights: [1, 1]),
            ProjectPhase(from: SampleRun.start + 20 * 86_400, weights: [1, 1]),
        ]
        #expect(run.standing.verdict.word == .changed)
        run.metrics[0].design.direction = .down
        #expect(run.standing.verdict.word == .changed)
    }

    @Test(
        "an earlier phase that is declared later takes the looks with it, because they compared other users")
    func earlierPhase() {
        var run = run
        run.experiment.phases = [
            ProjectPhase(weights: [1, 1]), ProjectPhase(from: SampleRun.start + 2 * 86_400, weights: [1, 1]),
        ]
        #expect(run.standing.verdict.word != .changed)
    }

    @Test("the looks at the end of each day are not stored, because they are computed from the data")
    func daily() {
        let standing = SampleRun(rates: ["a": 10, "b": 14]).standing
        #expect(standing.looks.count > 5)
        #expect(standing.looksToKeep.allSatisfy { $0.look.day == standing.days })
    }

    @Test("a look of a day that decides is stored, and decides as long as the data is the same")
    func stored() throws {
        // More than half of the last day's users are there, all of them after its beginning.
        var run = SampleRun(rates: ["a": 10, "b": 14], days: 4)
        run.date = SampleRun.start + 3.6 * 86_400
        let kept = run.standing.looksToKeep
        #expect(!kept.isEmpty)
        run.looks = kept
        #expect(run.standing.looksToKeep.isEmpty)
    }

    @Test("nothing is stored while the groups cannot be compared")
    func untrustworthy() {
        var run = SampleRun(rates: ["a": 10, "b": 14], days: 4)
        run.users["b"] = 700
        run.date = SampleRun.start + 3.6 * 86_400
        #expect(run.standing.verdict.word == .untrustworthy)
        #expect(run.standing.looksToKeep.isEmpty)
    }

    @Test(
        "an effect that changed is reported with what earlier looks left, and what to do if the data was wrong"
    )
    func changed() throws {
        var run = run
        run.rates = ["a": 10, "b": 9]
        let standing = run.standing
        #expect(standing.verdict.word == .changed)
        let words = try #require(standing.reasons.first)
        #expect(words.hasPrefix("purchase changed on day "), "\(words)")
        #expect(standing.remarks.contains { $0.contains("`experiments results restart \"paywall\"`") })
    }
}

@Suite("An experiment whose split changed", .inTurn)
struct SplitPhaseTests {
    private let plan = SampleRun().plan

    /// Users of a day in a phase, of whom so many of a hundred of each group buy.
    private func day(_ number: Int, _ phase: Int, _ users: [String: Int], _ percent: [String: Int])
        -> ExperimentTally.Day
    {
        let sums = users.reduce(into: [String: GroupTotals]()) { sums, group in
            sums[group.key] = GroupTotals(
                units: group.value, converted: group.value * (percent[group.key] ?? 0) / 100)
        }
        return ExperimentTally.Day(
            EventDay(of: SampleRun.start).advanced(by: number), phase: phase, users: users,
            totals: ["purchase": sums])
    }

    private func standing(
        _ run: SampleRun, splits: [SourceSplit] = [], _ days: [ExperimentTally.Day]
    ) -> ExperimentStanding {
        let tally = ExperimentTally(days: days)
        let plan = ExperimentPlan(run.experiment, metrics: run.metrics, splits: splits, tally: tally)
        return ExperimentStanding(plan, tally, at: SampleRun.start + 14.5 * 86_400)
    }

    private var ramp: [ExperimentTally.Day] {
        (0..<14).map { number in
            number < 7
                ? day(number, 0, ["a": 1800, "b": 200], ["a": 4, "b": 4])
                : day(number, 1, ["a": 1000, "b": 1000], ["a": 12, "b": 12])
        }
    }

    @Test("a ramp in which both groups buy equally shows no effect at any look")
    func declared() {
        var run = SampleRun()
        run.experiment.phases = [
            ProjectPhase(weights: [9, 1]), ProjectPhase(from: SampleRun.start + 7 * 86_400, weights: [1, 1]),
        ]
        let standing = standing(run, ramp)
        #expect(standing.health == .ok && standing.verdict.word == .undecided)
        #expect(standing.lines.first?.control == standing.lines.first?.treatment)
        #expect(standing.groups.map(\.expectedShare) == [0.7, 0.3])
    }

    @Test("the phases that changes to the source's split make count the same")
    func source() {
        func split(_ day: Double, _ share: Double) -> SourceSplit {
            SourceSplit(
                from: SampleRun.start + day * 86_400, source: "live",
                arms: [
                    .init(name: nil, value: "a", share: 1 - share),
                    .init(name: nil, value: "b", share: share),
                ])
        }
        let standing = standing(SampleRun(), splits: [split(0, 0.1), split(7, 0.5)], ramp)
        #expect(standing.health == .ok && standing.verdict.word == .undecided)
    }

    @Test(
        "a group that the source got later has no weight before, and is compared with control's users of then"
    )
    func addedGroup() {
        var run = SampleRun()
        run.experiment.groups = ["a", "b", "c"]
        let arms = ["a", "b", "c"].map { SourceSplit.Arm(name: nil, value: $0, share: 1.0 / 3) }
        let splits = [
            SourceSplit(from: SampleRun.start, source: "live", arms: Array(arms.prefix(2))),
            SourceSplit(from: SampleRun.start + 7 * 86_400, source: "live", arms: arms),
        ]
        let days = (0..<14).map { number in
            number < 7
                ? day(number, 0, ["a": 900, "b": 900], ["a": 8, "b": 8])
                : day(number, 1, ["a": 900, "b": 900, "c": 900], ["a": 12, "b": 12, "c": 12])
        }
        let standing = standing(run, splits: splits, days)
        #expect(
            standing.plan.phases.map { $0.weights.map { $0 > 0 } } == [
                [true, true, false], [true, true, true],
            ])
        #expect(standing.health == .ok && standing.result.treatments[2]?.word == .undecided)
    }

    @Test("users in a group that should get none are a mismatch")
    func misplaced() {
        var run = SampleRun()
        run.experiment.groups = ["a", "b", "c"]
        run.experiment.phases = [ProjectPhase(weights: [1, 1, 0])]
        let standing = standing(
            run, [day(1, 0, ["a": 500, "b": 500, "c": 300], ["a": 20, "b": 20, "c": 20])])
        #expect(standing.health == .mismatch && standing.verdict.word == .untrustworthy)
        #expect(standing.reasons.first?.hasPrefix("300 users in c, which should have none") == true)
    }
}
