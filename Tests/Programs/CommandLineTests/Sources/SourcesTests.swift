import ExperimentsCore
import TestSupport
import Testing

@Suite("Several sources and layers", .fewAtATime)
struct SourcesTests {
    private func workplace() throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            sources:
              - {name: staging, kind: file, path: staging.json, environment: staging, color: yellow}
              - {name: production, kind: file, path: production.json, environment: production, color: red}
            refresh: off
            overrides: [team.json, .experiments/overrides.json]
            keys:
              - {name: paywall, type: string, cases: [a, b, c], default: a}
              - {name: rate, type: double, default: 1}

            """, to: "experiments.yaml")
        try workplace.folder.write(#"{"paywall": "b", "rate": 1.0, "only": "x"}"#, to: "staging.json")
        try workplace.folder.write(#"{"paywall": "a", "rate": 1}"#, to: "production.json")
        try workplace.folder.write(
            #"{"version": 1, "overrides": {"paywall": {"value": "c", "author": "team"}}}"#, to: "team.json")
        return workplace
    }

    @Test("compare prints what differs and exits with 2, with 0 where nothing does")
    func compare() async throws {
        let workplace = try workplace()
        let different = try await workplace.run("compare", "staging", "production")
        #expect(different.status == 2)
        #expect(
            different.lines.map { $0.split(separator: " ") }.contains(["paywall", "b", "a"]), "\(different)")
        #expect(different.output.hasSuffix("2 different, 1 identical\n"), "\(different)")
        try workplace.folder.write(#"{"paywall": "b", "rate": 1, "only": "x"}"#, to: "production.json")
        let same = try await workplace.run("compare", "staging", "--source", "production")
        #expect(same.status == 0)
        #expect(same.output == "identical (3 keys)\n", "\(same)")
    }

    @Test("compare shows the blanks in which values differ")
    func blanks() async throws {
        let workplace = try workplace()
        try workplace.folder.write(#"{"paywall": "b ", "rate": 1}"#, to: "staging.json")
        try workplace.folder.write(#"{"paywall": "b\u00a0", "rate": 1}"#, to: "production.json")
        let different = try await workplace.run("compare", "staging", "production")
        #expect(
            different.lines.map { $0.split(separator: " ") }.contains(["paywall", "b␠", "b\\u{a0}"]),
            "\(different)")
    }

    @Test("compare --json has both sources and each difference")
    func document() async throws {
        let document = try await workplace().run("compare", "staging", "production", "--json").json()
        #expect(document.object?["left"]?.object?["name"] == "staging")
        #expect(document.object?["right"]?.object?["environment"] == "production")
        let differences = document.object?["differences"]?.array?.compactMap(\.object) ?? []
        #expect(differences.map { $0["difference"]?.string } == ["different", "only-left"])
        #expect(differences.first?["left"] == "b")
        #expect(differences.last?["right"] == nil)
    }

    @Test(
        "differences of sources, fetches and overrides are printed by path, like diff -u, and as a JSON Patch"
    )
    func formats() async throws {
        let workplace = try workplace()
        try workplace.folder.write(
            #"{"paywall": "b", "layout": {"rows": 3, "on": true}}"#, to: "staging.json")
        try workplace.folder.write(
            #"{"paywall": "b", "layout": {"on": true, "rows": 5}}"#, to: "production.json")
        let table = try await workplace.run("compare", "staging", "production")
        #expect(
            table.lines.map { $0.split(separator: " ") }.contains([
                "layout", "rows:", "3", "rows:", "5", "+2",
            ]),
            "\(table)")
        let diff = try await workplace.run("compare", "staging", "production", "--format", "diff")
        #expect(diff.status == 2)
        #expect(
            diff.output == """
                --- staging/layout
                +++ production/layout
                @@ -1,4 +1,4 @@
                 {
                -  "rows": 3,
                +  "rows": 5,
                   "on": true
                 }

