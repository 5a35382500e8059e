import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@testable import ExperimentResults

@Suite("Experiments that end, and users whose window is over", .inTurn)
struct EndedExperimentTests {
    private func run(end day: Double, at: Double) -> ExperimentStanding {
        var run = SampleRun(date: SampleRun.start + at * 86_400)
        run.experiment.end = SampleRun.start + day * 86_400
        return run.standing
    }

    @Test("after its end it is over: its days stand still, and no one is waited for")
    func ended() {
        let standing = run(end: 14, at: 20)
        #expect(standing.state == .ended)
        #expect(standing.days == 14)
        #expect(standing.usersPerDay == nil && standing.usersByDay.count == 14)
        #expect(standing.remarks.first == "it ended on 2026-03-14")
        let left = standing.result.metrics.flatMap(\.treatments).map(\.daysLeft)
        #expect(left.allSatisfy { if case .days = $0 { false } else { true } }, "\(left)")
    }

    @Test("who came after the end is reported")
    func late() {
        var run = SampleRun(date: SampleRun.start + 20 * 86_400)
        run.experiment.end = SampleRun.start + 14 * 86_400
        var tally = run.tally
        tally.lateUsers = 3
        let standing = ExperimentStanding(run.plan, tally, at: SampleRun.start + 20 * 86_400)
        #expect(standing.remarks.first == "it ended on 2026-03-14: 3 users who arrived later are not counted")
    }

    @Test("before its end, the remaining time is shown, and whether it is enough")
    func running() {
        let standing = run(end: 16, at: 14.5)
        #expect(standing.state == .running && standing.days == 14.5)
        #expect(
            standing.remarks.first?.hasPrefix("it ends on 2026-03-16, in 2 days") == true,
            "\(standing.remarks)")
        #expect(standing.remarks.first?.contains("and needs about") == true, "\(standing.remarks)")
    }

    @Test("a metric that waits for windows counts only users whose window is over, the others count all")
    func completeWindows() throws {
        var run = SampleRun(days: 10)
        run.metrics[0].countsCompleteWindowsOnly = true
        let standing = run.standing
        // The window of three days of those who came on the seventh day ended with the tenth.
        #expect(standing.data.totals(0, 0).units == 500 * 7)
        #expect(standing.data.totals(1, 0).units == 500 * 10)
        #expect(standing.groups[0].users == 500 * 10)
        let comparison = try #require(standing.result.metrics[0].treatments[0].comparison)
        #expect(comparison.control.units == 500 * 7)
    }

    @Test("looks of the past days count the windows that were over then")
    func completeWindowsByDay() {
        var run = SampleRun(days: 10)
        run.metrics[0].countsCompleteWindowsOnly = true
        let units = run.plan.dataByDay(run.tally, at: SampleRun.start + 10.5 * 86_400).map {
            $0.totals(0, 0).units
        }
        #expect(units == [0, 0, 0, 1, 2, 3, 4, 5, 6, 7].map { $0 * 500 })
    }

    @Test("at an earlier time, looks and users in several groups of later do not count")
    func earlier() {
        var tally = SampleRun(days: 10).tally
        let day = EventDay(of: SampleRun.start)
        for index in tally.days.indices where tally.days[index].day > day.advanced(by: 4) {
            tally.days[index].mixed = 100
        }
        tally.mixedUsers = 500
        let look = SampleRun(rates: ["a": 10, "b": 14]).standing.looks[0].look
        tally.looks = [3.0, 7.0].map {
            StoredLook(metric: "purchase", group: "b", at: SampleRun.start + $0 * 86_400, look: look)
        }
        let known = tally.known(at: SampleRun.start + 4.5 * 86_400)
        #expect(known.mixedUsers == 0 && known.days.count == 5 && known.looks.count == 1)
        let now = tally.known(at: SampleRun.start + 10 * 86_400)
        #expect(now.mixedUsers == 500 && now.looks.count == 2)
    }

    @Test("a look that was kept later does not count, even if no one came since")
    func laterLook() {
        let look = SampleRun(rates: ["a": 10, "b": 14]).standing.looks[0].look
        let kept = StoredLook(metric: "purchase", group: "b", at: SampleRun.start + 20 * 86_400, look: look)
        let tally = ExperimentTally(days: SampleRun(days: 3).tally.days, looks: [kept])
        #expect(tally.known(at: SampleRun.start + 10 * 86_400).looks.isEmpty)
    }
}
