import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("What the screens show, as commands", .fewAtATime)
struct TwinTests {
    private func names(_ finished: Finished) throws -> [String?] {
        try finished.json().object?["keys"]?.array?.map { $0.object?["name"]?.string } ?? []
    }

    @Test(
        "list --status prints the rows of the screens of missing keys and incorrect values; counts are of all"
    )
    func status() async throws {
        let workplace = try Workplace.withBrokenProject()
        let missing = try await workplace.run("list", "--status", "missing", "--json")
        #expect(try names(missing) == ["rate"])
        #expect(try missing.json().object?["counts"]?.object?["ok"] == 2)
        let broken = try await workplace.run("list", "--status", "missing", "--status", "incorrect")
        #expect(
            broken.lines.map { $0.prefix { $0 != " " } }.prefix(3) == ["KEY", "paywall", "rate"], "\(broken)")
        #expect(
            try await workplace.run("list", "--status", "fine").errors.contains(
                "expected one of ok, missing,"))
    }

    @Test("list --filter and --sort mean what they mean in the dashboard")
    func filter() async throws {
        let workplace = try Workplace.withBrokenProject()
        #expect(
            try names(try await workplace.run("list", "--filter", "t !paywall", "--sort", "key", "--json"))
                .contains(
                    "rate"))
        let sorted = try names(try await workplace.run("list", "--sort", "key", "--reverse", "--json"))
        #expect(sorted == ["timeout", "rate", "paywall", "new_ui", "extra"])
    }

    @Test("experiments prints the keys that understand baselines, with the group of each")
    func experiments() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            keys:
              - {name: paywall, type: string, cases: [a, b], default: a, baseline: true}
              - {name: plain, type: bool}

            """, to: "experiments.yaml")
        try workplace.writeValues(#"{"paywall": "b_baseline", "plain": true}"#)
        let text = try await workplace.run("experiments")
        #expect(
            text.lines == [
                "EXPERIMENT  GROUP     KEY      VALUE       COUNTED",
                "-           baseline  paywall  b_baseline  no",
            ])
        let rows = try await workplace.run("experiments", "--json").json().object?["experiments"]?.array
        #expect(rows?.count == 1 && rows?.first?.object?["group"] == "baseline")
        #expect(try await workplace.run("experiments", "--filter", "nothing").output == "no experiments\n")
    }

    @Test(
        "the experiments that the project declares come first, with their groups and the group of this installation"
    )
    func declaredExperiments() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            keys:
              - {name: paywall, type: string, cases: [a, b], default: a, baseline: true}
              - {name: other, type: string, cases: [a, b], default: a, baseline: true}
            metrics: [{name: purchase, event: order}]
            experiments:
              - {name: Page, flag: new_page, groups: [old, new]}
              - {name: Paywall wording, key: paywall, groups: [a, b]}

            """, to: "experiments.yaml")
        try workplace.writeValues(#"{"paywall": "b", "other": "b_baseline"}"#)
        let text = try await workplace.run("experiments")
        #expect(
            text.lines == [
                "EXPERIMENT       GROUP     KEY       VALUE       COUNTED  VERDICT  GROUPS",
                "Page             —         new_page  -           no       no data  old, new",
                "Paywall wording  b         paywall   b           yes      no data  a, b",
                "-                baseline  other     b_baseline  no       -",
            ], "\(text)")
        let rows = try await workplace.run("experiments", "--json").json().object?["experiments"]?.array
        #expect(rows?.compactMap { $0.object?["declared"]?.bool } == [true, true, false])
        #expect(rows?.compactMap { $0.object?["counted"]?.bool } == [false, true, false])
        #expect(rows?[1].object?["groups"] == ["a", "b"] && rows?[1].object?["group"] == "b")
        let filtered = try await workplace.run("experiments", "--filter", "wording")
        #expect(filtered.lines.count == 2 && filtered.output.contains("Paywall wording"), "\(filtered)")
    }

    @Test("history fetches as often as requested, and prints what each fetch changed")
    func history() async throws {
        let workplace = try Workplace.withFineProject()
        let finished = try await workplace.run("history", "--fetches", "2", "--every", "1s", "--json")
        let fetches = try finished.json().object?["fetches"]?.array
        #expect(finished.status == 0 && fetches?.count == 2)
        #expect(fetches?.first?.object?["status"] == "updated")
        #expect(fetches?.last?.object?["changes"] == [])
    }

    @Test("history reports that every fetch failed")
    func failingHistory() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.writeValues("{")
        let finished = try await workplace.run("history", "--fetches", "1")
        #expect(finished.status == 1)
        #expect(finished.output.contains("failed") && finished.errors.contains("config.json"), "\(finished)")
        #expect(
            try await workplace.run("history", "--fetches", "0").errors.contains(
                "invalid --fetches 0: expected 1 or more"))
    }

    @Test("bindings prints the keys as the project binds them, and what is wrong with them")
    func bindings() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            "source: {kind: file, path: config.json}\nkeys: []\nbindings: {refetch: [F9]}\n",
            to: "experiments.yaml")
        let table = try await workplace.run("bindings")
        #expect(table.lines.contains { $0.hasPrefix("F9 ") && $0.contains("refetch") }, "\(table)")
        let document = try await workplace.run("bindings", "--json").json().object?["bindings"]?.array
        let refetch = document?.first { $0.object?["action"] == "refetch" }?.object
        #expect(refetch?["keys"] == ["F9"])
        #expect(refetch?["command"]?.string?.hasPrefix("experiments ") == true)
    }

    @Test("themes lists them, and fails where one of the user's own has a mistake, with its place")
    func themes() async throws {
        let workplace = try Workplace()
        let fine = try await workplace.run("themes")
        #expect(fine.status == 0 && fine.lines.contains { $0.hasPrefix("nord ") }, "\(fine)")
        #expect(fine.lines.count > 10)
        try workplace.folder.write("roles: {ok: rde}", to: "config/experiments/themes/mine.yaml")
        let broken = try await workplace.run(
            "themes", "--json", with: ["XDG_CONFIG_HOME": workplace.folder.path("config")])
        #expect(broken.status == 1)
        let themes = try broken.json().object?["themes"]?.array
        let mine = themes?.compactMap(\.object).first { $0["name"] == "mine" }
        #expect(mine?["name"] == "mine" && mine?["problem"]?.object?["column"] == 13, "\(broken)")
    }

    @Test("paths prints all locations, and which files do not exist yet")
    func paths() async throws {
        let workplace = try Workplace.withFineProject()
        let text = try await workplace.run("paths")
        #expect(text.lines.first?.hasSuffix("/experiments.yaml") == true)
        #expect(text.lines.dropFirst().allSatisfy { $0.hasSuffix("(does not exist yet)") }, "\(text)")
        let state = try await workplace.run("paths", "--json", with: ["XDG_STATE_HOME": "/elsewhere"]).json()
        #expect(state.object?["state"] == "/elsewhere/experiments")
        let overrides = try #require(state.object?["overrides"]?.string)
        let folder = try #require(overrides.components(separatedBy: "/overrides.json").first)
        #expect(state.object?["links"]?.string == folder + "/.links/overrides.json")
        #expect(state.object?["apps"]?.string == folder + "/.linked-apps/overrides.json")
    }
}
