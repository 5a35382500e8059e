import ExperimentsCore
import Foundation
import TestSupport
import Testing
import ThrowawayKeys

@Suite("firebase set-update", .fewAtATime)
struct SetUpdateTests {
    private static let link = "https://apps.apple.com/app/id1"
    private static let template = """
        {
          "conditions": [{"name": "beta", "expression": "percent <= 10", "tagColor": "BLUE"}],
          "parameters": {
            "ios_recommended_update": {
              "defaultValue": {
                "value": "{\\"version\\": \\"1.2.3.400\\", \\"download\\": \\"https://old\\", \\"note\\": \\"x\\"}"
              },
              "conditionalValues": {"beta": {"value": "{\\"version\\": \\"9.9.9\\"}"}},
              "description": "who has what",
              "valueType": "JSON",
              "newMember": [1.10]
            },
            "count": {"defaultValue": {"value": "3"}, "valueType": "NUMBER"}
          },
          "parameterGroups": {
            "updates": {"parameters": {"android_recommended_update": {"defaultValue": {"useInAppDefault": true}}}}
          },
          "unknown": {"kept": 12345678901234567890}
        }
        """

    private func stage(_ template: String = Self.template) async throws -> (FakeGoogle, Workplace) {
        let google = try await FakeGoogle.start(template)
        let workplace = try Workplace()
        try workplace.folder.write(google.key.json, to: "key.json")
        return (google, workplace)
    }

    private func setUpdate(
        _ google: FakeGoogle, _ workplace: Workplace, kind: String = "recommended",
        version: String = "1.2.3.500",
        link: String = Self.link, platforms: [String] = ["ios"], options: [String] = []
    ) async throws -> Finished {
        try await workplace.run(
            Workplace.program,
            ["firebase", "set-update", kind, version, link, "key.json"]
                + platforms.flatMap { ["--platform", $0] } + options,
            with: ["FIREBASE_REMOTE_CONFIG_URL_BASE": google.url])
    }

    private func parameter(_ name: String, in google: FakeGoogle) throws -> JSONObject {
        let document = try JSONValue(parsing: google.template).object
        return try #require(document?["parameters"]?.object?[name]?.object)
    }

