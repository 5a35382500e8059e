import ExperimentsCore
import Testing

@testable import GrowthBookFeatures

@Suite("What is odd about a payload")
struct FindingTests {
    private func findings(_ features: String, _ more: String = "") throws -> [String] {
        try FeaturePayload(parsing: Array("{\"features\": \(features)\(more)}".utf8)).findings().map {
            "\($0.kind.rawValue): \($0)"
        }
    }

    @Test("A payload that is as it should be has no findings")
    func fine() throws {
        #expect(
            try findings(
                #"{"f": {"defaultValue": 1, "rules": [{"condition": {"a": {"$in": [1]}}, "force": 2}]}}"#) == [])
    }

    @Test("Rules behind one that takes all are never reached")
    func unreachable() throws {
        #expect(
            try findings(#"{"f": {"rules": [{"force": 1}, {"force": 2}]}}"#)
                == ["never-matches: f, rule 2: no user gets here, because rule 1 applies to all"])
    }

    @Test("Weights that do not sum up, or are too few, are told")
    func weights() throws {
        #expect(
            try findings(
                """
                {"f": {"rules": [{"variations": [1, 2], "weights": [0.5, 0.2]}]},
                 "g": {"rules": [{"variations": [1, 2], "weights": [1]}]}}
                """) == [
                    "weights: f, rule 1: weights sum up to 0.7; equal weights are used instead",
                    "weights: g, rule 1: 1 weights for 2 variations; equal weights are used instead",
                ])
    }

    @Test("Keys, meta and ranges that do not fit the variations are told, and a hash version that is not known")
    func variations() throws {
        #expect(
            try findings(
                """
                {"f": {"rules": [{"key": "e", "variations": [1, 2, 3], "meta": [{"key": "a"}, {"key": "a"}]}]},
                 "g": {"rules": [{"key": "r", "variations": [1, 2, 3], "ranges": [[0, 0.6], [0.5, 1]]}]},
                 "h": {"rules": [{"key": "v", "variations": [1, 2], "hashVersion": 3}]},
                 "i": {"rules": [{"key": "w", "variations": [1, 2], "meta": [{}, {}], "ranges": [[0, 0.5], [0.5, 1]]}]}}
                """) == [
                    "variations: f, rule 1: the experiment e has 3 variations and meta for 2; GrowthBook's SDK for "
                        + "JavaScript fails for users of the others",
                    "variations: f, rule 1: two variations of the experiment e have the key a, so users with sticky "
                        + "buckets may change from one to the other",
                    "variations: g, rule 1: the experiment r has 3 variations and 2 ranges, so no user gets the others",
                    "variations: g, rule 1: ranges of the experiment r overlap; the first one counts",
                    "never-matches: h, rule 1: the hashVersion 3 of the experiment v is unknown, so no user is in it",
                ])
    }

    @Test("Experiments that share users of a namespace are told")
    func namespaces() throws {
        #expect(
            try findings(
                """
                {"f": {"rules": [{"key": "a", "variations": [1, 2], "namespace": ["n", 0, 0.5]}]},
                 "g": {"rules": [{"key": "b", "variations": [1, 2], "namespace": ["n", 0.4, 1]}]},
                 "h": {"rules": [{"key": "c", "variations": [1, 2], "namespace": ["m", 0, 1]}]}}
                """) == [
                    "namespace-overlap: g, rule 1: the experiments a and b share users of the namespace n"
                ])
    }

    @Test("References to groups, features and bandits that are not there are told")
    func references() throws {
        let found = try findings(
            """
            {"f": {"rules": [{"condition": {"id": {"$inGroup": "gone"}}, "force": 1},
                             {"parentConditions": [{"id": "nope", "condition": {"value": 1}}], "force": 2}]}}
            """)
        #expect(
            found == [
                "unknown-group: f, rule 1: no saved group gone",
                "unknown-feature: f, rule 2: needs the feature nope, which does not exist",
            ])
    }

    @Test("Features that need each other are told with the way round")
    func cycles() throws {
        #expect(
            try findings(
                """
                {"f": {"rules": [{"parentConditions": [{"id": "g", "condition": {"value": 1}}], "force": 1}]},
                 "g": {"rules": [{"parentConditions": [{"id": "f", "condition": {"value": 1}}], "force": 1}]}}
                """) == ["prerequisite-cycle: f: features need each other and have no value: f → g → f"])
    }

    @Test("Conditions that no SDK understands are told")
    func conditions() throws {
        #expect(
            try findings(#"{"f": {"rules": [{"condition": {"a": {"$foo": 1}, "b": {"$regex": "("}}, "force": 1}]}}"#)
                .count == 2)
    }

    @Test("Conditions and operands of the wrong kind are told with what is expected and what is found")
    func kinds() throws {
        let rule = #"{"condition": {"$or": 1, "a": {"$in": "x"}, "b": {"$regex": 5}, "$not": 7}, "force": 1}"#
        #expect(
            try Set(findings("{\"f\": {\"rules\": [\(rule)]}}")) == [
                "condition: f, rule 1: $or: expected an array of conditions, found 1",
                "condition: f, rule 1: a $in: expected an array, found \"x\"",
                "condition: f, rule 1: b $regex: expected a string, found 5",
            ])
        #expect(
            try findings(#"{"f": {"rules": [{"condition": {"$and": [null]}, "force": 1}]}}"#) == [
                "condition: f, rule 1: expected an object as the condition, found null"
            ])
    }

    @Test("Parts that cannot be read are told with their line and column")
    func unreadable() throws {
        #expect(
            try findings("{\n\"f\": {\"rules\": [3]}}") == [
                "unreadable: 2:17: features.f.rules[0]: expected an object, found 3"
            ])
    }
}
