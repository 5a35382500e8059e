import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("demo", .fewAtATime)
struct DemoTests {
    @Test("without a terminal, prints the list of its first template once")
    func list() async throws {
        let demo = try await Workplace().run("demo")
        #expect(demo.status == 0, "\(demo)")
        #expect(demo.lines.contains { $0.hasPrefix("free_shipping_from") && $0.contains("missing") })
        #expect(demo.lines.contains { $0.hasPrefix("checkout_flow") && $0.contains("incorrect") })
        #expect(
            demo.lines.last
                == "production, version 48: 24 keys, 20 ok, 1 missing, 1 incorrect, 2 override, 1 undeclared")
        #expect(!demo.output.contains("\u{1b}"))
    }

    @Test("--json prints one document")
    func json() async throws {
        let demo = try await Workplace().run("demo", "--json")
        #expect(try demo.json().object?["source"]?.object?["version"] == "48")
    }

    @Test("leaves no overrides behind")
    func traces() async throws {
        let workplace = try Workplace()
        _ = try await workplace.run("demo")
        #expect(try workplace.folder.names().isEmpty)
        let temporary = try FileManager.default.contentsOfDirectory(atPath: workplace.homePath)
        #expect(!temporary.contains { $0.contains("experiments") })
    }

    @Test("ended by a signal, leaves nothing behind, too")
    func signals() async throws {
        let workplace = try Workplace()
        let demo = try workplace.start("demo", "--plain")
        try await demo.waitForOutput("paywall_type")
        demo.send(SIGTERM)
        _ = try await demo.finished()
        let temporary = try FileManager.default.contentsOfDirectory(atPath: workplace.homePath)
        #expect(!temporary.contains { $0.contains("experiments-demo") })
    }

    @Test("with --warehouse but no client program, says what to install")
    func withoutClient() async throws {
        let demo = try await Workplace().run("demo", "--warehouse", with: ["PATH": "/"])
        #expect(demo.status == 1)
        #expect(
            demo.errors.hasPrefix(
                "error: the demo of a warehouse needs the program sqlite3 or duckdb, and neither is on your PATH"
            ),
            "\(demo)")
        #expect(demo.errors.contains("Install one of them"))
    }

    @Test("with --warehouse and a client program that fails, shows what it says, and leaves nothing behind")
    func failingClient() async throws {
        let workplace = try Workplace()
        _ = try await workplace.writeProgram("#!/bin/sh\necho 'no room'\nexit 3\n", to: "bin/sqlite3")
        let demo = try await workplace.run(
            "demo", "--warehouse", with: ["PATH": workplace.folder.path("bin") + ":/bin"])
        #expect(
            demo.status == 1 && demo.errors.contains("cannot create the demo's warehouse: no room"), "\(demo)"
        )
        let temporary = try FileManager.default.contentsOfDirectory(atPath: workplace.homePath)
        #expect(!temporary.contains { $0.contains("experiments-demo") }, "\(temporary)")
    }

    @Test("its overrides have a note and an expiry, and are separate from all others")
    func seeds() async throws {
        let demo = try await Workplace().run("demo")
        let limited = try #require(demo.lines.first { $0.hasPrefix("search_result_limit ") })
        #expect(
            limited.contains("the source has 40") && limited.contains("QA-12") && limited.contains("until"))
        #expect(demo.lines.contains { $0.hasPrefix("annual_plan_enabled ") && $0.contains("override") })
    }

    @Test("follows the overrides file that is named")
    func overrides() async throws {
        let workplace = try Workplace()
        _ = try await workplace.run(
            "override", "set", "--overrides", "mine.json", "--raw", "trial_days", "30")
        let demo = try await workplace.run("demo", "--overrides", "mine.json")
        #expect(demo.lines.contains { $0.hasPrefix("trial_days ") && $0.contains("override") }, "\(demo)")
    }
}