                """, "\(diff)")
        let patch = try await workplace.run("compare", "staging", "production", "--format", "patch").json()
        #expect(patch == [["op": "replace", "path": "/layout/rows", "value": 5]])
        let document = try await workplace.run("compare", "staging", "production", "--json").json()
        #expect(
            document.object?["differences"]?.array?.first?.object?["changes"]
                == [["change": "changed", "path": "rows", "old": 3, "new": 5]])
        _ = try await workplace.run("override", "set", "rate", "3")
        let overrides = try await workplace.run("override", "list", "--diff", "--source", "staging")
        #expect(
            overrides.lines.map { $0.split(separator: " ") }.contains(["paywall", "b", "c"]), "\(overrides)")
        #expect(try await workplace.run("override", "list", "--diff", "--offline").status == 1)
        #expect(
            try await workplace.run("compare", "staging", "production", "--json", "--format", "diff").status
                == 1)
    }

    @Test("sources lists them, and with --status says how each stands")
    func status() async throws {
        let workplace = try workplace()
        let list = try await workplace.run("sources")
        #expect(list.status == 0)
        #expect(
            list.lines.map { $0.split(separator: " ") } == [
                ["SOURCE", "ENVIRONMENT", "KIND"], ["staging", "staging", "file"],
                ["production", "production", "file"],
            ], "\(list)")
        try workplace.folder.write(#"{"paywall": "z"}"#, to: "production.json")
        let status = try await workplace.run("sources", "--status", "--json")
        #expect(status.status == 0, "\(status)")
        let sources = try status.json().object?["sources"]?.array?.compactMap(\.object) ?? []
        #expect(sources.map { $0["state"]?.string } == ["answered", "answered"])
        #expect(sources.map { $0["missing"] } == [0, 1], "\(status)")
        #expect(sources.map { $0["overrides"] } == [1, 1])
        #expect(sources.allSatisfy { $0["fetchedAt"]?.string != nil })
    }

    @Test(
        "a source that cannot be fetched is listed with the reason and its last known values, beside the others"
    )
    func failingSource() async throws {
        let workplace = try workplace()
        _ = try await workplace.run("check", "--source", "production")
        try workplace.folder.write("{", to: "production.json")
        let status = try await workplace.run("sources", "--status")
        #expect(status.status == 1)
        #expect(status.lines.contains { $0.hasPrefix("staging") && $0.contains("answered") }, "\(status)")
        #expect(status.lines.contains { $0.hasPrefix("production") && $0.contains("failing") }, "\(status)")
        let one = try await workplace.run("sources", "--status", "--source", "staging")
        #expect(one.status == 0 && one.lines.count == 2, "\(one)")
    }

    @Test("compare refuses one source, and an unknown one with the nearest name")
    func refused() async throws {
        let workplace = try workplace()
        #expect(
            try await workplace.run("compare", "staging").errors.contains(
                "expected two sources to compare, found 1"))
        let unknown = try await workplace.run("compare", "staging", "prodution")
        #expect(unknown.status == 1)
        #expect(unknown.errors.contains("Did you mean production?"))
    }

    @Test("the team's override is active, is covered by one's own, and uncovered again")
    func layers() async throws {
        let workplace = try workplace()
        #expect(try await workplace.run("get", "paywall").output == "c\n")
        _ = try await workplace.run("override", "set", "paywall", "b")
        #expect(try await workplace.run("get", "paywall").output == "b\n")
        #expect(try await workplace.run("override", "unset", "paywall").status == 0)
        #expect(try await workplace.run("get", "paywall").output == "c\n")
        #expect(try workplace.folder.text(of: "team.json").contains("\"c\""))
    }

    @Test("the team's override is turned off for oneself, and cannot be removed")
    func switchingOff() async throws {
        let workplace = try workplace()
        let unset = try await workplace.run("override", "unset", "paywall")
        #expect(unset.status == 1)
        #expect(unset.errors.contains("is from team.json"), "\(unset)")
        #expect(try await workplace.run("override", "disable", "paywall").status == 0)
        #expect(try await workplace.run("get", "paywall", "--source", "production").output == "a\n")
        #expect(try await workplace.run("override", "enable", "paywall").status == 0)
        #expect(try await workplace.run("get", "paywall").output == "c\n")
    }

    @Test("override list says which layer each is from, and what is odd about it")
    func list() async throws {
        let workplace = try workplace()
        _ = try await workplace.run("override", "set", "rate", "1.00")
        _ = try await workplace.run("override", "set", "gone", "x", "--raw")
        _ = try await workplace.run("override", "set", "paywall", "z", "--raw")
        let document = try await workplace.run("override", "list", "--json").json()
        let entries = document.object?["overrides"]?.array?.compactMap(\.object) ?? []
        func warnings(_ name: String) -> [String?] {
            let entry = entries.first { $0["name"]?.string == name }
            return entry?["warnings"]?.array?.map { $0.object?["warning"]?.string } ?? []
        }
        #expect(warnings("rate") == ["redundant"])
        #expect(warnings("gone") == ["orphan"])
        #expect(warnings("paywall") == ["refused"])
        #expect(entries.map { $0["layer"]?.string }.allSatisfy { $0 == ".experiments/overrides.json" })
        let table = try await workplace.run("override", "list")
        #expect(table.output.contains("redundant"), "\(table)")
        #expect(table.lines.first?.contains("LAYER") == true)
    }

    @Test("an override ends when the source holds another value, or with the next fetch")
    func ends() async throws {
        let workplace = try workplace()
        let set = try await workplace.run("override", "set", "rate", "3", "--expires", "upstream changes")
        #expect(set.status == 0, "\(set)")
        #expect(try await workplace.run("get", "rate").output == "3\n")
        try workplace.folder.write(#"{"paywall": "b", "rate": 2}"#, to: "staging.json")
        #expect(try await workplace.run("get", "rate").output == "2\n")
        _ = try await workplace.run("override", "set", "rate", "4", "--expires", "next fetch")
        let list = try await workplace.run("override", "list", "--offline", "--json").json()
        let entries = list.object?["overrides"]?.array?.compactMap(\.object) ?? []
        #expect(entries.first { $0["name"]?.string == "rate" }?["until"] == "next fetch")
        #expect(try await workplace.run("get", "rate").output == "2\n")
    }

    @Test("edit changes notes and ends, and leaves values; one of the team's is covered by a copy")
    func edit() async throws {
        let workplace = try workplace()
        _ = try await workplace.run("override", "set", "rate", "3", "--note", "old")
        let edit = try await workplace.run(
            "override", "edit", "rate", "paywall", "--note", "new", "--expires", "upstream changes")
        #expect(
            edit.output
                == "rate: 3, until upstream changes, note \"new\"\npaywall: c, until upstream changes\n",
            "\(edit)"
        )
        let file = try JSONValue(parsing: try workplace.folder.text(of: ".experiments/overrides.json"))
        let entries = try #require(file.object?["overrides"]?.object)
        #expect(entries["rate"]?.object?["value"] == "3")
        #expect(entries["rate"]?.object?["upstream"] == "1.0")
        #expect(entries["paywall"]?.object?["value"] == "c")
        #expect(entries["paywall"]?.object?["note"] == "new")
        let never = try await workplace.run("override", "edit", "rate", "--expires", "never", "--note", "")
        #expect(never.status == 0)
        let list = try await workplace.run("override", "list", "--offline", "--json").json()
        let rate = list.object?["overrides"]?.array?.compactMap(\.object).first {
            $0["name"]?.string == "rate"
        }
        #expect(rate?["until"] == nil)
        #expect(rate?["note"] == nil)
        #expect(try await workplace.run("override", "edit", "rate").errors.contains("nothing to change"))
        #expect(try await workplace.run("override", "edit", "nobody", "--note", "x").status == 1)
    }

    @Test("a time of day is an end")
    func timeOfDay() async throws {
        let workplace = try workplace()
        #expect(try await workplace.run("override", "set", "rate", "3", "--expires", "23:59").status == 0)
        #expect(try workplace.folder.text(of: ".experiments/overrides.json").contains("T23:59:00Z"))
    }
}
