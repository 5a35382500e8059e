import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@testable import ExperimentResults

@Suite("Remarks about what totals contain", .inTurn)
struct TotalsRemarksTests {
    private static let metric = ProjectMetric(
        design: MetricDesign(name: "revenue", kind: .sum, cap: .percentile(0.99, ofPositive: false)),
        event: "bought")

    private static func remarks(_ change: (inout ExperimentTotals) -> Void) -> [String] {
        let experiment = ProjectExperiment(
            name: "paywall", key: "paywall_type", groups: ["a", "b"], start: SampleRun.start)
        var totals = ExperimentTotals(experiment: "paywall")
        change(&totals)
        let tally = ExperimentTally(totals)
        let plan = ExperimentPlan(experiment, metrics: [metric], tally: tally)
        return ExperimentStanding(plan, tally, at: SampleRun.start + 86_400).remarks
    }

    @Test("users who were only exposed before the start are counted")
    func early() {
        let day = EventDay(of: SampleRun.start)
        let remarks = Self.remarks { totals in
            totals.users[.init(phase: ExperimentTotals.beforeStart, group: "a", day: day)] = .init(300)
        }
        #expect(
            remarks.contains(
                "300 users were exposed before the start on \(day) and not since, so they do not count"))
    }

    @Test("the cap at a percentile is reported")
    func cap() {
        let remarks = Self.remarks { $0.caps = ["revenue": 129] }
        #expect(
            remarks == [
                "\"revenue\" counts at most 129 per user, which 99% of the users with a value do not exceed"
            ])
        #expect(Self.remarks { _ in } == ["\"revenue\" has no cap until users have a value"])
    }

    @Test("events that are missing are reported, with what to do")
    func missing() {
        let until = Date(timeIntervalSince1970: 1_772_366_400)
        let remarks = Self.remarks { $0.missing = ["revenue": .init(count: 1200, until: until)] }
        #expect(remarks.first?.hasPrefix("\"revenue\" lacks 1,200 events, the latest of 2026-03-01") == true)
        #expect(remarks.first?.contains("import their files again") == true)
    }
}
