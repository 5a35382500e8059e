import ExperimentEvents
import ExperimentsCore
import ExperimentsNcurses
import ExperimentsProject
import Foundation

/// The events of the demo in a database in a file, as a warehouse that a client program on this machine can ask.
struct DemoWarehouse {
    private let dialect: ProjectWarehouse.Dialect
    /// The path of the client program.
    private let program: String

    /// The name of the file in the demo's folder.
    private static let name = "events.db"
    /// The number of rows in one statement.
    private static let batch = 500

    /// Finds a client program: that of SQLite or DuckDB.
    ///
    /// - Throws: `CommandProblem` if there is none.
    init() throws(CommandProblem) {
        if let path = Environment.program("sqlite3") {
            (dialect, program) = (.sqlite, path)
        } else if let path = Environment.program("duckdb") {
            (dialect, program) = (.duckdb, path)
        } else {
            throw CommandProblem(
                "the demo of a warehouse needs the program sqlite3 or duckdb, and neither is on your PATH",
                advice:
                    "Install one of them, for example with `apt install sqlite3` or `brew install sqlite`.")
        }
    }

    /// The part of the project file that declares it.
    var section: String {
        let options =
            dialect == .sqlite ? "-batch, -bail, -csv, -header, -readonly" : "-batch, -bail, -csv, -readonly"
        return """
            warehouse:
              dialect: \(dialect.rawValue)
              command: [\(YAMLText.scalar(program)), \(options), \(Self.name)]
              exposures: {table: exposures}
              events: {table: events, value: value}

            """
    }

    /// Writes the events into the file.
    ///
    /// - Throws: `CommandProblem` if the program fails.
    func fill(_ folder: String, with events: [TrackedEvent]) throws {
        let script = PathText.join(folder, "events.sql")
        try AtomicFile.write(Array(Self.script(of: events).utf8), to: script)
        let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: script))
        let process: CommandProcess
        do throws(TerminalProblem) {
            process = try CommandProcess(
                [program, "-batch", "-bail", Self.name], environment: ProcessInfo.processInfo.environment,
                folder: folder, input: input.fileDescriptor)
        } catch {
            throw Self.failure(of: program, ErrorReport.headline(of: error))
        }
        var output: [UInt8] = []
        let ending = process.read(limit: 1 << 20) { output += $0 }
        try? FileManager.default.removeItem(atPath: script)
        guard ending == .exited(0) else {
            throw Self.failure(
                of: program, VisibleText.of(String(decoding: output.prefix(300), as: UTF8.self)))
        }
    }

    private static func failure(of program: String, _ reason: String) -> CommandProblem {
        CommandProblem(
            "\(program) cannot create the demo's warehouse: \(reason)",
            advice: "Use `experiments demo` without one.")
    }

    /// Returns the statements that create the tables. All names and texts are the demo's own.
    private static func script(of events: [TrackedEvent]) -> String {
        var exposures: [String] = []
        var others: [String] = []
        for event in events {
            switch event {
            case .exposure(let event):
                exposures.append(
                    "('\(event.unit)','\(event.experiment)','\(event.group)','\(time(event.at))')")
            case .metric(let event):
                let value = event.value.map { "\($0)" } ?? "NULL"
                others.append("('\(event.unit)','\(event.name)','\(time(event.at))',\(value))")
            }
        }
        return """
            CREATE TABLE exposures (unit VARCHAR, experiment VARCHAR, "group" VARCHAR, "at" TIMESTAMP);
            CREATE TABLE events (unit VARCHAR, name VARCHAR, "at" TIMESTAMP, value DOUBLE);
            BEGIN;
            \(insertions(of: exposures, into: "exposures"))
            \(insertions(of: others, into: "events"))
            COMMIT;

            """
    }

    private static func insertions(of rows: [String], into table: String) -> String {
        stride(from: 0, to: rows.count, by: batch).map { start in
            "INSERT INTO \(table) VALUES \(rows[start..<min(start + batch, rows.count)].joined(separator: ","));"
        }.joined(separator: "\n")
    }

    /// Returns a time as both programs read it: `2026-03-01 09:30:00.000`.
    private static func time(_ date: Date) -> String {
        String(RFC3339.text(of: date, milliseconds: true).dropLast()).replacing("T", with: " ")
    }
}
