import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsProject

@Suite("Files of other flag systems", .inTurn)
struct ForeignFileTests {
    /// A small file of each system, by the schema that it publishes.
    private static let files: [(name: String, text: String, system: String)] = [
        ("flags.json", #"{"$schema": "https://flagd.dev/schema/v0/flags.json", "flags": {}}"#, "flagd"),
        (
            "config.json",
            #"{"flags": {"a": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}}}"#,
            "flagd"
        ),
        ("flags.yaml", "flags:\n  a:\n    state: ENABLED\n    variants: {on: true}\n", "flagd"),
        (
            "flags.json",
            #"{"flags": {"a": {"key": "a", "on": true, "fallthrough": {"variation": 0}}}, "segments": {}}"#,
            "LaunchDarkly"
        ),
        (
            "flags.json", #"{"flags": {}, "segments": {"s": {"included": ["ann@corp.example"]}}}"#,
            "LaunchDarkly"
        ),
        ("flags.json", #"{"flagValues": {"a": true}}"#, "LaunchDarkly"),
        (
            "flags.json", #"{"flags": {"a": {"on": true, "fallthrough": {}}}, "flagValues": {"a": true}}"#,
            "LaunchDarkly"
        ),
        (
            "config.json", #"{"p": {"u": "", "s": "salt"}, "s": [], "f": {"a": {"t": 0, "v": {"b": true}}}}"#,
            "ConfigCat"
        ),
        ("flags.json", #"{"flags": {"a": true, "b": "x"}}"#, "ConfigCat"),
        (
            "features.json",
            #"{"version": 2, "features": [{"name": "a", "enabled": true, "strategies": []}]}"#,
            "Unleash"
        ),
        ("features.json", #"{"features": [], "featureStrategies": [], "tagTypes": []}"#, "Unleash"),
        ("config.json", #"{"id": 1, "api_key": "k", "feature_states": [{"enabled": true}]}"#, "Flagsmith"),
        (
            "flags.json", #"[{"feature": {"name": "a"}, "feature_state_value": "x", "enabled": true}]"#,
            "Flagsmith"
        ),
        (
            "flags.json", #"{"createdAt": "", "format": "SERVER", "flags": {"a": {"allocations": []}}}"#,
            "Eppo"
        ),
        ("config.json", #"{"feature_gates": [], "dynamic_configs": [], "layer_configs": []}"#, "Statsig"),
        (
            "config.json", #"{"projectId": "1", "rollouts": [], "experiments": [], "featureFlags": []}"#,
            "Optimizely"
        ),
        ("config.json", #"{"splits": [{"name": "a", "trafficTypeName": "user"}], "since": -1}"#, "Split"),
        ("flags.yaml", "- a:\n    treatment: \"on\"\n- b:\n    treatment: \"off\"\n", "Split"),
        ("flags.json", #"{"flags": [{"key": "a", "filters": {}}], "group_type_mapping": {}}"#, "PostHog"),
        ("flags.json", #"{"featureFlags": {"a": true}, "featureFlagPayloads": {}}"#, "PostHog"),
        ("flags.json", #"[{"key": "a", "segments": [], "variants": {}}]"#, "Amplitude"),
        (
            "flags.yaml", "my-flag:\n  variations: {on: true, off: false}\n  defaultRule: {variation: on}\n",
            "GO Feature Flag"
        ),
        ("features.yaml", "namespace: default\nflags:\n- key: a\n  type: BOOLEAN_FLAG_TYPE\n", "Flipt"),
        (
            "config.json", #"{"flags": {"a": {"name": "a"}}, "values": {"a": {}}, "version": "1"}"#,
            "AWS AppConfig"
        ),
        (
            "config.json", #"{"feature_management": {"feature_flags": [{"id": "a"}]}}"#,
            "Azure App Configuration"
        ),
        ("config.json", #"{"project": {}, "environment": {}, "features": [], "variables": []}"#, "DevCycle"),
    ]

    @Test("are recognized, and none of their members becomes a value", arguments: files.indices)
    func recognized(index: Int) throws {
        let file = Self.files[index]
        let reader = FolderReader.holding([file.name: file.text])
        let findings = SourceFinder(reader).findings(in: "here")
        #expect(findings.candidates.isEmpty, "\(findings.candidates.map(\.title))")
        let refused = try #require(findings.refused.first)
        #expect(refused.isTelling)
        #expect(refused.problem.message.contains(file.system), "\(refused.problem)")
        #expect(refused.problem.advice != nil)
        let problem = #expect(throws: FileProblem.self) {
            try SourceFinder(reader).candidate(at: "here/" + file.name, writtenAs: file.name)
        }
        #expect(problem?.message.contains(file.system) == true, "\(String(describing: problem))")
    }

    @Test(
        "are not files of values, variants, templates or GrowthBook features",
        arguments: [
            (#"{"flags": "x", "values": 3}"#, "values by key"), (#"{"flags": true}"#, "values by key"),
            (#"{"flags": {"a": true}, "other": 1}"#, "values by key"),
            (#"{"f": 1, "p": 2}"#, "values by key"),
            (#"{"features": ["a", "b"], "rollouts": 3}"#, "values by key"),
            (#"{"flag_defs": [{"flag": "f", "base_value": true}], "variants": []}"#, "flags and variants"),
            (
                #"{"parameters": {"flags": {"defaultValue": {"value": "1"}}}}"#,
                "Firebase Remote Config template"
            ),
            (#"{"features": {"a": {"defaultValue": true}}}"#, "GrowthBook features"),
        ])
    func others(text: String, kind: String) {
        let findings = SourceFinder(.holding(["config.json": text])).findings(in: "here")
        #expect(findings.candidates.map(\.kindWords) == [kind], "\(findings.refused)")
    }
}
