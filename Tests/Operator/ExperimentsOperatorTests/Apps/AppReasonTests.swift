import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Why an app has another value", .inTurn)
struct AppReasonTests {
    /// What is known about the app's fetch and the source, and the reason that follows.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var key: ReportedKey = .held("max_items", "6")
        /// The version of the app's values; the one here is 12.
        var version: String?
        /// How many seconds before the fetch here the app fetched.
        var secondsBefore: TimeInterval = 0
        /// The text that the source had a minute ago, if its history is known.
        var textBefore: String?
        var conditionalKeys: Set<String>?
        var experiment: String?
        let reason: AppComparison.Reason

        var testDescription: String { name }
    }

    private static let start = SampleApps.start

    private static func reason(_ test: Case) -> AppComparison.Reason? {
        let assignments =
            test.experiment.map { [ExperimentAssignment(id: "sizes", variant: "b", keys: [$0])] } ?? []
        let shop = SampleShop.snapshot
        let snapshot = Snapshot(
            entries: shop.entries, version: "12", fetchedAt: start, experiments: assignments)
        var timeline: Timeline?
        if let text = test.textBefore {
            var entries = shop.entries
            entries["max_items"] = Snapshot.Entry(text: text)
            let older = Snapshot(entries: entries, version: "11", fetchedAt: start - 600)
            var both = Timeline(older, at: start - 600)
            both.append(snapshot, Reversal(from: older, to: snapshot), number: 1, at: start - 60)
            timeline = both
        }
        let report = Report(keys: SampleShop.keys, snapshot: snapshot, overrides: .empty, at: start)
        let app = SampleApps.app(
            SampleApps.phone, [test.key], fetchedAt: start - test.secondsBefore, version: test.version)
        let source = KnownSource(timeline: timeline, conditionalKeys: test.conditionalKeys)
        let comparison = AppComparison(of: app, with: report, overrides: .empty, source: source, at: start)
        return comparison.rows.first { $0.name == "max_items" }?.reason
    }

    static let cases: [Case] = [
        // Age.
        Case(name: "the version is older", version: "11", reason: .older),
        Case(
            name: "the version is the same, however long ago", version: "12", secondsBefore: 86400,
            reason: .otherValue),
        Case(
            name: "the version is newer, although the fetch was earlier", version: "13", secondsBefore: 60,
            reason: .newer),
        Case(name: "no version is known, and the fetch was earlier", secondsBefore: 60, reason: .older),
        Case(name: "no version is known, and the fetch was as late", reason: .otherValue),
        Case(
            name: "the source had the app's value at that time", secondsBefore: 300, textBefore: "6",
            conditionalKeys: ["max_items"], reason: .older),
        Case(
            name: "the source already had today's value at that time", secondsBefore: 300, textBefore: "7",
            reason: .otherValue),
        Case(
            name: "an older version that already had today's value", version: "11", secondsBefore: 300,
            textBefore: "7", conditionalKeys: ["max_items"], reason: .otherUser),
        Case(
            name: "an older version, and a condition", version: "11", secondsBefore: 300, textBefore: "5",
            conditionalKeys: ["max_items"], reason: .olderOrOtherUser),
        Case(
            name: "an older fetch of unknown content, and a condition", secondsBefore: 300,
            conditionalKeys: ["max_items"], reason: .olderOrOtherUser),
        // Conditions.
        Case(
            name: "a condition decides", version: "12", secondsBefore: 300, conditionalKeys: ["max_items"],
            reason: .otherUser),
        Case(
            name: "a condition decides on another key", version: "12", conditionalKeys: ["x"],
            reason: .otherValue),
        Case(
            name: "a condition comes before an experiment", version: "12", conditionalKeys: ["max_items"],
            experiment: "max_items", reason: .otherUser),
        // Experiments.
        Case(
            name: "an experiment decides", version: "12", secondsBefore: 300, experiment: "max_items",
            reason: .otherGroup),
        Case(
            name: "an experiment decides on another key", version: "12", experiment: "x", reason: .otherValue),
        // Defaults.
        Case(
            name: "the source tells the app to use its default", key: .held("max_items", "5", .default),
            version: "12", reason: .otherDefault),
        Case(
            name: "the source had no value in the version of the app", key: .held("max_items", "5", .missing),
            version: "11", reason: .older),
        Case(
            name: "the source has no value for the app in the same version",
            key: .held("max_items", "5", .missing),
            version: "12", secondsBefore: 300, reason: .missing),
        // Overrides.
        Case(
            name: "an override that was removed here", key: .held("max_items", "6", .override), version: "11",
            reason: .overrideLeft),
    ]

    @Test("the reason follows from what is known", arguments: cases)
    func known(_ test: Case) {
        #expect(Self.reason(test) == test.reason)
    }

    @Test("an app that does not report a key is built without it")
    func appVersion() {
        let report = Report(
            keys: SampleShop.keys, snapshot: SampleShop.snapshot, overrides: .empty, at: Self.start)
        let app = SampleApps.app(SampleApps.phone, [.held("max_items", "7")], fetchedAt: Self.start)
        let comparison = AppComparison(of: app, with: report, overrides: .empty, at: Self.start)
        #expect(comparison.rows.first { $0.name == "price_factor" }?.reason == .undeclaredThere)
        #expect(!comparison.rows.contains { $0.name == "max_items" })
    }

    @Test(
        "a source that gives everyone the same values has no conditional keys, and one that only a server knows has unknown ones"
    )
    func conditions() {
        #expect(KnownSource.conditionalKeys(of: InMemoryRemoteConfigKeeper(SampleShop.snapshot)) == nil)
    }
}
