import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("template", .fewAtATime)
struct TemplateTests {
    private static let server = #"""
        {"conditions": [{"name": "gold", "condition": {"customSignal": {"customSignalOperator": "STRING_EXACTLY_MATCHES",
           "customSignalKey": "tier", "targetCustomSignalValues": ["gold"]}}},
          {"name": "bad", "condition": {"customSignal": {"customSignalOperator": "STRING_CONTAINS_REGEX",
           "customSignalKey": "email", "targetCustomSignalValues": ["("]}}}],
         "parameters": {"color": {"defaultValue": {"value": "grey"}, "conditionalValues": {"gold": {"value": "yellow"}}},
           "size": {"defaultValue": {"useInAppDefault": true}}}}
        """#

    @Test("evaluate --json prints parameters and conditions, and nothing else")
    func evaluate() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(Self.server, to: "t.json")
        let run = try await workplace.run(
            "template", "evaluate", "t.json", "--context-json", #"{"tier": "gold"}"#, "--defaults-json",
            #"{"size": 5, "own": true}"#, "--json")
        #expect(run.status == 0)
        #expect(
            try run.json() == [
                "parameters": [
                    "color": ["value": "yellow", "source": "remote", "condition": "gold"],
                    "size": ["value": "5", "source": "default", "condition": .null],
                    "own": ["value": "true", "source": "default", "condition": .null],
                ],
                "conditions": ["gold": true, "bad": false],
            ], "\(run)")
    }

    @Test("evaluate reports an invalid pattern, prints the rest, and exits with 1")
    func badPattern() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(Self.server, to: "t.json")
        let run = try await workplace.run(
            "template", "evaluate", "t.json", "--context-json", #"{"email": "a@b"}"#, "--json")
        #expect(run.status == 1)
        #expect(try run.json().object?["conditions"] == ["gold": false, "bad": false])
        #expect(run.errors.contains("error: t.json:4:"), "\(run)")
        #expect(run.errors.contains("is not a regular expression: this ( has no ) at character 1"))
        #expect(!run.errors.contains("warning"), "\(run)")
        let unread = try await workplace.run("template", "evaluate", "t.json")
        #expect(unread.errors.hasPrefix("warning: t.json:3:"), "\(unread)")
    }

    @Test("a file that is not a template prints every problem with its place and exits with 1")
    func badFile() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            "{\"conditions\": [{}],\n \"parameters\": {\"a\": {\"defaultValue\": {\"value\": 5}}}}",
            to: "t.json")
        for command in ["evaluate", "validate"] {
            let run = try await workplace.run("template", command, "t.json")
            #expect(run.status == 1)
            #expect(run.output.isEmpty)
            let lines = run.errors.split(separator: "\n")
            #expect(lines.first == "error: t.json:1:17: conditions[0]: \"name\" is missing", "\(run)")
            #expect(
                lines.last?.hasPrefix(
                    "error: t.json:2:40: parameters.a.defaultValue.value: expected a string") == true)
        }
        let json = try await workplace.run("template", "validate", "t.json", "--json").json()
        let problems = json.object?["error"]?.object?["problems"]?.array?.compactMap(\.object)
        #expect(problems?.map { $0["rule"] } == ["shape", "value-is-text"])
        let missing = try await workplace.run("template", "evaluate", "none.json")
        #expect(missing.status == 1)
        #expect(missing.errors.contains("none.json"))
    }

    @Test("evaluate accepts the ID names of other SDKs, and reports a percentage without an ID")
    func randomizationID() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            #"""
            {"conditions": [{"name": "all", "condition": {"percent": {"percentOperator": "LESS_OR_EQUAL",
               "microPercent": 100000000, "seed": "s"}}}],
             "parameters": {"a": {"defaultValue": {"value": "no"}, "conditionalValues": {"all": {"value": "yes"}}}},
             "parameterGroups": {"G": {"parameters": {"b": {"defaultValue": {"value": "1"}}}}}}
            """#, to: "t.json")
        for name in ["randomizationId", "randomization_id", "randomizationID"] {
            let run = try await workplace.run(
                "template", "evaluate", "t.json", "--context-json", #"{"\#(name)": "u"}"#, "--json")
            #expect(try run.json().object?["conditions"] == ["all": true], "\(run)")
            #expect(!run.errors.contains("percentage"))
            #expect(run.errors.contains("the SDKs ignore parameters in groups: b"))
            #expect(
                run.errors.contains("note: used \(name), the name in the SDK") == (name != "randomizationId"))
        }
        let misspelt = try await workplace.run(
            "template", "evaluate", "t.json", "--context-json", #"{"randomisationId": "u"}"#)
        #expect(
            misspelt.errors.contains(
                #"no condition uses "randomisationId" of the context (did you mean "randomizationId"?)"#),
            "\(misspelt)"
        )
        let without = try await workplace.run("template", "evaluate", "t.json")
        #expect(
            without.errors.contains(
                "percentage conditions are not met, because the context has no randomizationId"),
            "\(without)")
        let validated = try await workplace.run("template", "validate", "t.json", "--server")
        #expect(validated.errors.contains("has parameters that servers do not get"), "\(validated)")
    }

    @Test("a comment that begins with # in a template is called one")
    func comment() async throws {
        let workplace = try Workplace()
        try workplace.folder.write("{\n  # the colors\n  \"parameters\": {}\n}\n", to: "t.json")
        let run = try await workplace.run("template", "validate", "t.json")
        #expect(run.status == 1 && run.errors.contains("t.json:2:3"), "\(run)")
        #expect(run.errors.contains("JSON has no comments"), "\(run)")
    }

    @Test("diff prints differences of JSON values by path")
    func differenceByPath() async throws {
        let workplace = try Workplace()
        func template(_ value: String) -> String {
            let value = JSONValue.string(value).compactText
            return #"{"parameters": {"a": {"defaultValue": {"value": \#(value)}, "valueType": "JSON"}}}"#
        }
        try workplace.folder.write(template(#"{"retries": 3, "hosts": ["a", "b"]}"#), to: "old.json")
        try workplace.folder.write(template(#"{"hosts": ["b", "a"], "retries": 5}"#), to: "new.json")
        let run = try await workplace.run("template", "diff", "old.json", "new.json")
        #expect(
            run.output == """
                ~ parameter a
                    default:
                        > hosts[0]: moved from hosts[1]
                        ~ retries: 3 → 5 (+2)

