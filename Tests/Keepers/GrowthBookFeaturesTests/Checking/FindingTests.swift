import ExperimentsCore
import TestSupport
import Testing

@testable import GrowthBookFeatures

@Suite("What is odd about a payload", .inTurn)
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
                #"{"f": {"defaultValue": 1, "rules": [{"condition": {"a": {"$in": [1]}}, "force": 2}]}}"#)
                == [])
    }

    @Test("Rules behind one that takes all are never reached")
    func unreachable() throws {
        #expect(
            try findings(#"{"f": {"rules": [{"force": 1}, {"force": 2}]}}"#)
                == ["never-matches: f, rule 2: no user gets here, because rule 1 applies to all"])
    }

    @Test("Weights that do not sum up, or are too few, are reported")
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

    @Test(
        "Keys, meta and ranges that do not fit the variations are reported, and a hash version that is not known"
    )
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

    @Test("Experiments that share users of a namespace are reported")
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

    @Test("References to groups, features and bandits that are not there are reported")
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

    @Test("Features that need each other are reported with the way round")
    func cycles() throws {
        #expect(
            try findings(
                """
                {"f": {"rules": [{"parentConditions": [{"id": "g", "condition": {"value": 1}}], "force": 1}]},
                 "g": {"rules": [{"parentConditions": [{"id": "f", "condition": {"value": 1}}], "force": 1}]}}
                """) == ["prerequisite-cycle: f: features need each other and have no value: f → g → f"])
    }

    @Test("Conditions that no SDK understands are reported")
    func conditions() throws {
        #expect(
            try findings(
                #"{"f": {"rules": [{"condition": {"a": {"$foo": 1}, "b": {"$regex": "("}}, "force": 1}]}}"#
            )
            .count == 2)
    }

    @Test("Conditions and operands of the wrong kind are reported with what is expected and what is found")
    func kinds() throws {
        let rule = #"{"condition": {"$or": 1, "a": {"$in": "x"}, "b": {"$regex": 5}, "$not": 7}, "force": 1}"#
        #expect(
            try Set(findings("{\"f\": {\"rules\": [\(rule)]}}")) == [
                "condition: f, rule 1: $or: expected an array of conditions, found 1",
                "condition: f, rule 1: a $in: expected an array, found \"x\"",
                "condition: f, rule 1: b $regex: expected a string, found 5",
                "condition: f, rule 1: expected an object as the condition, found 7",
            ])
        #expect(
            try findings(#"{"f": {"rules": [{"condition": {"$and": [null]}, "force": 1}]}}"#) == [
                "condition: f, rule 1: expected an object as the condition, found null"
            ])
    }

    @Test("Parts that cannot be read are reported with their line and column")
    func unreadable() throws {
        #expect(
            try findings("{\n\"f\": {\"rules\": [3]}}") == [
                "unreadable: 2:17: features.f.rules[0]: expected an object, found 3"
            ])
    }

    @Test(
        "Misspelt members are named with what was meant, because SDKs ignore them",
        arguments: [
            (
                #"{"conditon": {"id": "1"}, "force": 1}"#,
                "features.f.rules[0].conditon: unknown member (did you mean \"condition\"?); it is ignored"
            ),
            (
                #"{"force": 1, "parentCondition": []}"#,
                "features.f.rules[0].parentCondition: unknown member (did you mean \"parentConditions\"?); it is ignored"
            ),
            (
                #"{"parentConditions": ["g"], "force": 1}"#,
                "features.f.rules[0].parentConditions[0]: expected an object, found \"g\""
            ),
            (
                #"{"condition": [{"id": "1"}], "force": 1}"#,
                "features.f.rules[0].condition: expected an object, found [{\"id\":\"1\"}]"
            ),
            (
                #"{"variations": [1, 2], "weights": ["0.5", "0.5"]}"#,
                "features.f.rules[0].weights: expected an array of numbers, found [\"0.5\",\"0.5\"]"
            ),
            (
                #"{"variations": [1, 2], "ranges": [[0, 0.5], 0.5]}"#,
                "features.f.rules[0].ranges[1]: expected an array of a start and an end, found 0.5"
            ),
            (
                #"{"parentConditions": [{"id": "g", "conditio": {"value": 1}}], "force": 1}"#,
                "features.f.rules[0].parentConditions[0].conditio: unknown member (did you mean \"condition\"?); it is ignored"
            ),
            (
                #"{"parentConditions": [{"id": "g", "condition": 7}], "force": 1}"#,
                "features.f.rules[0].parentConditions[0].condition: expected an object, found 7"
            ),
            (
                #"{"variations": [1, 2], "filters": [{"attribut": "id", "seed": "s", "ranges": []}]}"#,
                "features.f.rules[0].filters[0].attribut: unknown member (did you mean \"attribute\"?); it is ignored"
            ),
            (
                #"{"force": 1, "coverage": "half"}"#,
                "features.f.rules[0].coverage: expected a number, found \"half\""
            ),
            (
                #"{"force": 1, "hashAttribute": ["id"]}"#,
                "features.f.rules[0].hashAttribute: expected a string, found [\"id\"]"
            ),
            (
                #"{"variations": [1, 2], "filters": {}}"#,
                "features.f.rules[0].filters: expected an array, found {}"
            ),
        ])
    func misspelt(_ rule: String, _ problem: String) throws {
        let payload = try FeaturePayload(
            parsing: Array("{\"features\": {\"f\": {\"rules\": [\(rule)]}}}".utf8))
        #expect(payload.problems.map(\.sentence) == [problem])
    }

    @Test(
        "Misspelt members of a payload are named, and later members are not",
        arguments: [
            (
                #"{"features": {}, "savedgroups": {}}"#,
                "savedgroups: unknown member (did you mean \"savedGroups\"?); it is ignored"
            ),
            (
                #"{"Features": {"f": {}}}"#,
                "Features: is read as a feature of this name (did you mean \"features\"?)"
            ),
            (
                #"{"features": {"f": {"defaultvalue": 1}}}"#,
                "features.f.defaultvalue: unknown member (did you mean \"defaultValue\"?); it is ignored"
            ),
            (#"{"features": {}, "encryptedFeatures": 5}"#, "encryptedFeatures: expected a string, found 5"),
            (
                #"{"features": {}, "contextualBandits": []}"#,
                "contextualBandits: expected an object, found []"
            ),
            (
                #"{"features": {}, "experiments": [{"variations": [1, 2]}]}"#,
                "experiments[0].key: expected a string, found nothing"
            ),
        ])
    func misspeltWhole(_ text: String, _ problem: String) throws {
        #expect(try FeaturePayload(parsing: Array(text.utf8)).problems.map(\.sentence) == [problem])
        let later =
            #"{"features": {"f": {"project": "p", "rules": [{"force": 1, "later": 2}]}}, "holdouts": {}}"#
        #expect(try FeaturePayload(parsing: Array(later.utf8)).problems.isEmpty)
    }

    @Test("A list of features is refused with where SDKs read theirs") func restAPI() {
        let problem = #expect(throws: PayloadProblem.self) {
            try FeaturePayload(parsing: Array(#"{"features": [{"id": "f"}]}"#.utf8))
        }
        #expect(problem?.advice?.contains("/api/features/") == true)
    }

    @Test(
        "What applies to more users than it looks like is reported",
        arguments: [
            (
                #"{"force": 1, "coverage": 50}"#,
                "share: f, rule 1: the coverage 50 counts as 1, which is all users; half of them are 0.5"
            ),
            (
                #"{"variations": [1, 2], "coverage": 1.5}"#,
                "share: f, rule 1: the coverage 1.5 counts as 1, which is all users; half of them are 0.5"
            ),
            (
                #"{"variations": [1, 2], "namespace": ["n", 0, 50]}"#,
                "share: f, rule 1: the namespace n has the range 0 to 50, but the buckets of users are between 0 and 1"
            ),
            (
                #"{"key": "e", "variations": [1, 2], "ranges": [[0, 50], [50, 100]]}"#,
                "share: f, rule 1: the experiment e has the range 0 to 50, but the buckets of users are between 0 and 1"
            ),
            (
                #"{"variation": 1}"#,
                "never-matches: f, rule 1: it has neither force nor variations, so it does nothing"
            ),
            (#"{"force": 1, "condition": {"$nand": []}}"#, "condition: f, rule 1: unknown operator $nand"),
            (
                #"{"force": 1, "condition": {"a": {"$type": "str"}}}"#,
                "never-matches: f, rule 1: a $type: \"str\" is not a type (known: string, number, boolean, array, object, null)"
            ),
        ])
    func shares(_ rule: String, _ finding: String) throws {
        #expect(try findings("{\"f\": {\"rules\": [\(rule)]}}").contains(finding))
        #expect(
            try findings(#"{"f": {"rules": [{"parentConditions": [{"id": "f", "gate": true}]}]}}"#).count == 1
        )
    }

    @Test("Addresses that no page has are reported")
    func addresses() throws {
        let patterns =
            #"[{"type": "glob", "pattern": "/x"}, {"type": "regex", "pattern": "("}, {"type": "simple", "pattern": "/y"}]"#
        let found = try findings(
            "{}",
            ", \"experiments\": [{\"key\": \"e\", \"variations\": [1, 2], \"urlPatterns\": \(patterns)}]")
        #expect(
            found.count == 2 && found[0].contains("/x: its type is neither")
                && found[1].contains("no address matches ("), "\(found)")
    }
}