    @Test("publishes the update and prints only the new version")
    func publishes() async throws {
        let (google, workplace) = try await stage()
        let done = try await setUpdate(google, workplace)
        #expect(done.status == 0, "\(done)")
        #expect(done.output == "42\n")
        let value = try parameter("ios_recommended_update", in: google)["defaultValue"]?.object?["value"]?
            .string
        #expect(
            try JSONValue(parsing: value ?? "")
                == ["version": "1.2.3.500", "download": .string(Self.link), "note": "x"])
        #expect(
            google.calls.map(\.line) == [
                "POST /token", "GET /v1/projects/demo-project/remoteConfig",
                "PUT /v1/projects/demo-project/remoteConfig?validateOnly=true",
                "PUT /v1/projects/demo-project/remoteConfig",
            ])
        #expect(google.calls.last?.ifMatch == "etag-41")
    }

    @Test("preserves conditional values, descriptions and unknown members, and lists the conditions")
    func keeps() async throws {
        let (google, workplace) = try await stage()
        let done = try await setUpdate(google, workplace)
        #expect(
            done.errors.contains(#"note: ios_recommended_update keeps its values for the conditions "beta""#),
            "\(done)"
        )
        let old = try #require(try JSONValue(parsing: Self.template).object)
        var new = try #require(try JSONValue(parsing: google.template).object)
        var parameter = try parameter("ios_recommended_update", in: google)
        let before = try #require(old["parameters"]?.object?["ios_recommended_update"]?.object)
        parameter["defaultValue"] = before["defaultValue"]
        #expect(parameter == before)
        new["version"] = nil
        new["parameters"] = old["parameters"]
        #expect(new == old)
    }

    @Test("publishes for several platforms, in groups or not, with new parameters last")
    func several() async throws {
        let (google, workplace) = try await stage()
        let done = try await setUpdate(google, workplace, kind: "required", platforms: ["ios", "android"])
        #expect(done.output == "42\n", "\(done)")
        #expect(try parameter("ios_required_update", in: google)["valueType"] == "JSON")
        #expect(try parameter("android_required_update", in: google)["defaultValue"] != nil)
        let grouped = try await setUpdate(google, workplace, platforms: ["android"])
        #expect(grouped.output == "43\n", "\(grouped)")
        #expect(grouped.errors.contains("android_recommended_update: (in-app default) → "))
        let groups = try JSONValue(parsing: google.template).object?["parameterGroups"]?.object
        let group = groups?["updates"]?.object?["parameters"]?.object
        let value = group?["android_recommended_update"]?.object?["defaultValue"]?.object?["value"]
        #expect(value?.string?.contains("1.2.3.500") == true)
    }

    @Test("--parameter names another parameter")
    func parameterName() async throws {
        let (google, workplace) = try await stage()
        _ = try await setUpdate(google, workplace, platforms: [], options: ["--parameter", "tv_update"])
        #expect(try parameter("tv_update", in: google)["defaultValue"] != nil)
    }

    @Test("is applied again to the version of someone who published in the meantime")
    func mismatch() async throws {
        let (google, workplace) = try await stage()
        google.letOthersPublish(1)
        let done = try await setUpdate(google, workplace)
        #expect(done.output == "43\n", "\(done)")
        #expect(done.errors.contains("someone else published first"))
        let sent = google.calls.filter { $0.line.hasPrefix("PUT") && !$0.line.contains("validateOnly") }
        #expect(sent.map(\.ifMatch) == ["etag-41", "etag-42"])
        google.letOthersPublish(2)
        let failed = try await setUpdate(google, workplace, version: "1.2.3.600")
        #expect(failed.status == 1)
        #expect(failed.output.isEmpty)
        #expect(failed.errors.contains("nothing was published"), "\(failed)")
        #expect(google.version == 45)
    }

    @Test("publishes nothing where the parameters say so already")
    func already() async throws {
        let (google, workplace) = try await stage()
        _ = try await setUpdate(google, workplace)
        let again = try await setUpdate(google, workplace)
        #expect(again.status == 0)
        #expect(again.output == "42\n")
        #expect(again.errors == "nothing to publish: the template already has this value\n")
        #expect(google.version == 42)
    }

    @Test("--dry-run lets the service check, and publishes nothing")
    func dryRun() async throws {
        let (google, workplace) = try await stage()
        let rehearsed = try await setUpdate(google, workplace, options: ["--dry-run"])
        #expect(rehearsed.status == 0, "\(rehearsed)")
        #expect(rehearsed.output.isEmpty)
        #expect(rehearsed.errors.contains("nothing was published"))
        #expect(google.version == 41)
        #expect(google.calls.last?.line == "PUT /v1/projects/demo-project/remoteConfig?validateOnly=true")
    }

    @Test("--json prints what was changed, and from what")
    func json() async throws {
        let (google, workplace) = try await stage()
        let document = try #require(try await setUpdate(google, workplace, options: ["--json"]).json().object)
        #expect(document["published"] == true)
        #expect(document["version"] == "42")
        #expect(document["project"] == "demo-project")
        let parameter = try #require(document["parameters"]?.array?.first?.object)
        #expect(parameter["name"] == "ios_recommended_update")
        #expect(parameter["conditions"] == ["beta"])
        #expect(parameter["was"]?.string?.contains("1.2.3.400") == true)
        #expect(parameter["value"]?.string?.contains("1.2.3.500") == true)
    }

    @Test("warns where the release is older than the one before")
    func older() async throws {
        let (google, workplace) = try await stage()
        let done = try await setUpdate(google, workplace, version: "1.2.3")
        #expect(done.output == "42\n")
        #expect(done.errors.contains("warning: 1.2.3 is older than 1.2.3.400"), "\(done)")
    }

    @Test("takes the options for credentials that other commands take")
    func credentials() async throws {
        let (google, workplace) = try await stage()
        let arguments = [
            "firebase", "set-update", "required", "1.2.3", Self.link, "--platform", "ios", "--base-url",
            google.url,
        ]
        let file = try await workplace.run(Workplace.program, arguments + ["--service-account", "key.json"])
        #expect(file.output == "42\n", "\(file)")
        let twice = try await workplace.run(
            Workplace.program, arguments + ["key.json", "--service-account", "key.json"])
        #expect(twice.status == 1 && twice.errors.contains("expected the key file only once"), "\(twice)")
    }

    @Test("--base-url counts before the environment")
    func baseURL() async throws {
        let (google, workplace) = try await stage()
        let away = try await setUpdate(google, workplace, options: ["--base-url", "http://127.0.0.1:1"])
        #expect(away.status == 1)
        #expect(away.errors.contains("127.0.0.1:1 refused the connection"), "\(away)")
        let nonsense = try await setUpdate(google, workplace, options: ["--base-url", "127.0.0.1"])
        #expect(nonsense.errors.hasPrefix("error: invalid --base-url: expected a URL"), "\(nonsense)")
        let open = try await setUpdate(google, workplace, options: ["--base-url", "http://example.com"])
        #expect(open.errors.contains("the access token would be sent to example.com unencrypted"), "\(open)")
    }

    @Test(
        "an HTTP error is an error, not a success",
        arguments: [
            (
                403, #"{"error": {"code": 403, "status": "PERMISSION_DENIED", "message": "No access"}}"#,
                "403 PERMISSION_DENIED: No"
            ),
            (500, "oops", "returned 500"), (200, "<html>", "invalid response"),
            (200, "{\"parameters\": 1}", "parameters"),
        ])
    func refused(status: Int, body: String, words: String) async throws {
        let (google, workplace) = try await stage()
        google.answerTemplates(status, body)
        let refused = try await setUpdate(google, workplace)
        #expect(refused.status == 1)
        #expect(refused.output.isEmpty)
        #expect(refused.errors.contains(words), "\(refused)")
        #expect(!refused.errors.contains("ya29"))
    }

    @Test("a token that is refused stops it before anything is asked")
    func noToken() async throws {
        let (google, workplace) = try await stage()
        google.answerTokens(
            401, #"{"error": "invalid_client", "error_description": "The OAuth client was not found."}"#)
        let refused = try await setUpdate(google, workplace)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("401 invalid_client"), "\(refused)")
        #expect(google.calls.map(\.line) == ["POST /token"])
    }

    @Test(
        "arguments that make no sense are errors before anything is sent",
        arguments: [
            ["urgent", "1.2.3", "https://x", "--platform", "ios"],
            ["required", "1.2", "https://x", "--platform", "ios"],
            ["required", "1.2.3.beta", "https://x", "--platform", "ios"],
            ["required", "1.2.3", "", "--platform", "ios"],
            ["required", "1.2.3", "x", "--platform", "ios"],
            ["required", "1.2.3", "https://x", "--platform", "tvos"],
            ["required", "1.2.3", "https://x"],
            ["required", "1.2.3", "https://x", "--platform", "ios", "--parameter", "x"],
            ["required", "1.2.3", "https://x", "--platform", "ios", "--parameter"],
        ])
    func arguments(arguments: [String]) async throws {
        let workplace = try Workplace()
        let wrong = try await workplace.run(Workplace.program, ["firebase", "set-update"] + arguments)
        #expect(wrong.status == 1)
        #expect(wrong.output.isEmpty)
        #expect(wrong.errors.hasPrefix("error: "), "\(wrong)")
    }

    @Test("a parameter of another type is not overwritten")
    func wrongType() async throws {
        let (google, workplace) = try await stage()
        let wrong = try await setUpdate(google, workplace, platforms: [], options: ["--parameter", "count"])
        #expect(wrong.status == 1)
        #expect(
            wrong.errors.contains("parameter count is of type number, but an update needs JSON or text"),
            "\(wrong)")
        #expect(google.version == 41)
    }

    @Test("publishes to the emulator, and the next fetch has it")
    func emulator() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(#"{"parameters": {}}"#, to: "template.json")
        let emulator = try workplace.start("emulator", "--template", "template.json", "--port", "0", "--json")
        try await emulator.waitForOutput("\n")
        let line = try #require(emulator.output.split(separator: "\n").first)
        let url = try #require(try JSONValue(parsing: String(line)).object?["url"]?.string)
        try workplace.folder.write(try ThrowawayKey(tokenURL: url + "/token").json, to: "key.json")
        let done = try await workplace.run(
            "firebase", "set-update", "required", "2.0.0", Self.link, "key.json", "--platform", "ios",
            "--base-url", url
        )
        #expect(done.output == "2\n", "\(done)")
        try workplace.folder.write(
            "source: {kind: emulator, url: \"\(url)\"}\nkeys: []\n", to: "experiments.yaml")
        let value = try await workplace.run("get", "ios_required_update")
        #expect(value.output == #"{"version":"2.0.0","download":"\#(Self.link)"}"# + "\n", "\(value)")
    }
}
