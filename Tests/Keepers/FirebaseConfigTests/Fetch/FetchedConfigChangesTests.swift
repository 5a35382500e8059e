import FirebaseConfig
import Foundation
import TestSupport
import Testing

@Suite("What a fetch changed", .inTurn)
struct FetchedConfigChangesTests {
    let base = FetchedConfig(entries: ["a": "1", "b": "2"], templateVersion: 1, etag: "x")

    func experiment(_ variant: String, _ keys: [String]) -> ExperimentDescription {
        ExperimentDescription(
            experimentID: "_exp_1", variantID: variant, startTime: Date(timeIntervalSince1970: 0),
            affectedParameterKeys: keys)
    }

    @Test("nothing, when only version and tag differ")
    func nothing() {
        var other = base
        other.templateVersion = 2
        other.etag = "y"
        #expect(other.changedKeys(since: base).isEmpty)
    }

    @Test("added, removed and changed values")
    func values() {
        var other = base
        other.entries = ["a": "1", "b": "3", "c": ""]
        #expect(other.changedKeys(since: base) == ["b", "c"])
        #expect(base.changedKeys(since: other) == ["b", "c"])
    }

    @Test("another variant touches the experiment's keys, of before and after")
    func experiments() {
        var before = base
        before.experiments = [experiment("1", ["a"])]
        var after = base
        after.experiments = [experiment("2", ["a", "b"])]
        #expect(after.changedKeys(since: before) == ["a", "b"])
        #expect(before.changedKeys(since: base) == ["a"])
        #expect(before.changedKeys(since: before).isEmpty)
    }

    @Test("rollouts and personalization touch their keys")
    func metadata() {
        var after = base
        after.rollouts = [RolloutAssignment(rolloutID: "r", variantID: "1", affectedParameterKeys: ["a"])]
        #expect(after.changedKeys(since: base) == ["a"])
        after.personalization = ["b": PersonalizationAssignment(personalizationID: "p")]
        #expect(after.changedKeys(since: base) == ["a", "b"])
        #expect(base.changedKeys(since: after) == ["a", "b"])
    }
}
