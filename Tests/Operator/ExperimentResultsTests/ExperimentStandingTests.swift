import ExperimentEvents
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@testable import ExperimentResults

@Suite("What an experiment came to", .inTurn)
struct ExperimentStandingTests {
    @Test("groups are reported with their users, and how many should have come")
    func groups() {
        let run = SampleRun(users: ["a": 300, "b": 100])
        let groups = run.standing.groups
        #expect(groups.map(\.name) == ["a", "b"])
        #expect(groups.map(\.users) == [4200, 1400])
        #expect(groups.map(\.expected) == [2800, 2800])
        #expect(groups.map(\.seenShare) == [0.75, 0.25])
        #expect(groups.map(\.intendedShare) == [0.5, 0.5])
        #expect(groups.map(\.isControl) == [true, false])
    }

    @Test("a split that is off shows in the word of health, and in the verdict")
    func mismatch() {
        let standing = SampleRun(users: ["a": 300, "b": 100]).standing
        #expect(standing.health == .mismatch)
        #expect(standing.verdict.word == .untrustworthy)
        #expect(standing.reasons.first?.hasPrefix("4,200 : 1,400 users, expected 2,800 : 2,800") == true)
    }

    @Test("a split that was changed on purpose is not a mismatch: each user counts by the weights of the day")
    func phases() {
        var run = SampleRun(days: 0)
        run.experiment.phases = [
            ProjectPhase(weights: [9, 1]), ProjectPhase(from: SampleRun.start + 7 * 86_400, weights: [1, 1]),
        ]
        var tally = ExperimentTally()
        for day in 0..<14 {
            tally.days.append(
                ExperimentTally.Day(
                    EventDay(of: SampleRun.start).advanced(by: day), phase: day < 7 ? 0 : 1,
                    users: day < 7 ? ["a": 900, "b": 100] : ["a": 500, "b": 500]))
        }
        let plan = ExperimentPlan(run.experiment, metrics: run.metrics, tally: tally)
        let standing = ExperimentStanding(plan, tally, at: SampleRun.start + 14.5 * 86_400)
        #expect(standing.result.split.expected == [9800, 4200])
        #expect(!standing.result.split.isMismatch())
        #expect(standing.groups.map(\.intendedShare) == [0.5, 0.5])
    }

