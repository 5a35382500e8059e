import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@testable import ExperimentResults

@Suite("The split as the source gives it", .inTurn)
struct SourceSharesTests {
    private static let arms: [ExperimentSplit.Arm] = [
        .init(name: nil, value: "a", intended: 0.7, simulated: 0.69),
        .init(name: "small", value: "b", intended: 0.1, simulated: 0.11),
        .init(name: "large", value: "b", intended: 0.2, simulated: 0.2),
    ]

    @Test("groups are found by the values that their users get")
    func values() throws {
        let shares = try #require(SourceShares(Self.arms, groups: ["a", "b"]))
        #expect(shares.intended?.map { ($0 * 100).rounded() } == [70, 30])
        #expect(shares.simulated?.map { ($0 * 100).rounded() } == [69, 31])
    }

    @Test("groups are found by what the source calls them, and the others are left out")
    func names() throws {
        let shares = try #require(SourceShares(Self.arms, groups: ["large", "small"]))
        #expect(shares.intended?.map { ($0 * 300).rounded() } == [200, 100])
    }

    @Test("the value of each group is known, unless the source gives it several")
    func groupValues() throws {
        #expect(SourceShares(Self.arms, groups: ["large", "small"])?.values == ["b", "b"])
        #expect(SourceShares(Self.arms, groups: ["a", "b"])?.values == ["a", "b"])
        let mixed = Self.arms + [.init(name: "small", value: "c")]
        #expect(SourceShares(mixed, groups: ["large", "small"])?.values == ["b", nil])
    }

    @Test("about groups that the source does not know, it says nothing")
    func strangers() {
        #expect(SourceShares(Self.arms, groups: ["a", "c"]) == nil)
        #expect(SourceShares([], groups: ["a", "b"]) == nil)
        #expect(
            SourceShares([.init(name: "a", value: nil), .init(name: "b", value: nil)], groups: ["a", "b"])?
                .intended
                == nil)
    }

    @Test("hostile shares are none", arguments: [-1, .nan, .infinity, 0])
    func hostile(_ share: Double) {
        let arms = ["a", "b"].map { ExperimentSplit.Arm(name: $0, value: nil, intended: share) }
        #expect(SourceShares(arms, groups: ["a", "b"])?.intended == nil)
    }

    @Test("a split that the source knows need not be written, and users are expected by it")
    func taken() {
        var run = SampleRun(users: ["a": 700, "b": 300])
        #expect(run.standing.health == .mismatch)
        run.known.arms = Self.arms
        #expect(run.standing.health == .ok)
        #expect(run.standing.groups.map { $0.expected.rounded() } == [9800, 4200])
        #expect(run.standing.groups.map(\.simulatedShare) == [0.69, 0.31])
        #expect(run.standing.remarks.isEmpty)
    }

    @Test("what the project file says wins, and a contradiction is reported")
    func contradiction() {
        var run = SampleRun(users: ["a": 500, "b": 500])
        run.known.arms = Self.arms
        run.experiment.phases = [ProjectPhase(weights: [1, 1])]
        #expect(run.standing.health == .ok)
        #expect(
            run.standing.remarks == [
                "the project file has 50% : 50%, but the source has 70% : 30%; the project file is used: "
                    + "remove its weights, or add a phase with the new ones"
            ])
        run.experiment.phases = [ProjectPhase(weights: [7, 3])]
        #expect(run.standing.remarks.isEmpty)
    }

    @Test("if users do not fit the source's split, a remark says that it may have been different")
    func ramped() {
        var run = SampleRun(users: ["a": 900, "b": 100])
        run.known.arms = Self.arms
        #expect(run.standing.health == .mismatch)
        #expect(run.standing.remarks.first?.contains("`phases`") == true)
    }

    @Test("groups that no one names are the values of the source, or its names where users came to those")
    func groups() {
        var run = SampleRun()
        run.experiment.groups = []
        run.known.arms = Self.arms
        #expect(run.plan.design.groups == ["a", "b"])
        #expect(SourceShares.groups(of: Self.arms, seen: ["small"]) == ["small", "large"])
        #expect(SourceShares.groups(of: Self.arms, seen: ["other"]).isEmpty)
    }

    @Test("splits are found by the experiment's name, its flag and its key")
    func known() {
        let split = ExperimentSplit(experiment: "exp", key: "feature", arms: Self.arms)
        let known = KnownExperiments(.empty, keys: [], splits: [split])
        #expect(known.experiment("exp", key: nil, flag: nil).arms == Self.arms)
        #expect(known.experiment("Page", key: nil, flag: "exp").arms == Self.arms)
        #expect(known.experiment("Page", key: nil, flag: "feature").arms == Self.arms)
        #expect(known.experiment("Page", key: "feature", flag: nil).arms == Self.arms)
        #expect(known.experiment("Page", key: "other", flag: nil).arms.isEmpty)
    }
}
