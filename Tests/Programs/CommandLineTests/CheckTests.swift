import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("check", .fewAtATime)
struct CheckTests {
    @Test("exits with 0 where every key has a correct value")
    func passed() async throws {
        let check = try await Workplace.withFineProject().run("check")
        #expect(check.status == 0)
        #expect(check.output.replacingVersion == "passed  config.json, version *: 4 keys, 4 ok\n")
    }

    @Test("judges durations, addresses and dates as the app reads them")
    func typesOfTheApp() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            keys:
              - {name: wait, type: duration, default: 3s}
              - {name: site, type: url}
              - {name: start, type: date}

            """, to: "experiments.yaml")
        try workplace.writeValues(#"{"wait": "abc", "site": "nonsense", "start": "2026-03-01T09:30:00Z"}"#)
        let check = try await workplace.run("check")
        #expect(check.status == 2)
        #expect(
            check.output.contains(
                "wait  incorrect  not a duration: expected a duration such as 30s or 1h30m, found \"abc\""),
            "\(check)")
        #expect(check.output.contains("site  incorrect  not an address"), "\(check)")
        #expect(!check.output.contains("start "), "\(check)")
        #expect(try await workplace.run("override", "set", "wait", "90").status == 1)
        #expect(try await workplace.run("override", "set", "wait", "90s").status == 0)
    }

    @Test("exits with 2 and says what is missing and what is incorrect, and why")
    func failed() async throws {
        let check = try await Workplace.withBrokenProject().run("check")
        #expect(check.status == 2)
        #expect(
            check.output.replacingVersion == """
                KEY      STATUS     REASON
                paywall  incorrect  not one of its cases: expected one of a, b, c, found "d"
                rate     missing    the source has no value

                failed  config.json, version *: 4 keys, 2 ok, 1 missing, 1 incorrect, 1 undeclared

                """)
        #expect(check.errors.isEmpty)
    }

    @Test("if nothing can be fetched, says that the result is unknown and exits with 1")
    func unknown() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("check")
        try FileManager.default.removeItem(atPath: workplace.folder.path("config.json"))
        let check = try await workplace.run("check")
        #expect(check.status == 1)
        #expect(check.errors.hasPrefix("check failed: could not fetch config.json\n"))
    }

    @Test("names that are not declared count only with --strict")
    func strict() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.writeValues(
            #"{"paywall": "b", "timeout": 12, "new_ui": true, "rate": 0.5, "extra": 1}"#)
        #expect(try await workplace.run("check").status == 0)
        let strict = try await workplace.run("check", "--strict")
        #expect(strict.status == 2)
        #expect(strict.output.contains("extra  undeclared"))
    }

    @Test("an override mends a broken key, unless --ignore-overrides")
    func overrides() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.writeValues(#"{"paywall": "d", "timeout": 12, "new_ui": true, "rate": 0.5}"#)
        _ = try await workplace.run("override", "set", "paywall", "b")
        #expect(try await workplace.run("check").status == 0)
        #expect(try await workplace.run("check", "--ignore-overrides").status == 2)
    }

    @Test("an override that was forced on a key breaks it")
    func rawOverride() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "--raw", "paywall", "zzz")
        #expect(try await workplace.run("check").status == 2)
        #expect(try await workplace.run("check", "--ignore-overrides").status == 0)
    }

    @Test("--json says the verdict")
    func json() async throws {
        let broken = try await Workplace.withBrokenProject().run("check", "--json")
        #expect(try broken.json().object?["passed"] == false)
        #expect(broken.status == 2)
        let fine = try await Workplace.withFineProject().run("check", "--json")
        #expect(try fine.json().object?["passed"] == true)
    }

    @Test("what cannot be judged is an error, not a verdict")
    func unjudged() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.writeValues("{ nonsense")
        let check = try await workplace.run("check", "--json")
        #expect(check.status == 1)
        #expect(check.errors.contains("config.json:1:3:"), "\(check)")
        #expect(
            try check.json().object?["error"]?.object?["message"]?.string?.contains("config.json") == true)
    }

    @Test("overrides that cannot be read are an error with the place")
    func unreadableOverrides() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.folder.write("{\"version\": 1,\n \"overrides\": ", to: ".experiments/overrides.json")
        let check = try await workplace.run("check")
        #expect(check.status == 1)
        #expect(check.errors.contains("overrides.json:2:"), "\(check)")
        #expect(try await workplace.run("check", "--ignore-overrides").status == 0)
    }

    @Test("--format github prints the place of each key, relative to the workspace, and then the summary")
    func github() async throws {
        let workplace = try Workplace.withBrokenProject()
        let here = try await workplace.run("check", "--format", "github")
        #expect(here.status == 2)
        #expect(
            here.output.replacingVersion == """
                ::error file=experiments.yaml,line=4,col=12,title=incorrect%3A paywall::not one of its cases: expected \
                one of a, b, c, found "d"
                ::error file=experiments.yaml,line=7,col=12,title=missing%3A rate::the source has no value
                failed  config.json, version *: 4 keys, 2 ok, 1 missing, 1 incorrect, 1 undeclared