    @Test("users of groups that no one declared are reported, and are in no sum")
    func strangers() {
        let standing = SampleRun(users: ["a": 500, "b": 500, "z": 20]).standing
        #expect(standing.strangers == ["z": 280])
        #expect(
            standing.strangerWords == [
                "280 users are in z, which is not a declared group: if a group was renamed, add "
                    + "`events: {groups: {paywall: {z: GROUP}}}` to the project file"
            ])
        #expect(standing.health == .strangers)
        #expect(standing.result.split.users == [7000, 7000])
    }

    @Test("too many users in several groups are reported")
    func mixed() {
        #expect(SampleRun(mixed: 500).standing.health == .mixed)
        #expect(SampleRun(mixed: 5).standing.health == .ok)
    }

    @Test("if all users were in several groups, nothing can be trusted")
    func allMixed() {
        let standing = ExperimentStanding(
            SampleRun().plan, ExperimentTally(mixedUsers: 500), at: SampleRun.start + 86_400)
        #expect(standing.verdict.word == .untrustworthy && standing.health == .mixed)
        #expect(standing.reasons.first?.hasPrefix("500 users (100%) saw more than one group") == true)
    }

    @Test("if no more users come, it is not called too early")
    func noNewUsers() {
        let standing = SampleRun(date: SampleRun.start + 30.5 * 86_400).standing
        #expect(
            standing.reasons.first?.hasSuffix("no new users lately, so this will not become clearer") == true)
    }

    @Test("users who do nothing at all are a sign of two kinds of identities")
    func silent() {
        var tally = SampleRun().tally
        for index in tally.days.indices { tally.days[index].totals = [:] }
        let standing = ExperimentStanding(SampleRun().plan, tally, at: SampleRun.start + 14.5 * 86_400)
        #expect(standing.health == .silent)
        #expect(standing.verdict.word == .noData)
    }

    @Test("no one came: nothing is reported about health, and nothing traps")
    func nobody() {
        let standing = SampleRun(days: 0).standing
        #expect(standing.health == .unknown)
        #expect(standing.state == .waiting)
        #expect(standing.groups.map(\.seenShare) == [nil, nil])
        #expect(standing.verdict.word == .noData)
    }

    @Test("it is planned before its start, runs while users come, and is quiet after three days without any")
    func states() {
        #expect(SampleRun(days: 0, date: SampleRun.start - 1).standing.state == .planned)
        #expect(SampleRun().standing.state == .running)
        #expect(SampleRun(date: SampleRun.start + 16.5 * 86_400).standing.state == .running)
        #expect(SampleRun(date: SampleRun.start + 17.5 * 86_400).standing.state == .quiet)
        #expect(SampleRun(date: SampleRun.start + 200 * 86_400).standing.state == .quiet)
    }

    @Test("days without users are in the row of days, and the last one is not over")
    func daysWithoutUsers() {
        var tally = SampleRun(days: 3).tally
        tally.days.remove(at: 1)
        let standing = ExperimentStanding(SampleRun().plan, tally, at: SampleRun.start + 3.5 * 86_400)
        #expect(standing.usersByDay == [1000, 0, 1000, 0])
        #expect(standing.usersPerDay == 2000.0 / 3)
        #expect(standing.days == 3.5)
    }

    @Test("a verdict is not taken back silently when the numbers turn: the effect has changed")
    func staysDecided() {
        let better = SampleRun(rates: ["a": 10, "b": 14]).standing
        #expect(better.verdict.word == .better)
        let turned = SampleRun(rates: ["a": 10, "b": 10], days: 21, looks: better.looks).standing
        #expect(turned.verdict.word == .changed)
        #expect(SampleRun(rates: ["a": 10, "b": 10], days: 21).standing.verdict.word != .better)
    }

    @Test("looks of metrics and groups that are no longer declared are passed over")
    func foreignLooks() {
        let better = SampleRun(rates: ["a": 10, "b": 14]).standing
        let renamed = better.looks.map {
            StoredLook(metric: "other", group: $0.group, at: $0.at, look: $0.look)
        }
        #expect(SampleRun(days: 21, looks: renamed).standing.verdict.word != .better)
    }

    @Test("if no looks were kept, the days so far are taken for them")
    func daysAreLooks() {
        let run = SampleRun(rates: ["a": 10, "b": 11], days: 14)
        #expect(run.standing.looks.filter { $0.metric == "purchase" }.count > 5)
    }

    @Test("a time in the past leaves out who came later, and the looks that were taken later")
    func earlier() {
        let run = SampleRun(rates: ["a": 10, "b": 14])
        let past = ExperimentStanding(run.plan, run.tally, at: SampleRun.start + 2.5 * 86_400)
        #expect(past.groups.map(\.users) == [1500, 1500])
        var kept = run
        kept.looks = run.standing.looks
        let again = ExperimentStanding(kept.plan, kept.tally, at: SampleRun.start + 2.5 * 86_400)
        #expect(again.looks.allSatisfy { $0.look.day <= 2.5 })
    }

    @Test("what the source knows need not be written in the project")
    func known() {
        var run = SampleRun()
        run.experiment.groups = []
        run.experiment.start = nil
        run.known = KnownExperiment(
            groups: ["b", "a"],
            arms: [
                .init(name: "0", value: "a", intended: 0.75), .init(name: "1", value: "b", intended: 0.25),
            ],
            startedAt: SampleRun.start - 86_400)
        let standing = run.standing
        #expect(standing.groups.map(\.name) == ["b", "a"])
        #expect(standing.groups.map(\.intendedShare) == [0.25, 0.75])
        #expect(standing.days == 15.5)
    }

    @Test("if no one names the groups, they are those that users came to")
    func seenGroups() {
        var run = SampleRun()
        run.experiment.groups = []
        #expect(run.standing.groups.map(\.name) == ["a", "b"])
    }

    @Test("hostile counts end in words, and never in a trap")
    func hostile() {
        let numbers = [Int.min, -1, 0, 1, .max]
        let values = [-Double.infinity, -1, 0, .nan, 1e308, .infinity]
        for number in numbers {
            for value in values {
                var tally = ExperimentTally(mixedUsers: number)
                for _ in 0..<3 {
                    tally.days.append(
                        ExperimentTally.Day(
                            EventDay(of: SampleRun.start), phase: number,
                            users: ["a": number, "b": .max, "z": number],
                            totals: ["purchase": ["a": GroupTotals(units: number, sum: PreciseSum(value))]]))
                }
                for date in [Date.distantPast, SampleRun.start, .distantFuture] {
                    let standing = ExperimentStanding(
                        ExperimentPlan(SampleRun().experiment, metrics: SampleRun().metrics, tally: tally),
                        tally,
                        at: date)
                    #expect(!standing.verdict.word.text.isEmpty && !standing.lines.isEmpty)
                }
            }
        }
    }
}
