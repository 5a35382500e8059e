import ExperimentEvents
import ExperimentsProject
import ExperimentsSupport
import ExperimentsWarehouse
import Foundation
import TestSupport
import Testing

@Suite("Answers of a warehouse", .inTurn) struct AnswerTests {
    /// A program that prints the same for each statement.
    private struct Program: WarehouseClient {
        let answer: Result<String, ClientFailure>
        var errors = ""

        func run(_ statement: String) async throws(ClientFailure) -> ClientAnswer {
            ClientAnswer(Array(try answer.get().utf8), errors: errors)
        }
    }

    private static let head =
        "phase,group_name,day,users,mixed_users,returning_users,first_exposure,last_exposure,last_event,"
        + "unread_exposures,unread_events,events_after,events_just_before,row_count\n"
    private static let end = "-9,,0,0,0,0,0,0,0,0,0,0,0,"

    private static func project() -> Project {
        var project = Project(folder: "", sources: [])
        project.experiments = [ProjectExperiment(name: "Paywall", groups: ["a", "b"])]
        project.warehouse = ProjectWarehouse(
            .postgres, command: ["psql", "--csv"],
            exposures: .init(
                .table(["e"]),
                columns: [.unit: "unit", .experiment: "experiment", .group: "group", .at: "at"]),
            events: .init(.table(["f"]), columns: [.unit: "unit", .name: "name", .at: "at"]))
        return project
    }

    private func totals(
        _ answer: Result<String, ClientFailure>, errors: String = ""
    ) async throws -> ExperimentTotals {
        let store = WarehouseStore(
            try #require(WarehouseProject(Self.project())), client: Program(answer: answer, errors: errors),
            answers: KeptAnswers(in: nil), local: { nil }, watching: { _ in ObservationHandle {} })
        return try #require(try await store.totals().first)
    }

    private func message(_ answer: Result<String, ClientFailure>) async -> String? {
        do {
            _ = try await totals(answer)
            return nil
        } catch {
            return (error as? WarehouseProblem)?.message
        }
    }

    @Test("a complete answer is read, and names that look the same are one group") func complete()
        async throws
    {
        let rows =
            "0,caf\u{E9},20000,2,1,0,1728000000000,1728000000000,0,0,0,0,0,3\r\n"
            + "0,\"cafe\u{301}\",20000,3,0,1,1728000000000,1728000000000,0,0,0,0,0,3\r\n"
        let totals = try await totals(.success(Self.head.uppercased() + rows + Self.end + "3"))
        let cell = ExperimentTotals.Cell(group: "caf\u{E9}", day: EventDay(20000))
        #expect(totals.users == [cell: ExperimentTotals.Users(5, mixed: 1, returning: 1)])
        #expect(totals.firstExposure == Date(timeIntervalSince1970: 1_728_000_000))
    }

    /// Answers that are not what was asked for, and the reasons.
    private static let wrong: [(String, String)] = [
        ("", "the answer is empty"),
        (
            "SET\n",
            "the answer is not the CSV that was asked for: its first line is \"SET\", expected the names of the columns: "
                + "`phase,group_name,day,users…`"
        ),
        ("phase,group_name\n", "the answer has no column `day`"),
        (head, "the answer has no rows, not even its last one"),
        ("\(head)\(end)100", "the answer is incomplete: it has 1 of 100 rows"),
        ("\(head)0,a\n", "line 2 of the answer has 2 fields, but the header has 14"),
        (
            "\(head)0,a,20000,2,0,0,0,0,0,0,0,0,0,2,7\n\(end)2",
            "line 2 of the answer has 15 fields, but the header has 14"
        ),
        (
            "phase,group_name,extra,\(head.dropFirst(17))",
            "the answer has a column \"extra\", which was not asked for"
        ),
        ("\(head)\(end)1\n\(end)1\n", "the answer has 2 rows, but the statement has 1"),
        (
            "\(head)0,a,9223372036854775807,1,0,0,0,0,0,0,0,0,0,2\n\(end)2",
            "`day` in line 2 of the answer is \"9223372036854775807\", expected a whole number in the range of the "
                + "statement"
        ),
        (
            "\(head)0,a,20000,-1,0,0,0,0,0,0,0,0,0,2\n\(end)2",
            "`users` in line 2 of the answer is \"-1\", expected a whole number in the range of the statement"
        ),
        (
            "\(head)0,a,20000,1e+06,0,0,0,0,0,0,0,0,0,2\n\(end)2",
            "`users` in line 2 of the answer is \"1e+06\", expected a whole number"
        ),
        (
            "\(head)0,a,20000,NULL,0,0,0,0,0,0,0,0,0,1",
            "`users` in line 2 of the answer is \"NULL\", expected a whole number"
        ),
        ("\(head)0,\"a", "the answer ends inside of quotation marks"),
        ("\(head)0,\"a\"b", "line 2 of the answer has text after a closing quotation mark"),
    ]