                """, "\(run)")
    }

    @Test("diff compares two files, for people and for scripts")
    func diff() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            #"{"parameters": {"a": {"defaultValue": {"value": "1"}}}}"#, to: "old.json")
        try workplace.folder.write(
            #"{"parameters": {"a": {"defaultValue": {"value": "2"}}}}"#, to: "new.json")
        let run = try await workplace.run("template", "diff", "old.json", "new.json")
        #expect(run.output == "~ parameter a\n    default: \"1\" → \"2\"\n", "\(run)")
        #expect(run.status == 0)
        #expect(
            try await workplace.run("template", "diff", "old.json", "new.json", "--exit-code").status == 2)
        let json = try await workplace.run("template", "diff", "old.json", "new.json", "--json").json()
        #expect(
            json.object?["changes"] == [
                [
                    "subject": "parameter", "name": "a", "change": "changed",
                    "members": [["name": "defaultValue", "old": ["value": "1"], "new": ["value": "2"]]],
                ]
            ])
    }

    @Test("what needs the service says what is missing, and sends no token in clear text")
    func account() async throws {
        let workplace = try Workplace()
        let none = try await workplace.run("template", "get", "--project", "shop")
        #expect(none.status == 1)
        #expect(none.errors.contains("no account for firebaseremoteconfig.googleapis.com"), "\(none)")
        let clear = try await workplace.run(
            "template", "get", "--project", "shop", "--base-url", "http://example.com", "--access-token-env",
            "TOKEN",
            with: ["TOKEN": "s3cret"])
        #expect(clear.errors.contains("unencrypted"), "\(clear)")
        #expect(!clear.errors.contains("s3cret"))
        let account = try await workplace.run("template", "get", "--service-account", "none.json")
        #expect(account.errors.contains("none.json"), "\(account)")
    }

    @Test("if two people publish, the second gets the edit back, and nothing is lost")
    func conflict() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            #"{"parameters": {"color": {"defaultValue": {"value": "grey"}, "later": [1.50]}}}"#, to: "t.json")
        let emulator = try workplace.start("emulator", "--template", "t.json", "--port", "0")
        try await emulator.waitForOutput("source: ")
        let words = try #require(emulator.output.split(separator: "\n").first).split(separator: " ")
        let service = [
            "FIREBASE_REMOTE_CONFIG_URL": String(words[2]), "GOOGLE_CLOUD_PROJECT": "demo-project",
        ]
        func experiments(_ arguments: String...) async throws -> Finished {
            try await workplace.run(Workplace.program, ["template"] + arguments, with: service)
        }
        #expect(
            try await experiments("get", "-o", "mine.json").output.hasPrefix("saved version 1 in mine.json"))
        let text = try workplace.folder.text(of: "mine.json")
        #expect(text.contains("1.50"))
        try workplace.folder.write(text.replacing("grey", with: "red"), to: "theirs.json")
        try workplace.folder.write(text.replacing("grey", with: "green"), to: "mine.json")
        let theirs = try await experiments("publish", "theirs.json", "--description", "Red", "--yes")
        #expect(
            theirs.output == "~ parameter color\n    default: \"grey\" → \"red\"\npublished version 2\n",
            "\(theirs)")
        let mine = try await experiments("publish", "mine.json", "--yes")
        #expect(mine.status == 1)
        #expect(mine.errors.contains("default: \"grey\" → \"green\""), "\(mine)")
        #expect(mine.errors.contains("Both changed: parameter color"))
        #expect(try await experiments("versions").output.contains("2        "))
        let asked = try await experiments("rollback")
        #expect(asked.status == 1 && asked.output.hasPrefix("~ parameter color"), "\(asked)")
        #expect(asked.errors.contains("publishing needs confirmation"), "\(asked)")
        let back = try await experiments("rollback", "--yes")
        #expect(back.output.hasSuffix("version 1 is published again as version 3\n"), "\(back)")
        #expect(try await experiments("get").output.contains("1.50"))
        let unasked = try await experiments("publish", "mine.json", "--force")
        #expect(
            unasked.status == 1 && unasked.errors.contains("Use --yes to publish without a question."),
            "\(unasked)")
        let forced = try await experiments("publish", "mine.json", "--force", "--yes")
        #expect(forced.output.hasSuffix("published version 4\n"), "\(forced)")
    }

    @Test("a source of kind firebase-template brings the values for its persona")
    func source() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            #"""
            {"conditions": [{"name": "uk", "expression": "device.country in ['GB']"}],
             "parameters": {"color": {"defaultValue": {"value": "grey"}, "conditionalValues": {"uk": {"value": "blue"}}}}}
            """#, to: "t.json")
        try workplace.folder.write(
            """
            source: {kind: firebase-template, path: t.json, persona: {device.country: GB}}
            keys: [{name: color, type: string}, {name: size, type: int}]
            """, to: "experiments.yaml")
        #expect(try await workplace.run("get", "color").output == "blue\n")
        #expect(try await workplace.run("get", "color", "--as", "device.country=NO").output == "grey\n")
        let unknown = try await workplace.run("get", "color", "--as", "device.county=NO")
        #expect(unknown.status == 1 && unknown.errors.contains("Did you mean device.country?"), "\(unknown)")
        let rows = try await workplace.run("list", "--json").json().object?["keys"]?.array?.compactMap(
            \.object)
        #expect(rows?.map { $0["status"] } == ["ok", "missing"])
        #expect(rows?.first?["supplier"] == "uk")
    }

    @Test(
        "a condition for servers that can never be met is named, and evaluated as the SDKs do",
        arguments: [
            (
                #"{"percent": {"percentConditionOperator": "LESS_OR_EQUAL", "microPercent": 100000000}}"#,
                "has no percentOperator"
            ),
            (
                #"{"percent": {"percentOperator": "AT_MOST", "microPercent": 1}}"#,
                "unknown percentOperator, \"AT_MOST\""
            ),
            (
                #"{"customSignal": {"customSignalOperator": "STRING_CONTAINS", "customSignalKey": "k"}}"#,
                "no targetCustomSignalValues"
            ),
            (
                #"{"customSignal": {"customSignalOperator": "IS", "customSignalKey": "k", "targetCustomSignalValues": ["a"]}}"#,
                "unknown customSignalOperator, \"IS\""
            ),
            (
                #"{"customSignal": {"customSignalOperator": "SEMANTIC_VERSION_EQUAL", "customSignalKey": "k", "targetCustomSignalValues": ["1.2.3.4.5.6"]}}"#,
                "compares with \"1.2.3.4.5.6\", which is not a version of up to 5 numbers"
            ),
            (
                #"{"customSignal": {"customSignalOperator": "NUMERIC_EQUAL", "customSignalKey": "k", "targetCustomSignalValues": ["many"]}}"#,
                "compares with \"many\", which is not a number, and is never met"
            ),
        ])
    func neverMet(_ condition: String, _ words: String) async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            #"{"conditions": [{"name": "c", "condition": \#(condition)}], "parameters": {}}"#, to: "t.json")
        let run = try await workplace.run(
            "template", "evaluate", "t.json", "--context-json", #"{"randomizationId": "u", "k": "a"}"#,
            "--json")
        #expect(run.status == 0)
        #expect(try run.json().object?["conditions"] == ["c": false])
        #expect(run.errors.hasPrefix("warning: t.json:1:") && run.errors.contains(words), "\(run)")
    }
}
