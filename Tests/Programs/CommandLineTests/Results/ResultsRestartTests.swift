import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Results from data that was wrong at first", .fewAtATime)
struct ResultsRestartTests {
    private static let header = "unit,experiment,group,event,at,value,id\n"

    private func workplace() throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write("{}", to: "config.json")
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            keys: [{name: p, type: string, default: a}]
            metrics: [{name: purchase, event: buy}]
            experiments: [{name: Pay wall, key: p, groups: [a, b], weights: {a: 50, b: 50}, start: 2025-03-01}]

            """, to: "experiments.yaml")
        return workplace
    }

    private func exposures(_ count: Int, _ group: String) -> String {
        (0..<count).map { "\(group)\($0),Pay wall,\(group),,2025-03-02T09:00:00Z,,\n" }.joined()
    }

    private func purchases(_ users: Range<Int>, _ group: String) -> String {
        users.map { "\(group)\($0),,,buy,2025-03-02T10:00:00Z,,\n" }.joined()
    }

    private func verdict(_ workplace: Workplace) async throws -> (String, JSONObject) {
        let document = try await workplace.run("results", "Pay wall", "--json").json()
        let experiment = try #require(document.object?["experiments"]?.array?.first?.object)
        return (experiment["verdict"]?.string ?? "", experiment)
    }

    @Test("a verdict from half of the data goes when the rest is imported, and a restart forgets looks")
    func restart() async throws {
        let workplace = try workplace()
        try workplace.folder.write(
            Self.header + exposures(3000, "a") + exposures(3000, "b") + purchases(0..<300, "a")
                + purchases(0..<30, "b"),
            to: "half.csv")
        try workplace.folder.write(Self.header + purchases(30..<300, "b"), to: "rest.csv")
        #expect(try await workplace.run("events", "import", "half.csv").status == 0)
        #expect(try await verdict(workplace).0 == "worse")
        #expect(try await workplace.run("events", "import", "rest.csv").status == 0)
        #expect(try await verdict(workplace).0 == "undecided")

        let refused = try await workplace.run("results", "restart", "Pay wall")
        #expect(refused.status == 1 && refused.errors.contains("--yes"), "\(refused)")
        let done = try await workplace.run("results", "restart", "Pay wall", "--yes")
        #expect(done.status == 0 && done.output.hasPrefix("forgot 1 look at Pay wall; "), "\(done)")
        #expect(try await verdict(workplace).0 == "undecided")
        let log = try await workplace.run("log")
        #expect(log.output.contains("restarted the results of \"Pay wall\": 1 look forgotten"), "\(log)")
        #expect(log.output.contains("experiments results restart"), "\(log)")
    }

    @Test("without looks or without such an experiment nothing is changed")
    func nothing() async throws {
        let workplace = try workplace()
        let none = try await workplace.run("results", "restart", "Pay wall", "--yes")
        #expect(none.status == 0 && none.output.hasPrefix("no earlier looks at Pay wall"), "\(none)")
        let other = try await workplace.run("results", "restart", "Paywall", "--yes")
        #expect(other.status == 1 && other.errors.contains("Did you mean Pay wall?"), "\(other)")
    }

    @Test("a crash in half of the treatment's users is harmful, though control has none, and ends with 2")
    func crashes() async throws {
        let workplace = try workplace()
        let project = try workplace.folder.text(of: "experiments.yaml").replacing(
            "{name: purchase, event: buy}",
            with:
                "{name: purchase, event: buy}, {name: crashes, event: crash, direction: down, role: guardrail}"
        )
        try workplace.folder.write(project, to: "experiments.yaml")
        let crashes = purchases(0..<500, "b").replacing(",buy,", with: ",crash,")
        try workplace.folder.write(
            Self.header + exposures(1000, "a") + exposures(1000, "b") + purchases(0..<100, "a")
                + purchases(0..<160, "b")
                + crashes, to: "events.csv")
        #expect(try await workplace.run("events", "import", "events.csv").status == 0)
        let done = try await workplace.run("results")
        #expect(done.status == 2 && done.output.contains("harmful"), "\(done)")
    }
}