    @Test("an answer that is not what was asked for is refused, with the reason", arguments: wrong)
    func refused(answer: String, expected: String) async {
        #expect(await message(.success(answer)) == "\(expected) (psql, for \"Paywall\")")
    }

    private static let failed: [(ClientFailure, String)] = [
        (
            ClientFailure.failed(status: 3, errors: "ERROR:  no such table\nLINE 1\n"),
            "psql failed with status 3 for the statement of \"Paywall\": ERROR: no such table | LINE 1"
        ),
        (
            ClientFailure.notStarted(reason: "no such file"),
            "cannot run psql, which counts events in the warehouse: no such file"
        ),
        (ClientFailure.timedOut(.seconds(120)), "psql did not finish the statement of \"Paywall\" in 2m"),
        (ClientFailure.signalled(9), "psql was ended by signal 9 during the statement of \"Paywall\""),
        (
            ClientFailure.flooded(limit: 2 << 20),
            "psql printed more than 2 MB for the statement of \"Paywall\""
        ),
    ]

    @Test("a program that fails is named, with what it printed", arguments: failed)
    func failures(failure: ClientFailure, expected: String) async {
        #expect(await message(.failure(failure)) == expected)
    }

    @Test("what a program reported is shown if its answer cannot be used") func reported() async {
        await #expect(throws: WarehouseProblem.self) {
            _ = try await totals(.success(""), errors: "ERROR: no table\n")
        }
        do {
            _ = try await totals(.success(""), errors: "ERROR:  no table\n")
        } catch {
            #expect(
                (error as? WarehouseProblem)?.message
                    == "the answer is empty (psql, for \"Paywall\"); psql reported: ERROR: no table")
        }
    }

    @Test(
        "the rows and bytes that the engine read are found in what a program reports",
        arguments: [
            ("NOTICE: something else", nil), ("", nil), ("no rows", nil),
            (
                "\u{1B}[2K\r→ Progress: 9.00 rows, 1.00 B (1 rows/s.)\r\u{1B}[1m→ Progress: 1.00 million rows, "
                    + "8.00 MB (5.00 million rows/s., 40.00 MB/s.)\n", "1.00 million rows, 8.00 MB"
            ),
            ("Processed 1024 bytes of data.\n", "Processed 1024 bytes of data."),
        ])
    func reading(errors: String, expected: String?) async throws {
        let totals = try await totals(.success(Self.head + Self.end + "1"), errors: errors)
        #expect(totals.warehouse?.reading == expected)
    }

    @Test("totals carry the statement, the command and the time of the question") func provenance()
        async throws
    {
        let count = try #require(try await totals(.success(Self.head + Self.end + "1")).warehouse)
        #expect(count.statement.hasPrefix("-- Experiment \"Paywall\""))
        #expect(count.dialect == "postgres" && count.command == "psql --csv" && count.refresh == 900)
    }

    @Test("no exposures, and times that cannot be read, are said in words") func checks() async throws {
        let none = try await totals(.success(Self.head + Self.end + "1"))
        #expect(none.warnings == ["the warehouse has no exposures whose `experiment` is \"Paywall\""])
        let unread = try await totals(.success(Self.head + "-4,a,0,2,0,0,0,0,0,5,0,0,0,2\n" + Self.end + "2"))
        #expect(unread.users.isEmpty)
        #expect(
            unread.warnings == [
                "5 exposures have a time that the warehouse cannot read, and do not count: convert it with `sql`"
            ])
    }

    @Test("an answer is used until it is too old, and says its age") func ages() async throws {
        let clock = TestClock()
        let counter = CountingProgram(answer: Self.head + Self.end + "1")
        let store = WarehouseStore(
            try #require(WarehouseProject(Self.project())), client: counter, answers: KeptAnswers(in: nil),
            now: { clock.now }, local: { nil }, watching: { _ in ObservationHandle {} })
        #expect(
            try await store.totals().first?.remarks == ["counted in the warehouse (postgres) now, in 0.0 s"])
        clock.advance(by: 14 * 60)
        #expect(
            try await store.totals().first?.remarks == [
                "counted in the warehouse (postgres) 14m ago, in 0.0 s"
            ])
        #expect(counter.count == 1)
        clock.advance(by: 60)
        _ = try await store.totals()
        #expect(counter.count == 2)
    }

    @Test("asked again, a recent answer is not used") func again() async throws {
        let clock = TestClock()
        let counter = CountingProgram(answer: Self.head + Self.end + "1")
        let store = WarehouseStore(
            try #require(WarehouseProject(Self.project())), client: counter, answers: KeptAnswers(in: nil),
            now: { clock.now }, local: { nil }, watching: { _ in ObservationHandle {} })
        _ = try await store.totals()
        clock.advance(by: 1)
        await store.askAgain()
        _ = try await store.totals()
        _ = try await store.totals()
        #expect(counter.count == 2)
    }

    @Test("experiments that only the source declares are asked about, or say why not") func undeclared()
        async throws
    {
        let clock = TestClock()
        let row = "0,a,20000,2,0,0,1728000000000,1728000000000,0,0,0,0,0,2\n"
        let counter = CountingProgram(answer: Self.head + row + Self.end + "2")
        let store = WarehouseStore(
            try #require(WarehouseProject(Self.project())), client: counter, answers: KeptAnswers(in: nil),
            now: { clock.now }, local: { nil }, watching: { _ in ObservationHandle {} })
        func experiment(_ name: String, _ groups: [String], end: Date? = nil) -> ProjectExperiment {
            var experiment = ProjectExperiment(name: name, groups: groups, end: end)
            experiment.isDeclared = false
            return experiment
        }
        var split = experiment("exp_4", ["a", "b"])
        split.phases = [ProjectPhase(weights: [1, 1])]
        let all = try await store.totals(including: [
            experiment("exp_1", ["a", "b"]), experiment("exp_2", []),
            experiment("exp_3", ["a", "b"], end: clock.now - 40 * 86_400), split,
        ])
        #expect(all.map(\.experiment) == ["Paywall", "exp_1", "exp_2", "exp_3", "exp_4"])
        #expect(all.map { $0.users(in: "a") } == [2, 2, 0, 0, 2])
        #expect(
            all.map { $0.warnings.last ?? "" } == [
                "", "the source does not say how it divides users, so equal groups are expected",
                "the source does not say its groups: declare it in the project file to count it",
                "it ended more than 30 days ago, so the warehouse is not asked: declare it in the project file to count it",
                "",
            ])
        #expect(all[1].warehouse?.statement.contains("IN ('exp_1')") == true)
    }

    @Test("an experiment of the source that fails does not hide the declared ones") func failing()
        async throws
    {
        let store = WarehouseStore(
            try #require(WarehouseProject(Self.project())),
            client: FailingFor(name: "exp_1", Self.head + Self.end + "1"),
            answers: KeptAnswers(in: nil), local: { nil }, watching: { _ in ObservationHandle {} })
        var experiment = ProjectExperiment(name: "exp_1", groups: ["a", "b"])
        experiment.isDeclared = false
        let all = try await store.totals(including: [experiment])
        #expect(all.map(\.experiment) == ["Paywall", "exp_1"])
        #expect(
            all.last?.warnings == [
                "not counted: psql was ended by signal 9 during the statement of \"exp_1\""
            ])
    }

    @Test("an answer that is not complete is not kept") func incomplete() async throws {
        let counter = CountingProgram(answer: Self.head + Self.end + "2")
        let store = WarehouseStore(
            try #require(WarehouseProject(Self.project())), client: counter, answers: KeptAnswers(in: nil),
            local: { nil }, watching: { _ in ObservationHandle {} })
        for _ in 0..<2 { await #expect(throws: WarehouseProblem.self) { _ = try await store.totals() } }
        #expect(counter.count == 2)
    }
}
