import ExperimentsProject
import TestSupport
import Testing

@Suite("Warehouses on this machine", .inTurn)
struct WarehouseFinderTests {
    /// A machine with programs, variables and files.
    struct Machine: Sendable {
        var programs: [String] = []
        var variables: [String: String] = [:]
        var files: [String: String] = [:]

        func found(_ databases: [String] = []) -> [FoundWarehouse] {
            WarehouseFinder(
                home: "/home/ann", variables: { variables[$0] }, hasProgram: { programs.contains($0) },
                content: { files[$0].map { Array($0.utf8) } }
            ).warehouses(files: databases)
        }
    }

    private static let services = ["/home/ann/.pg_service.conf": "# ours\n[analytics]\nhost=db\n[other]\n"]
    private static let configuration = "/home/ann/.config/gcloud/configurations/config_work"

    private static let present: [(Machine, ProjectWarehouse.Dialect, String, String)] = [
        (Machine(programs: ["psql"], files: services), .postgres, "analytics", "~/.pg_service.conf"),
        (
            Machine(programs: ["psql"], variables: ["PGSERVICE": "mine"], files: services), .postgres, "mine",
            "PGSERVICE"
        ),
        (
            Machine(programs: ["psql"], variables: ["PGSERVICEFILE": "/etc/s"], files: ["/etc/s": "[a]"]),
            .postgres,
            "a",
            "/etc/s"
        ),
        (
            Machine(
                programs: ["clickhouse"],
                files: [
                    "/home/ann/.clickhouse-client/config.xml":
                        "<config>\n  <host>ch.example.com</host>\n</config>"
                ]
            ),
            .clickhouse, "ch.example.com", "~/.clickhouse-client/config.xml"
        ),
        (
            Machine(programs: ["bq"], files: ["/home/ann/.bigqueryrc": "project_id = shop-1\n"]), .bigquery,
            "shop-1",
            "~/.bigqueryrc"
        ),
        (
            Machine(
                programs: ["bq"],
                files: [
                    "/home/ann/.config/gcloud/active_config": "work\n",
                    configuration: "[core]\nproject = shop-2\n",
                ]), .bigquery, "shop-2", "~/.config/gcloud/configurations/config_work"
        ),
        (
            Machine(
                programs: ["snow"],
                files: ["/home/ann/.snowflake/config.toml": "[cli.logs]\n[connections.dev]\n"]),
            .snowflake, "dev", "~/.snowflake/config.toml"
        ),
        (
            Machine(programs: ["duckdb"], files: ["a.duckdb": "text", "b.duckdb": "12345678DUCK@"]), .duckdb,
            "b.duckdb",
            "a DuckDB file"
        ),
    ]

    @Test("a program is offered with the service that is set up for it", arguments: present)
    func found(_ machine: Machine, _ dialect: ProjectWarehouse.Dialect, _ service: String, _ place: String)
        throws
    {
        let warehouse = try #require(machine.found(["a.duckdb", "b.duckdb"]).first)
        #expect(warehouse.dialect == dialect && warehouse.service == service && warehouse.place == place)
        #expect(machine.found(["a.duckdb", "b.duckdb"]).count == 1)
    }

    @Test(
        "without a service or without a program, nothing is offered",
        arguments: [
            Machine(programs: ["psql", "clickhouse", "bq", "snow", "duckdb"]),
            Machine(files: services), Machine(variables: ["PGSERVICE": "mine"]),
            Machine(programs: ["psql"], files: ["/home/ann/.pg_service.conf": "# [analytics]\n[a b]\n[]\n"]),
            Machine(programs: ["duckdb"], files: ["a.duckdb": "SQLite format 3"]),
        ])
    func absent(machine: Machine) {
        #expect(machine.found(["a.duckdb"]) == [])
    }

    @Test("a drafted project has the warehouse as a comment, and a project file accepts it without the signs")
    func section() throws {
        var draft = ProjectDraft()
        let before = draft.text
        draft.warehouse = Machine(programs: ["psql"], files: Self.services).found().first
        #expect(draft.text.hasPrefix(before))
        let added = draft.text.dropFirst(before.count)
        let lines = added.split(separator: "\n").drop { !$0.hasPrefix("# warehouse:") }
        let text = lines.map { $0.dropFirst(2) }.joined(separator: "\n")
        #expect(text.hasPrefix("warehouse:\n  dialect: postgres\n  command: [psql, \"-X\", \"-q\", "))
        let project = try Project(
            parsing: "source: {kind: file, path: c.json}\n" + text, path: "experiments.yaml")
        #expect(project.warehouse?.command.last == "service=analytics")
    }
}
