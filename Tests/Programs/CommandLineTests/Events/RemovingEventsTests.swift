import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Removing events on the command line", .fewAtATime)
struct RemovingEventsTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            experiments: [{name: paywall, flag: paywall, groups: [a, b], start: 2026-03-01}]
            metrics: [{name: revenue, event: order, kind: sum}]

            """, to: "experiments.yaml")
        try workplace.folder.write(
            """
            experiment,group,event,unit,at,value
            paywall,a,,ann,2026-03-01T12:00:00Z,
            paywall,b,,bob,2026-03-01T12:00:00Z,
            ,,order,ann,2026-03-01T13:00:00Z,5

            """, to: "events.csv")
        try workplace.folder.write(
            "experiment,group,unit,at\npaywall,b,ann,2026-03-02T12:00:00Z\npaywall,b,eve,2026-02-01\n",
            to: "wrong.csv")
    }

    private func users() async throws -> JSONValue? {
        try await workplace.run("events", "--json").json().object?["experiments"]
    }

    @Test("an import is listed, and undone after showing what that removes")
    func undo() async throws {
        for file in ["events.csv", "wrong.csv"] {
            #expect(try await workplace.run("events", "import", file).status == 0)
        }
        let imports = try await workplace.run("events", "imports", "--json").json().object?["imports"]?.array
        #expect(imports?.map { $0.object?["file"] } == ["events.csv", "wrong.csv"])
        #expect(imports?.last?.object?["outcomes"] == ["before_start": 1, "mixed": 1])
        let asked = try await workplace.run("events", "undo")
        #expect(asked.status == 1 && asked.errors.contains("--yes"), "\(asked)")
        let tried = try await workplace.run("events", "undo", "--dry-run")
        #expect(
            tried.output == "would remove 2 exposures and 0 events of 2 users; 1 user leaves \"paywall\"\n",
            "\(tried)")
        #expect(try await users() == [["name": "paywall", "declared": true, "users": 1, "mixed": 1]])
        let done = try await workplace.run("events", "undo", "2", "--yes")
        #expect(
            done.output == "removed 2 exposures and 0 events of 2 users; 1 user leaves \"paywall\"\n",
            "\(done)")
        #expect(try await users() == [["name": "paywall", "declared": true, "users": 2, "mixed": 0]])
        #expect(try await workplace.run("events", "verify").status == 0)
        let log = try await workplace.run("log")
        #expect(log.output.contains("undid import 2 of wrong.csv"), "\(log)")
        let again = try await workplace.run("events", "undo", "2", "--yes")
        #expect(again.status == 1 && again.errors.contains("no import 2"), "\(again)")
    }

    @Test("a user is erased by the ID that the app uses")
    func forgetUser() async throws {
        #expect(try await workplace.run("events", "import", "events.csv").status == 0)
        let nobody = try await workplace.run("events", "forget", "--unit", "Ann", "--yes")
        #expect(nobody.status == 1 && nobody.errors.contains("no user \"Ann\""), "\(nobody)")
        let done = try await workplace.run("events", "forget", "--unit", "ann", "--yes")
        #expect(
            done.output == "removed 1 exposure and 1 event of 1 user; 1 user leaves \"paywall\"\n", "\(done)")
        #expect(try await users() == [["name": "paywall", "declared": true, "users": 1, "mixed": 0]])
        #expect(try await workplace.run("events", "units", "--unit", "ann").status == 1)
    }

    @Test("an experiment is erased by name, and the command requires a user or an experiment")
    func forgetExperiment() async throws {
        #expect(try await workplace.run("events", "import", "events.csv").status == 0)
        let done = try await workplace.run("events", "forget", "--experiment", "paywall", "--yes", "--json")
        #expect(try done.json().object?["leaving"] == ["paywall": 2])
        #expect(try await users() == [])
        let unclear = try await workplace.run("events", "forget", "--yes")
        #expect(unclear.errors.contains("either --unit or --experiment"), "\(unclear)")
    }

    @Test(
        "users from before the start are counted in words, and so are a percentile's cap and events that are missing"
    )
    func remarks() async throws {
        let project = String(
            decoding: try FileBytes.read(workplace.folder.path("experiments.yaml")), as: UTF8.self)
        try workplace.folder.write(
            project.replacingOccurrences(of: "kind: sum", with: "kind: sum, cap: 99%"), to: "experiments.yaml"
        )
        for file in ["events.csv", "wrong.csv"] {
            #expect(try await workplace.run("events", "import", file).status == 0)
        }
        let shown = try await workplace.run("results", "show", "paywall")
        #expect(
            shown.output.contains("1 user was exposed before the start on 2026-03-01 and not since"),
            "\(shown)")
        #expect(shown.output.contains("\"revenue\" has no cap until users have a value"), "\(shown)")
    }
}
