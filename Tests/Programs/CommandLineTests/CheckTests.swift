import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("check")
struct CheckTests {
    @Test("exits with 0 where every key has a correct value")
    func passed() async throws {
        let check = try await Workplace.withFineProject().run("check")
        #expect(check.status == 0)
        #expect(check.output.replacingVersion == "passed  config.json, version *: 4 keys, 4 ok\n")
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

    @Test("where nothing can be fetched it says that nobody knows, and exits with 1")
    func unknown() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("check")
        try FileManager.default.removeItem(atPath: workplace.folder.path("config.json"))
        let check = try await workplace.run("check")
        #expect(check.status == 1)
        #expect(check.errors.hasPrefix("unknown: nothing could be fetched from config.json, so no key was judged\n"))
    }

    @Test("names that are not declared count only with --strict")
    func strict() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.writeValues(#"{"paywall": "b", "timeout": 12, "new_ui": true, "rate": 0.5, "extra": 1}"#)
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
        #expect(try check.json().object?["error"]?.object?["message"]?.string?.contains("config.json") == true)
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
}
