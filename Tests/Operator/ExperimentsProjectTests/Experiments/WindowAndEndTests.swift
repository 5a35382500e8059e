import ExperimentStatistics
import Foundation
import TestSupport
import Testing

@testable import ExperimentsProject

@Suite("Reading the windows of metrics and the end of an experiment", .inTurn)
struct WindowAndEndTests {
    private func project(_ text: String) throws -> Project {
        try Project(parsing: "source: {kind: file, path: config.json}\n" + text, path: "experiments.yaml")
    }

    private func metric(_ fields: String) throws -> ProjectMetric {
        try #require(try project("metrics: [{name: m, event: e, \(fields)}]\n").metrics.first)
    }

    @Test("a window may begin after the first exposure, and then only users count whose window is over")
    func retention() throws {
        let next = try metric("window: 24h..48h")
        #expect(next.windowStart == .seconds(24 * 3600) && next.window == .seconds(48 * 3600))
        #expect(next.countsCompleteWindowsOnly)
        #expect(try metric("window: 24h..48h, complete_window: off").countsCompleteWindowsOnly == false)
        let open = try metric("window: 7d..none")
        #expect(open.windowStart == .seconds(7 * 86_400) && open.window == nil)
        #expect(!open.countsCompleteWindowsOnly)
        #expect(try metric("window: 0h..2d").windowStart == nil)
    }

    @Test("a metric counts users whose window is over, unless it is a guardrail or says otherwise")
    func complete() throws {
        #expect(try metric("kind: count").countsCompleteWindowsOnly)
        #expect(try metric("role: secondary").countsCompleteWindowsOnly)
        #expect(try metric("role: guardrail").countsCompleteWindowsOnly == false)
        #expect(try metric("role: guardrail, window: 24h..48h").countsCompleteWindowsOnly)
        #expect(try metric("role: guardrail, complete_window: on").countsCompleteWindowsOnly)
        #expect(try metric("complete_window: off").countsCompleteWindowsOnly == false)
        #expect(try metric("window: none").countsCompleteWindowsOnly == false)
    }

    @Test("a guardrail has a margin, which is a share or a difference")
    func margin() throws {
        #expect(try metric("role: guardrail").design.margin == .lift(0.1))
        #expect(try metric("role: guardrail, margin: 25%").design.margin == .lift(0.25))
        #expect(try metric("role: guardrail, margin: 0.002").design.margin == .difference(0.002))
    }

    @Test("the time after which apps know a new split is half a day, unless an experiment says otherwise")
    func fetchInterval() throws {
        func interval(_ text: String) throws -> Duration? {
            try project("experiments: [{name: x, flag: f\(text)}]\n").experiments.first?.fetchInterval
        }
        #expect(try interval("") == nil)
        #expect(try interval(", fetch_interval: 1h") == .seconds(3600))
        #expect(try interval(", fetch_interval: 0s") == .zero)
    }

    @Test("a ratio adds up values unless it is to count its events")
    func counting() throws {
        #expect(try metric("kind: ratio, per: view").countsEvents == false)
        #expect(try metric("kind: ratio, per: view, count: on").countsEvents)
    }

    @Test("a day as the end is meant with all of it, and a time as it is")
    func end() throws {
        func end(_ text: String) throws -> Date? {
            try project("experiments: [{name: x, flag: f, end: \(text)}]\n").experiments.first?.end
        }
        #expect(try end("2026-03-14") == Date(timeIntervalSince1970: 1_773_532_800))
        #expect(try end("2026-03-14T09:30:00Z") == Date(timeIntervalSince1970: 1_773_480_600))
    }

    @Test(
        "mistakes are reported with their place",
        arguments: [
            (
                "metrics: [{name: m, event: e, window: 48h..24h}]",
                "`window` of metric \"m\": expected a range of times"
            ),
            (
                "metrics: [{name: m, event: e, window: a..b}]",
                "`window` of metric \"m\": expected a range of times"
            ),
            (
                "metrics: [{name: m, event: e, window: none, complete_window: on}]",
                "`complete_window` of metric \"m\" needs a `window` that ends"
            ),
            (
                "metrics: [{name: m, event: e, kind: sum, count: on}]",
                "`count` of metric \"m\" is for metrics of kind ratio, but this one is a sum"
            ),
            (
                "metrics: [{name: m, event: e, margin: 10%}]",
                "`margin` of metric \"m\" is for metrics with the role guardrail, but this one is a goal"
            ),
            (
                "metrics: [{name: m, event: e, role: guardrail, margin: -1}]",
                "`margin` of metric \"m\": expected how much worse it may become"
            ),
            (
                "experiments: [{name: x, flag: f, start: 2026-03-14, end: 2026-03-13}]",
                "`end` of experiment \"x\" must be later than `start`"
            ),
            ("experiments: [{name: x, flag: f, end: soon}]", "`end` of experiment \"x\": expected a day"),
        ])
    func mistakes(_ text: String, _ message: String) {
        do {
            _ = try project(text + "\n")
            Issue.record("the mistake was not noticed: \(text)")
        } catch {
            #expect(String(describing: error).contains(message), "\(error)")
        }
    }
}
