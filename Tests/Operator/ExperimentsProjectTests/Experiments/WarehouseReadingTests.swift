import ExperimentsProject
import TestSupport
import Testing

@Suite("Reading the warehouse of a project", .inTurn)
struct WarehouseReadingTests {
    private static let top = """
        source: {kind: file, path: values.json}
        metrics:
          - {name: purchase, event: bought}

        """
    private static let exposures = "exposures: {table: shop.exposures, unit: user_id, group: variation}"
    private static let events = "events: {sql: \"SELECT * FROM e WHERE at >= {{since}};\", value: revenue}"

    private func project(_ lines: [String], top: String = top) throws -> Project {
        let text = top + "warehouse:\n" + lines.map { "  \($0)\n" }.joined()
        return try Project(parsing: text, path: "experiments.yaml")
    }

    private func problems(_ lines: [String], top: String = top) -> [String] {
        do throws(ProjectProblems) {
            let text = top + "warehouse:\n" + lines.map { "  \($0)\n" }.joined()
            _ = try Project(parsing: text, path: "experiments.yaml")
            return []
        } catch {
            return error.problems.map(\.message)
        }
    }

    @Test("all fields are read")
    func everything() throws {
        let project = try project([
            "dialect: duckdb", "command: [duckdb, -csv, \"{sql}\"]", "timeout: 5m", "refresh: 1h",
            Self.exposures,
            Self.events,
        ])
        let warehouse = try #require(project.warehouse)
        #expect(warehouse.dialect == .duckdb)
        #expect(warehouse.command == ["duckdb", "-csv", "{sql}"])
        #expect(warehouse.timeout == .seconds(300))
        #expect(warehouse.refresh == .seconds(3600))
        #expect(warehouse.exposures.rows == .table(["shop", "exposures"]))
        #expect(
            warehouse.exposures.columns == [
                .unit: "user_id", .experiment: "experiment", .group: "variation", .at: "at",
            ])
        #expect(warehouse.events.rows == .query("SELECT * FROM e WHERE at >= {{since}}"))
        #expect(
            warehouse.events.columns == [
                .unit: "unit", .name: "name", .at: "at", .value: "revenue", .id: "id",
            ])
    }

    @Test("a table has no values and no IDs unless their columns are named, and its parts can be a list")
    func tables() throws {
        let project = try project([
            "dialect: sqlite", "command: [sqlite3]", Self.exposures,
            "events: {table: [main, my.events], id: row}",
        ])
        let events = try #require(project.warehouse?.events)
        #expect(events.rows == .table(["main", "my.events"]))
        #expect(events.columns == [.unit: "unit", .name: "name", .at: "at", .id: "row"])
    }

    @Test(
        "a mistake is named with its place",
        arguments: [
            (
                ["dialect: mysql", "command: [c]", exposures, events],
                "`warehouse.dialect`: expected one of postgres, sqlite, duckdb, clickhouse, bigquery, snowflake, "
                    + "found \"mysql\""
            ),
            (["dialect: sqlite", exposures, events], "`warehouse` has no `command`"),
            (
                ["dialect: sqlite", "command: psql --csv", exposures, events],
                "`warehouse.command`: expected a program with its arguments as a list, such as "
                    + "[psql, -X, --csv, service=analytics], found \"psql --csv\""
            ),
            (
                ["dialect: sqlite", "command: [psql --csv]", exposures, events],
                "`warehouse.command` must begin with the name of a program; write each argument as an item of its own"
            ),
            (
                ["dialect: sqlite", "command: [c]", "exposures: {unit: u}", events],
                "`warehouse.exposures` has no `table`: name a table, or give a query as `sql`"
            ),
            (
                ["dialect: sqlite", "command: [c]", "exposures: {table: t, sql: SELECT 1}", events],
                "`warehouse.exposures.table` cannot be combined with `sql`: keep one of them"
            ),
            (
                ["dialect: sqlite", "command: [c]", exposures, "events: {sql: \"SELECT {{from}}\"}"],
                "`warehouse.events.sql` has {{from}}: only {{since}} and {{until}} are replaced"
            ),
            (
                ["dialect: sqlite", "command: [c]", "exposures: {table: a..b}", events],
                "`warehouse.exposures.table`: expected the name of a table, such as analytics.events, or its parts as "
                    + "a list, with at most three parts, found \"a..b\""
            ),
        ])
    func mistakes(lines: [String], expected: String) {
        #expect(problems(lines) == [expected])
    }

    @Test("a metric that adds up values needs their column")
    func values() {
        let top = Self.top + "  - {name: revenue, event: bought, kind: sum}\n"
        let lines = ["dialect: sqlite", "command: [c]", Self.exposures, "events: {table: e}"]
        #expect(
            problems(lines, top: top) == [
                "`warehouse.events` has no `value`, which metric \"revenue\" of kind sum adds up: name the column of "
                    + "the values"
            ])
    }

    @Test("the time zone of files is refused beside it, because times in a warehouse are UTC")
    func zones() {
        let top = Self.top + "events: {time_zone: Europe/Oslo}\n"
        let found = problems(["dialect: sqlite", "command: [c]", Self.exposures, Self.events], top: top)
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix("`warehouse` cannot be combined with `time_zone` under `events`") == true)
    }

    @Test("the digest of what is run changes with the command and with a query")
    func digests() throws {
        let lines = ["dialect: sqlite", "command: [c]", Self.exposures, Self.events]
        let one = try #require(try project(lines).warehouse)
        var other = one
        other.command = ["c", ""]
        #expect(one.digest(in: "a") != other.digest(in: "a"))
        #expect(one.dataDigest == other.dataDigest)
        other = one
        other.events.rows = .query("\\! sh")
        #expect(one.digest(in: "a") != other.digest(in: "a"))
        #expect(one.digest(in: "a") != one.digest(in: "b"))
    }
}
