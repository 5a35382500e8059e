import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Results from a warehouse", .fewAtATime)
struct WarehouseTests {
    private static let header =
        "phase,group_name,day,users,mixed_users,returning_users,first_exposure,last_exposure,last_event,"
        + "unread_exposures,unread_events,events_after,events_just_before,m0_n,m0_y,m0_yy,m0_x,m0_xx,m0_yx,row_count\n"
    private static let answer =
        header + "-9,,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3\n"
        + "0,a,20149,3000,0,0,1740906000000,1740906000000,1740909600000,0,0,300,0,300,300,300,0,0,0,3\n"
        + "0,b,20149,3000,0,0,1740906000000,1740906000000,1740909600000,0,0,30,0,30,30,30,0,0,0,3\n"

    /// - Parameter command: the program of the warehouse, as YAML.
    private func workplace(_ command: String, timeout: String = "60s") throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write("{}", to: "config.json")
        try workplace.folder.write(Self.answer, to: "answer.csv")
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            keys: [{name: p, type: string, default: a}]
            metrics: [{name: purchase, event: buy}]
            experiments: [{name: Pay wall, key: p, groups: [a, b], weights: {a: 50, b: 50}, start: 2025-03-01}]
            warehouse:
              dialect: postgres
              command: \(command)
              timeout: \(timeout)
              exposures: {table: exposures}
              events: {table: events}

            """, to: "experiments.yaml")
        return workplace
    }

    @Test("the program gets the statement, and its answer gives the verdict")
    func verdict() async throws {
        let workplace = try workplace("[sh, -c, \"cat > statement.sql; echo x >> asked; cat answer.csv\"]")
        let done = try await workplace.run("results", "Pay wall", "--json")
        let experiment = try #require(try done.json().object?["experiments"]?.array?.first?.object)
        #expect(experiment["verdict"] == "worse", "\(done)")
        #expect(done.output.contains("counted in the warehouse (postgres) now"), "\(done)")
        let statement = try String(contentsOfFile: workplace.folder.path("statement.sql"), encoding: .utf8)
        #expect(statement.hasPrefix("-- Experiment \"Pay wall\": users and sums by phase, group and day"))
        #expect(statement.hasSuffix("\n;\n"))

        // The answer is used for a while, by other commands, too, and the look is kept.
        #expect(try await workplace.run("results").status == done.status)
        #expect(try String(contentsOfFile: workplace.folder.path("asked"), encoding: .utf8) == "x\n")
        #expect(try await workplace.run("results", "--fresh").status == done.status)
        #expect(try String(contentsOfFile: workplace.folder.path("asked"), encoding: .utf8) == "x\nx\n")
        let restarted = try await workplace.run("results", "restart", "Pay wall", "--yes")
        #expect(restarted.output.hasPrefix("forgot 1 look at Pay wall; "), "\(restarted)")
    }

    @Test("a program that does not read its input gets the statement as an argument")
    func argument() async throws {
        let workplace = try workplace(
            "[sh, -c, 'printf %s \"$1\" > statement.sql; cat answer.csv', sh, \"{sql}\"]")
        #expect(try await workplace.run("results").status != 1)
        let statement = try String(contentsOfFile: workplace.folder.path("statement.sql"), encoding: .utf8)
        #expect(statement.hasPrefix("-- Experiment"))
    }

    @Test(
        "a program that gives no answer is an error that says what to do",
        arguments: [
            (
                "[no-such-client]",
                "error: cannot run no-such-client, which counts events in the warehouse: no-such-client cannot be "
                    + "started: no such file or directory"
            ),
            (
                "[sh, -c, \"echo 'no table' >&2; exit 3\"]",
                "error: sh failed with status 3 for the statement of \"Pay wall\": no table"
            ),
            ("[\"true\"]", "error: the answer is empty (true, for \"Pay wall\")"),
            (
                "[echo, hello]",
                "error: the answer is not the CSV that was asked for: its first line is \"hello\", expected the names of "
                    + "the columns: `phase,group_name,day,users…` (echo, for \"Pay wall\")"
            ),
            (
                "[head, -n, \"2\", answer.csv]",
                "error: the answer is incomplete: it has 1 of 3 rows (head, for \"Pay wall\")"
            ),
        ])
    func failures(command: String, expected: String) async throws {
        let done = try await workplace(command).run("results")
        #expect(done.status == 1)
        #expect(done.errors.lowercased().hasPrefix(expected.lowercased()), "\(done)")
    }

    @Test("a program that takes too long is stopped")
    func late() async throws {
        let done = try await workplace("[sleep, \"600\"]", timeout: "1s").run("results")
        #expect(done.status == 1)
        #expect(
            done.errors.hasPrefix("error: sleep did not finish the statement of \"Pay wall\" in 1s"),
            "\(done)")
    }

    @Test("the statement and its plan are printed")
    func sql() async throws {
        let workplace = try workplace("[cat]")
        let statement = try await workplace.run("results", "sql", "Pay wall")
        #expect(statement.status == 0 && statement.output.contains("IN ('Pay wall', 'p')"), "\(statement)")
        let plan = try await workplace.run("results", "sql", "Pay wall", "--explain")
        #expect(plan.output.hasPrefix("EXPLAIN\n-- Experiment \"Pay wall\""), "\(plan)")
    }

    @Test("without a warehouse, --fresh and the statement are refused")
    func without() async throws {
        let workplace = try Workplace.withFineProject()
        let fresh = try await workplace.run("results", "--fresh")
        #expect(
            fresh.status == 1 && fresh.errors.contains("--fresh is for projects with a warehouse"), "\(fresh)"
        )
    }

    @Test("an import says that its events are not in the results")
    func imports() async throws {
        let workplace = try workplace("[cat, answer.csv]")
        try workplace.folder.write("unit,event,at\nann,buy,2025-03-02T09:00:00Z\n", to: "events.csv")
        let done = try await workplace.run("events", "import", "events.csv")
        #expect(done.errors.contains("those stored here are not in its results"), "\(done)")
    }
}
