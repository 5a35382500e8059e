import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("override profile", .fewAtATime)
struct ProfileTests {
    private func withProfile() async throws -> Workplace {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "c", "--note", "for QA", "--expires", "2h")
        let saved = try await workplace.run("override", "profile", "save", "QA checkout")
        #expect(saved.output == "saved QA checkout with 1 override\n", "\(saved)")
        return workplace
    }

    private func overrides(in workplace: Workplace) async throws -> [String: String] {
        let document = try await workplace.run("override", "list", "--offline", "--json").json()
        let entries = document.object?["overrides"]?.array?.compactMap(\.object) ?? []
        return Dictionary(
            uniqueKeysWithValues: entries.compactMap { entry in
                entry["name"]?.string.map { ($0, entry["value"]?.string ?? "") }
            })
    }

    @Test("save stores the overrides in a file next to them, and list and show print them")
    func save() async throws {
        let workplace = try await withProfile()
        #expect(
            try workplace.folder.text(of: ".experiments/profiles/QA checkout.json").contains(
                "\"value\": \"c\""))
        let list = try await workplace.run("override", "profile", "list", "--json").json()
        let profile = try #require(list.object?["profiles"]?.array?.first?.object)
        #expect(profile["name"] == "QA checkout")
        #expect(profile["author"] == "tester")
        let show = try await workplace.run("override", "profile", "show", "QA checkout")
        #expect(show.lines.last?.hasPrefix("paywall  on     c      for QA") == true, "\(show)")
    }

    @Test("save refuses a name that is taken, unless --replace")
    func taken() async throws {
        let workplace = try await withProfile()
        let again = try await workplace.run("override", "profile", "save", "QA checkout")
        #expect(again.status == 1)
        #expect(again.errors.contains("--replace"))
        #expect(
            try await workplace.run("override", "profile", "save", "QA checkout", "--replace").status == 0)
    }

    @Test("diff shows what load would change, and load asks before it removes anything")
    func load() async throws {
        let workplace = try await withProfile()
        _ = try await workplace.run("override", "set", "paywall", "b")
        _ = try await workplace.run("override", "set", "timeout", "5")
        let diff = try await workplace.run("override", "profile", "diff", "QA checkout", "--json").json()
        let changes = diff.object?["changes"]?.array?.compactMap { $0.object?["change"]?.string }
        #expect(changes == ["changed", "removed"])
        let asked = try await workplace.run("override", "profile", "load", "QA checkout")
        #expect(asked.status == 1)
        #expect(asked.errors.contains("removes or changes 2 overrides"))
        #expect(try await overrides(in: workplace) == ["paywall": "b", "timeout": "5"])
        let merged = try await workplace.run("override", "profile", "load", "QA checkout", "--merge", "--yes")
        #expect(merged.status == 0, "\(merged)")
        #expect(try await overrides(in: workplace) == ["paywall": "c", "timeout": "5"])
        #expect(try await workplace.run("override", "profile", "load", "QA checkout", "--yes").status == 0)
        #expect(try await overrides(in: workplace) == ["paywall": "c"])
    }

    @Test("what is exported in a line or a file can be imported elsewhere")
    func sharing() async throws {
        let workplace = try await withProfile()
        let line = try await workplace.run("override", "profile", "export", "QA checkout").output
        let other = try Workplace.withFineProject()
        let imported = try await other.run(
            "override", "profile", "import", line.trimmingCharacters(in: .newlines), "--name", "from ana")
        #expect(imported.output == "imported from ana with 1 override\n", "\(imported)")
        #expect(try await overrides(in: other).isEmpty)
        #expect(try await other.run("override", "profile", "load", "from ana").status == 0)
        #expect(try await overrides(in: other) == ["paywall": "c"])
        let piped = try await other.run("override", "profile", "import", "-", input: line)
        #expect(piped.output == "imported QA checkout with 1 override\n", "\(piped)")
        #expect(
            try await other.run("override", "profile", "export", "from ana", "--file", "p.json").status == 0)
        let file = try await other.run("override", "profile", "import", "p.json", "--name", "third")
        #expect(file.status == 0, "\(file)")
    }

    @Test("a line that was cut off is refused")
    func damaged() async throws {
        let workplace = try await withProfile()
        let line = try await workplace.run("override", "profile", "export", "QA checkout").output
        let imported = try await workplace.run(
            "override", "profile", "import", String(line.dropLast(6)), "--name", "cut")
        #expect(imported.status == 1)
        #expect(imported.errors.contains("checksum"), "\(imported)")
    }

    @Test("an unknown profile is reported with the nearest name")
    func unknown() async throws {
        let workplace = try await withProfile()
        for command in ["load", "show", "diff", "export", "delete"] {
            let finished = try await workplace.run("override", "profile", command, "QA chekout")
            #expect(finished.status == 1)
            #expect(finished.errors.contains("Did you mean \"QA checkout\"?"), "\(finished)")
        }
    }

    @Test("delete removes the profile and no override")
    func delete() async throws {
        let workplace = try await withProfile()
        #expect(try await workplace.run("override", "profile", "delete", "QA checkout").status == 0)
        #expect(try await workplace.run("override", "profile", "list").output.hasPrefix("no profiles in "))
        #expect(try await overrides(in: workplace) == ["paywall": "c"])
    }
}
