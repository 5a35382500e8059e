import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore
@testable import ExperimentsOperator

@Suite("Keys that could go from the code", .inTurn)
struct RetirementCandidateTests {
    private static let now = Date(timeIntervalSince1970: 1_772_000_000)
    private static let schema = ValueSchema(kind: .double, defaultText: "10")

    private static func timeline(
        _ name: String, _ values: [(text: String?, daysAgo: Double)], isDeclared: Bool = true
    ) -> KeyTimeline {
        let kept = values.enumerated().map { index, value in
            KeptValue(
                moment: ValueMoment(
                    at: now - value.daysAgo * 86400, unchangedUntil: nil, version: nil, notes: [],
                    program: nil),
                text: KeptText(value.text), isFirst: index == 0)
        }
        return KeyTimeline(
            name, isDeclared ? CatalogKey(name: name, schema: schema) : nil, values: kept, at: now)
    }

    private static func found(
        _ timelines: [KeyTimeline], winners: [String: RetirementCandidate.Winner] = [:],
        excluding: Set<String> = []
    ) -> [String] {
        RetirementCandidate.candidates(timelines, winners: winners, excluding: excluding, at: now).map {
            candidate in
            "\(candidate.key) \(candidate.value): "
                + candidate.reasons.map { $0.words(at: now) }.joined(separator: "; ")
        }
    }

    @Test("are those with one value for 90 days, the one that is unchanged for longest first")
    func same() {
        let timelines = [
            Self.timeline("young", [("5", 89)]), Self.timeline("old", [("5", 90)]),
            Self.timeline("older", [("1", 300), ("2", 200)]),
        ]
        #expect(
            Self.found(timelines) == [
                "older 2: the same for all users for 200 days",
                "old 5: the same for all users for at least 90 days",
            ])
    }

    @Test("also have a default that was written in two ways, or not at all")
    func defaults() {
        let timelines = [
            Self.timeline("written", [("3", 300), ("10", 200), ("10.0", 5)]),
            Self.timeline("unset", [("3", 300), (nil, 100)]), Self.timeline("other", [("3", 300), ("4", 5)]),
        ]
        #expect(
            Self.found(timelines) == [
                "unset 10: the same for all users for 100 days",
                "written 10.0: the same for all users for 200 days",
            ])
    }

    @Test("are not those that are not declared, or whose values differ between users")
    func others() {
        let timelines = [
            Self.timeline("foreign", [("5", 200)], isDeclared: false), Self.timeline("mine", [("5", 200)]),
        ]
        #expect(Self.found(timelines, excluding: ["mine"]).isEmpty)
    }

    @Test("have the value that won their experiment, whatever the source has")
    func won() {
        let timelines = [Self.timeline("same", [("5", 200)]), Self.timeline("other", [("5", 200)])]
        let winners = [
            "same": (experiment: "One", value: "5.0"),
            "other": (experiment: "Two", value: "6"),
            "unseen": (experiment: "Three", value: "7"),
        ]
        #expect(
            Self.found(timelines, winners: winners, excluding: ["other"]) == [
                "other 6: won the experiment Two",
                "same 5.0: won the experiment One; the same for all users for at least 200 days",
                "unseen 7: won the experiment Three",
            ])
    }
}