                """)
        let above = (workplace.folder.path as NSString).deletingLastPathComponent
        let job = try await workplace.run("check", "--format", "github", with: ["GITHUB_WORKSPACE": above])
        let name = (workplace.folder.path as NSString).lastPathComponent
        #expect(job.output.contains("file=\(name)/experiments.yaml,line=4"))
    }

    @Test("--format prints XML for JUnit and JSON for code scanning, with the same exit status")
    func documents() async throws {
        let workplace = try Workplace.withBrokenProject()
        let junit = try await workplace.run("check", "--format", "junit")
        #expect(junit.status == 2)
        #expect(junit.output.contains(#"<testsuite name="config.json" tests="4" failures="2""#))
        let sarif = try await workplace.run("check", "--format", "sarif", "--strict")
        #expect(sarif.status == 2)
        let results = try sarif.json().object?["runs"]?.array?.first?.object?["results"]?.array
        #expect(results?.map { $0.object?["ruleId"] } == ["incorrect", "missing", "undeclared"])
        let fine = try await Workplace.withFineProject().run("check", "--format", "sarif")
        #expect(fine.status == 0)
    }

    @Test(
        "--format prints a document even if the check cannot begin",
        arguments: ["github", "junit", "sarif"],
        [
            (project: "source: {kind: file, path: config.json}\nrefesh: 1\n", option: "--strict", line: 2),
            (project: "source: {kind: file, path: config.json\n", option: "--strict", line: 2),
            (project: "source: {kind: file, path: config.json}\n", option: "--source=other", line: 0),
        ])
    func unready(format: String, broken: (project: String, option: String, line: Int)) async throws {
        let workplace = try Workplace()
        try workplace.folder.write(broken.project, to: "experiments.yaml")
        try workplace.writeValues("{}")
        let check = try await workplace.run("check", "--format", format, broken.option)
        #expect(check.status == 1 && !check.errors.isEmpty, "\(check)")
        switch format {
        case "github":
            #expect(check.output.hasPrefix("::error "), "\(check)")
            if broken.line > 0 { #expect(check.output.contains("file=experiments.yaml,line="), "\(check)") }
        case "junit":
            #expect(check.output.contains("<testcase name=\"unready\""), "\(check)")
            #expect(check.output.contains("errors=\"1\""), "\(check)")
        default:
            let run = try check.json().object?["runs"]?.array?.first?.object
            let invocation = run?["invocations"]?.array?.first?.object
            #expect(invocation?["executionSuccessful"] == .bool(false), "\(check)")
            let notice = invocation?["toolExecutionNotifications"]?.array?.first?.object
            #expect((notice?["locations"] != nil) == (broken.line > 0), "\(check)")
        }
    }

    @Test("--format junit has a test case even without keys")
    func noKeys() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            "source: {kind: file, path: config.json}\nkeys: []\n", to: "experiments.yaml")
        try workplace.writeValues("{}")
        let check = try await workplace.run("check", "--format", "junit")
        #expect(check.status == 0)
        #expect(check.output.contains("tests=\"1\""), "\(check)")
        #expect(check.output.contains("<testcase name=\"fetch\""), "\(check)")
    }

    @Test(
        "paths are relative to a workspace that is, or contains, a symbolic link",
        arguments: ["work", "link", "work/", "link/", "outer/work"])
    func linkedWorkspace(workspace: String) async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            "source: {kind: file, path: c.json}\nkeys: [a]\n", to: "work/sub/experiments.yaml")
        try workplace.folder.write("{}", to: "work/sub/c.json")
        let files = FileManager.default
        try files.createSymbolicLink(atPath: workplace.folder.path("link"), withDestinationPath: "work")
        try files.createSymbolicLink(atPath: workplace.folder.path("outer"), withDestinationPath: ".")
        for place in ["work/sub", "link/sub"] {
            let check = try await workplace.run(
                Workplace.program, ["check", "--format", "github"],
                with: ["GITHUB_WORKSPACE": workplace.folder.path(workspace)], in: place)
            #expect(check.output.hasPrefix("::error file=sub/experiments.yaml,"), "\(check)")
        }
    }

    @Test("--json has the findings, with their places")
    func findings() async throws {
        let check = try await Workplace.withBrokenProject().run("check", "--format", "json")
        let finding = try check.json().object?["findings"]?.array?.last
        #expect(
            finding == [
                "rule": "missing", "key": "rate", "message": "the source has no value",
                "file": "experiments.yaml",
                "line": 7, "column": 12,
            ])
    }

    @Test("a CI service also gets a source that cannot be fetched")
    func unfetched() async throws {
        let workplace = try Workplace.withFineProject()
        try FileManager.default.removeItem(atPath: workplace.folder.path("config.json"))
        let check = try await workplace.run("check", "--format", "github")
        #expect(check.status == 1)
        #expect(
            check.output.hasPrefix(
                "::error file=experiments.yaml,title=unfetched::could not fetch config.json: "))
        #expect(check.errors.contains("config.json"))
    }

    @Test("--json and another format are not given together")
    func formats() async throws {
        let check = try await Workplace.withFineProject().run("check", "--json", "--format", "junit")
        #expect(check.status == 1)
        #expect(check.errors.contains("cannot be combined"))
    }
}
