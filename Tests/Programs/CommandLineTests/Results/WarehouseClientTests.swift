import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Client programs of a warehouse that do not do what they should", .fewAtATime)
struct WarehouseClientTests {
    private static let header =
        "phase,group_name,day,users,mixed_users,returning_users,first_exposure,last_exposure,last_event,"
        + "unread_exposures,unread_events,events_after,events_just_before,m0_n,m0_y,m0_yy,m0_x,m0_xx,m0_yx,row_count\n"
    private static let end = "-9,,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3\n"
    private static let answer =
        header + end
        + "0,a,20149,3000,0,0,1740906000000,1740906000000,1740909600000,0,0,300,0,300,300,300,0,0,0,3\n"
        + "0,b,20149,3000,0,0,1740906000000,1740906000000,1740909600000,0,0,30,0,30,30,30,0,0,0,3\n"

    /// Returns the answer with another text for the sum of group b.
    private static func answer(sum: String) -> String {
        answer.replacing(",30,30,30,0,", with: ",30,\(sum),30,0,")
    }

    /// A program, and what is said about it.
    struct BadClient: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The program: a script for `sh`.
        let script: String
        /// What it prints with `cat answer.csv`.
        var answer = WarehouseClientTests.answer
        let message: String
        let advice: String
    }

    private static let asCSV = "Make sh print the answer as CSV with a header, and nothing else."
    private static let digits =
        "Make sh print whole numbers with all digits, and fractions with a point; "
        + "`experiments results sql Paywall` prints the statement."
    private static let rows = "Raise the number of rows that sh prints, such as `--max_rows` of bq."

    private static let clients = [
        BadClient(
            testDescription: "exits 0 with an error", script: "echo 'ERROR: no table e' >&2",
            message: "the answer is empty (sh, for \"Paywall\"); sh reported: ERROR: no table e",
            advice: "Try it by hand: `experiments results sql Paywall` prints the statement."),
        BadClient(
            testDescription: "fails after a whole answer", script: "cat answer.csv; echo 'lost' >&2; exit 3",
            message: "sh failed with status 3 for the statement of \"Paywall\": lost",
            advice: "Try it by hand: `experiments results sql Paywall` prints the statement."),
        BadClient(
            testDescription: "is cut in a row", script: "cat answer.csv", answer: String(answer.dropLast(40)),
            message: "line 4 of the answer has 9 fields, but the header has 20 (sh, for \"Paywall\")",
            advice: rows),
        BadClient(
            testDescription: "is cut after a row", script: "head -n 3 answer.csv",
            message: "the answer is incomplete: it has 2 of 3 rows (sh, for \"Paywall\")", advice: rows),
        BadClient(
            testDescription: "is cut in quotation marks", script: "cat answer.csv", answer: header + "0,\"a",
            message: "the answer ends inside of quotation marks (sh, for \"Paywall\")", advice: rows),
        BadClient(
            testDescription: "prints a notice first", script: "echo 'NOTICE: maintenance'; cat answer.csv",
            message:
                "the answer is not the CSV that was asked for: its first line is \"NOTICE: maintenance\", expected "
                + "the names of the columns: `phase,group_name,day,users…` (sh, for \"Paywall\")",
            advice: asCSV),
        BadClient(
            testDescription: "prints the number of rows last", script: "cat answer.csv; echo '(3 rows)'",
            message: "the answer has 4 rows, but the statement has 3 (sh, for \"Paywall\")", advice: asCSV),
        BadClient(
            testDescription: "asks for a password",
            script: "printf 'Password: ' >&2; read -r word < /dev/tty || exit 2",
            message: "sh failed with status 2 for the statement of \"Paywall\": Password: ",
            advice: "Try it by hand: `experiments results sql Paywall` prints the statement."),
        BadClient(
            testDescription: "adds a column", script: "sed 's/$/,x/' answer.csv",
            message: "the answer has a column \"x\", which was not asked for (sh, for \"Paywall\")",
            advice: asCSV),
        BadClient(
            testDescription: "separates with semicolons", script: "tr , ';' < answer.csv",
            message: "the answer is not the CSV that was asked for: its first line is \"phase;group_name;day",
            advice: asCSV),
        BadClient(
            testDescription: "writes NULL as a word", script: "cat answer.csv", answer: answer(sum: "\\N"),
            message:
                "`m0_y` in line 4 of the answer is \"\\N\", expected a finite number (sh, for \"Paywall\")",
            advice: digits),
        BadClient(
            testDescription: "writes nothing for a number", script: "cat answer.csv", answer: answer(sum: ""),
            message: "`m0_y` in line 4 of the answer is \"\", expected a finite number (sh, for \"Paywall\")",
            advice: digits),
        BadClient(
            testDescription: "has no number", script: "cat answer.csv", answer: answer(sum: "NaN"),
            message:
                "`m0_y` in line 4 of the answer is \"NaN\", expected a finite number (sh, for \"Paywall\")",
            advice: digits),
        BadClient(
            testDescription: "has an infinite number", script: "cat answer.csv",
            answer: answer(sum: "Infinity"),
            message:
                "`m0_y` in line 4 of the answer is \"Infinity\", expected a finite number (sh, for \"Paywall\")",
            advice: digits),
        BadClient(
            testDescription: "writes a decimal comma", script: "cat answer.csv",
            answer: answer(sum: "\"30,5\""),
            message:
                "`m0_y` in line 4 of the answer is \"30,5\", expected a finite number (sh, for \"Paywall\")",
            advice: digits),
        BadClient(
            testDescription: "rounds whole numbers", script: "sed 's/3000/3e+03/' answer.csv",
            message:
                "`users` in line 3 of the answer is \"3e+03\", expected a whole number (sh, for \"Paywall\")",
            advice: digits),
        BadClient(
            testDescription: "is not UTF-8", script: "cat answer.csv; printf '\\377'",
            message: "the answer is not UTF-8 (sh, for \"Paywall\")", advice: "Make sh print UTF-8."),
        BadClient(
            testDescription: "prints without an end",
            script: "yes 'a long line that never ends, over and over again'",
            message: "sh printed more than 256 MB for the statement of \"Paywall\"",
            advice: "Make it print only the answer, as CSV."),
    ]

    private static func workplace(
        _ command: String, answer: String = answer, timeout: String = "120s"
    ) throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write("{}", to: "config.json")
        try workplace.folder.write(answer, to: "answer.csv")
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            keys: [{name: p, type: string, default: a}]
            metrics: [{name: purchase, event: buy}]
            experiments: [{name: Paywall, key: p, groups: [a, b], weights: {a: 50, b: 50}, start: 2025-03-01}]
            warehouse:
              dialect: postgres
              command: \(command)
              timeout: \(timeout)
              exposures: {table: exposures}
              events: {table: events}

            """, to: "experiments.yaml")
        return workplace
    }

    @Test(
        "each is an error with the next step, and neither the answer nor a look is kept", arguments: clients)
    func bad(client: BadClient) async throws {
        let workplace = try Self.workplace("[sh, client]", answer: client.answer)
        try workplace.folder.write(client.script + "\n", to: "client")
        let done = try await workplace.run("results")
        #expect(done.status == 1, "\(done)")
        #expect(done.errors.hasPrefix("error: " + client.message), "\(done)")
        // An error and its advice are one sentence.
        let advice = client.advice.prefix(1).lowercased() + client.advice.dropFirst().dropLast()
        #expect(done.errors.contains(advice), "\(done)")
        let kept = try FileManager.default.subpathsOfDirectory(atPath: workplace.folder.path("."))
        #expect(!kept.contains { $0.contains("warehouse/") }, "\(kept)")
        try workplace.folder.write("cat answer.csv\n", to: "client")
        try workplace.folder.write(Self.answer, to: "answer.csv")
        let restarted = try await workplace.run("results", "restart", "Paywall", "--yes")
        #expect(!restarted.output.contains("forgot 1 look"), "\(restarted)")
    }

    @Test("a program that cannot be executed is an error that says so")
    func notExecutable() async throws {
        let workplace = try Self.workplace("[./answer.csv]")
        let done = try await workplace.run("results")
        #expect(done.status == 1)
        #expect(done.errors.contains("./answer.csv cannot be started: Permission denied"), "\(done)")
        #expect(done.errors.contains("install it, or correct `command` under `warehouse`"), "\(done)")
    }

    @Test(
        "an answer may have a byte order mark, line ends of Windows, quotation marks and a header in capital letters",
        arguments: [
            "printf '\\357\\273\\277'; cat answer.csv", "sed 's/$/\\r/' answer.csv",
            "sed 's/,/\",\"/g; s/^/\"/; s/$/\"/' answer.csv",
            "head -n 1 answer.csv | tr a-z A-Z; tail -n +2 answer.csv",
            "cat answer.csv; echo 'NOTICE: ok' >&2",
            "cat > read; cat answer.csv; test -s read",
        ])
    func good(script: String) async throws {
        let workplace = try Self.workplace("[sh, client]")
        try workplace.folder.write(script + "\n", to: "client")
        let done = try await workplace.run("results", "Paywall", "--json")
        let experiment = try #require(try done.json().object?["experiments"]?.array?.first?.object, "\(done)")
        #expect(experiment["verdict"] == "worse", "\(done)")
    }

    /// The commands that ask the warehouse.
    private static let asking = [
        ["results"], ["results", "sql", "Paywall", "--explain"], ["experiments"],
        ["rollout", "status", RolloutWorkplace.name], ["rollout", "step", RolloutWorkplace.name],
    ]
    /// A program that never answers, and writes to a file when it is asked to end.
    private static let slow =
        "trap 'echo ended > ended; exit 0' TERM; echo $$ > started; while true; do sleep 0.05; done"

    private static func exists(_ name: String, in workplace: Workplace) -> Bool {
        FileManager.default.fileExists(atPath: workplace.folder.path(name))
    }

    /// Returns a workplace with a rollout whose experiment is counted in a warehouse.
    private static func rolloutWorkplace() throws -> Workplace {
        let rollout = try RolloutWorkplace()
        try rollout.write(RolloutWorkplace.template(50))
        let warehouse = """
            warehouse:
              dialect: postgres
              command: [sh, client]
              exposures: {table: exposures}
              events: {table: events}

            """
        let project = try rollout.workplace.folder.text(of: "experiments.yaml")
        try rollout.workplace.folder.write(project + warehouse, to: "experiments.yaml")
        return rollout.workplace
    }

    @Test(
        "a signal that ends a command ends the program that it waits for", arguments: asking,
        [SIGINT, SIGTERM])
    func signals(arguments: [String], signal: Int32) async throws {
        var workplace = try Self.workplace("[sh, client]")
        if arguments.first == "rollout" { workplace = try Self.rolloutWorkplace() }
        try workplace.folder.write(Self.slow + "\n", to: "client")
        let running = try workplace.start(arguments)
        try await eventually("the program to start") {
            Self.exists("started", in: workplace) || running.status != nil
        }
        #expect(running.status == nil, "\(running.errors)")
        running.send(signal)
        let done = try await running.finished()
        #expect(done.status == 130, "\(done)")
        try await eventually("the program to end") { Self.exists("ended", in: workplace) }
    }

    @Test("a program that does not end in time is stopped, also if it ignores that it is asked to end")
    func late() async throws {
        let workplace = try Self.workplace("[sh, client]", timeout: "1s")
        try workplace.folder.write(Self.slow + "\n", to: "client")
        let done = try await workplace.run("results")
        #expect(
            done.errors.hasPrefix("error: sh did not finish the statement of \"Paywall\" in 1s"), "\(done)")
        #expect(Self.exists("ended", in: workplace))
        try workplace.folder.write(
            "trap '' TERM; echo $$ > pid; while true; do sleep 0.05; done\n", to: "client")
        let stubborn = try await workplace.run("results")
        #expect(stubborn.errors.contains("did not finish"), "\(stubborn)")
        let number = try workplace.folder.text(of: "pid").trimmingCharacters(in: .whitespacesAndNewlines)
        let id = try #require(pid_t(number))
        try await eventually("the program to end") { kill(id, 0) != 0 }
    }
}
