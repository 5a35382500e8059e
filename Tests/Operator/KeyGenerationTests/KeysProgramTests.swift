import Foundation
import TestSupport
import Testing

/// The program behind the plug-ins for packages of apps.
@Suite("experiments-keys", .serialized, .fewAtATime)
struct KeysProgramTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let keys = """
            source: {kind: file, path: v.json}
            keys:
              - {name: paywall_type, type: string, cases: [a, b], default: a, description: The paywall.}
              - {name: trial_days, type: int, range: {min: 0, max: 30}, default: 7}
              - {name: limits, type: json, default: {rows: 3, names: [x]}}
            """
        try folder.write(keys, to: "experiments.yaml")
    }

    private func run(_ program: String, _ arguments: [String]) async throws -> (status: Int32, output: String)
    {
        let script = "cd \"$1\"; shift; exec \"$@\" 2>&1"
        let words = ["-c", script, "sh", folder.path, BuiltProducts.path(program)] + arguments
        let program = try ChildProgram("/bin/sh", words)
        let status = try await program.end()
        return (status, program.output)
    }

    @Test(
        "writes what `experiments generate swift` writes",
        arguments: [
            [], ["--access", "public"], ["--style=enum", "--name", "AppKey"], ["--from", "experiments.yaml"],
            ["--from", "defaults.json"], ["--from", "defaults.plist"], ["--from", "nothing.json"],
            ["--name", "3"], ["--check"],
        ])
    func same(options: [String]) async throws {
        try folder.write(#"{"a": true, "b": {"c": 1}}"#, to: "defaults.json")
        try folder.write("<plist><dict><key>a</key><real>3</real></dict></plist>", to: "defaults.plist")
        let small = try await run("experiments-keys", options)
        let large = try await run("experiments-code", ["generate", "swift"] + options)
        #expect(small.status == large.status)
        // The parser of the other program adds how it is used.
        #expect(small.output == large.output || (small.status == 1 && large.output.hasPrefix(small.output)))
    }

    @Test("writes a file once, and says where a file is out of date")
    func file() async throws {
        #expect(try await run("experiments-keys", ["--output", "Keys.swift"]) == (0, "wrote Keys.swift\n"))
        #expect(try await run("experiments-keys", ["--output", "Keys.swift", "--check"]) == (0, ""))
        try folder.write("keys:\n  - {name: a, type: int}\n", to: "experiments.yaml")
        let (status, output) = try await run("experiments-keys", ["--output", "Keys.swift", "--check"])
        #expect(status == 2)
        #expect(output.contains("out of date; run `experiments generate swift --from "), "\(output)")
    }

    @Test(
        "a mistake is reported with its place",
        arguments: [
            (
                "keys:\n  - {name: a, type: itn}\n",
                "experiments.yaml:2:21: `type` of key \"a\": expected one of"
            ),
            ("kyes:\n  - {name: a, type: int}\n", "experiments.yaml:1:1: unknown field \"kyes\""),
            ("keys: [\n", "experiments.yaml:"), ("", "experiments.yaml:1:1: the file is empty"),
        ])
    func mistakes(text: String, message: String) async throws {
        try folder.write(text, to: "experiments.yaml")
        let (status, output) = try await run("experiments-keys", ["--from", "experiments.yaml"])
        #expect(status == 1)
        #expect(output.contains(message), "\(output)")
    }

    @Test("reads only the keys: a mistake in the rest of the project does not stop the build of an app")
    func rest() async throws {
        try folder.write(
            "source: {kind: nonsense}\nkeys:\n  - {name: a, type: int}\n", to: "experiments.yaml")
        #expect(try await run("experiments-keys", []).status == 0)
    }

    @Test(
        "names the program that can do what it cannot",
        arguments: [
            (["--deprecate", "2.3"], "use `experiments generate swift --deprecate`"),
            (
                ["--from", "template.json"],
                "a template of Firebase Remote Config, which this program does not read; use"
            ),
            (["--from", "payload.json"], "a payload of GrowthBook, which this program does not read; use"),
            (["--outptu", "a"], "unknown option \"--outptu\"; did you mean --output?"),
        ])
    func advice(arguments: [String], words: String) async throws {
        try folder.write(#"{"parameters": {}}"#, to: "template.json")
        try folder.write(#"{"features": {}}"#, to: "payload.json")
        let (status, output) = try await run("experiments-keys", arguments)
        #expect(status == 1)
        #expect(output.contains(words), "\(output)")
    }
}
