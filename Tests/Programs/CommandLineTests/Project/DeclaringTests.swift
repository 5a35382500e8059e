import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("declare and drop", .fewAtATime)
struct DeclaringTests {
    private static let project = """
        # Mine.
        source: {kind: file, path: config.json}
        keys:
          # The first.
          - name: old
            type: int

        """

    private func workplace() throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(Self.project, to: "experiments.yaml")
        try workplace.writeValues(#"{"welcome": true, "steps": 5019}"#)
        return workplace
    }

    private func text(_ workplace: Workplace) throws -> String {
        try workplace.folder.text(of: "experiments.yaml")
    }

    @Test("declare adds a key with the type and default that its value suggests, and leaves all else")
    func declare() async throws {
        let workplace = try workplace()
        let declared = try await workplace.run("declare", "steps")
        #expect(declared.output == "declared steps in experiments.yaml\n", "\(declared)")
        #expect(try text(workplace) == Self.project + "  - name: steps\n    type: int\n    default: 5019\n")
    }

    @Test("several are declared after a yes, or with --yes")
    func several() async throws {
        let workplace = try workplace()
        let refused = try await workplace.run("declare", "--all-undeclared")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("2 keys: steps, welcome\n"), "\(refused)")
        #expect(refused.errors.contains("--yes"))
        #expect(try text(workplace) == Self.project)
        let declared = try await workplace.run("declare", "--all-undeclared", "--yes")
        #expect(declared.output == "declared 2 keys in experiments.yaml\n", "\(declared)")
        let again = try await workplace.run("declare", "--all-undeclared", "--yes")
        #expect(again.output == "nothing to change in experiments.yaml\n", "\(again)")
    }

    @Test("declare uses the options for a key that the source does not have")
    func unheld() async throws {
        let workplace = try workplace()
        let unknown = try await workplace.run("declare", "step")
        #expect(unknown.status == 1)
        #expect(unknown.errors.contains("Did you mean steps?"), "\(unknown)")
        #expect(unknown.errors.contains("--type"))
        let refused = try await workplace.run("declare", "later", "--type", "int", "--default", "x")
        #expect(refused.errors.contains("not a whole number"), "\(refused)")
        let declared = try await workplace.run(
            "declare", "later", "--type", "int", "--default", "3", "--group", "Plans")
        #expect(declared.status == 0, "\(declared)")
        #expect(
            try text(workplace).hasSuffix(
                "  - name: later\n    type: int\n    default: 3\n    group: Plans\n"))
    }

    @Test("--dry-run prints the diff, and changes nothing")
    func dryRun() async throws {
        let workplace = try workplace()
        let diff = try await workplace.run("declare", "welcome", "--dry-run")
        #expect(
            diff.output.contains("\n+  - name: welcome\n+    type: bool\n+    default: true\n"), "\(diff)")
        let document = try await workplace.run("drop", "old", "--dry-run", "--json").json().object
        #expect(document?["dropped"] == ["old"])
        #expect(document?["written"] == false)
        #expect(document?["diff"]?.string?.contains("-  - name: old\n") == true)
        #expect(try text(workplace) == Self.project)
    }

    @Test("drop removes the keys that are missing, and keeps the comments above them")
    func drop() async throws {
        let workplace = try workplace()
        let dropped = try await workplace.run("drop", "--all-missing")
        #expect(dropped.output == "dropped old in experiments.yaml\n", "\(dropped)")
        #expect(try text(workplace).hasSuffix("keys: []\n  # The first.\n"))
        #expect(try await workplace.run("list").status == 0)
    }

    @Test("a file that cannot be changed line by line says what to write by hand")
    func byHand() async throws {
        let workplace = try workplace()
        let flow = Self.project.replacing(
            "keys:\n  # The first.\n  - name: old\n    type: int\n",
            with: "keys: [{name: old, type: int} # The first.\n]\n")
        try workplace.folder.write(flow, to: "experiments.yaml")
        let refused = try await workplace.run("declare", "welcome")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("experiments.yaml:3:1: "), "\(refused)")
        #expect(refused.errors.contains("    {name: welcome, type: bool"), "\(refused)")
        #expect(try text(workplace) == flow)
    }

    @Test("a key that is declared already, or not at all, is an error")
    func nothing() async throws {
        let workplace = try workplace()
        #expect(try await workplace.run("declare", "old").errors.contains("\"old\" is already declared"))
        #expect(try await workplace.run("drop", "odl").errors.contains("did you mean \"old\""))
        #expect(try await workplace.run("drop").status != 0)
        #expect(try await workplace.run("declare", "old", "--all-undeclared").status != 0)
    }

    @Test("without a project file there is nothing to declare in")
    func noProject() async throws {
        let refused = try await Workplace().run("declare", "a")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("experiments init"))
    }

    @Test("an invalid name does not prevent others from being declared")
    func unusableNames() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(#"{"": 1, "a\u0007": 2, "size": 3}"#, to: "config.json")
        try workplace.folder.write(
            "source: {kind: file, path: config.json}\nkeys: # [] none yet\n", to: "experiments.yaml")
        let run = try await workplace.run("declare", "--all-undeclared", "--yes")
        #expect(run.status == 0, "\(run)")
        #expect(run.errors.contains(#"note: skipped 2 names that cannot name a key: "", "a\u{7}""#), "\(run)")
        let text = try workplace.folder.text(of: "experiments.yaml")
        #expect(text.contains("keys: # [] none yet\n") && text.contains("name: size"), "\(text)")
    }
}
