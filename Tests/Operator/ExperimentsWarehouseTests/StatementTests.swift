import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import ExperimentsSupport
import ExperimentsWarehouse
import Foundation
import TestSupport
import Testing

@Suite("Statements for a warehouse", .inTurn) struct StatementTests {
    private static let now = Date(timeIntervalSince1970: 1_772_323_200)

    private func project(
        _ dialect: ProjectWarehouse.Dialect, events: ProjectWarehouse.Relation.Rows = .table(["e"])
    ) -> Project {
        var project = Project(folder: "", sources: [])
        var experiment = ProjectExperiment(name: "Paywall", key: "paywall_type", groups: ["a", "b"])
        experiment.start = Self.now - 10 * 86_400
        project.experiments = [experiment]
        project.metrics = [
            ProjectMetric(design: MetricDesign(name: "p"), event: "buy"),
            ProjectMetric(design: MetricDesign(name: "s", kind: .sum), event: "buy"),
        ]
        project.warehouse = ProjectWarehouse(
            dialect, command: ["c"],
            exposures: .init(
                .table(["x"]),
                columns: [.unit: "unit", .experiment: "experiment", .group: "group", .at: "at"]),
            events: .init(events, columns: [.unit: "unit", .name: "name", .at: "at", .value: "value"]))
        return project
    }

    private func text(_ project: Project) throws -> String {
        let declared = try #require(WarehouseProject(project))
        let experiment = try #require(declared.definitions.experiments.first)
        return ExperimentStatement(of: experiment, in: declared, now: Self.now).text
    }

    @Test("only the events are read that can count, with a day to spare for time zones")
    func pruned() throws {
        let text = try text(project(.postgres))
        #expect(text.contains(#"e."at" >= timestamptz '2026-02-04 00:00:00+00'"#))
        #expect(text.contains(#"e."at" < timestamptz '2026-03-03 00:00:00+00'"#))
    }

    @Test("a query has the same limits in the place of {{since}} and {{until}}")
    func placeholders() throws {
        let query = "SELECT * FROM e WHERE at >= {{since}} AND at < {{ until }} -- all"
        let text = try text(project(.bigquery, events: .query(query)))
        #expect(
            text.contains(
                "\nSELECT * FROM e WHERE at >= TIMESTAMP '2026-02-04 00:00:00+00' AND "
                    + "at < TIMESTAMP '2026-03-03 00:00:00+00' -- all\n"))
    }

    @Test("the name of another experiment is not taken for the key of this one")
    func words() throws {
        var project = project(.sqlite)
        #expect(try text(project).contains("IN ('Paywall', 'paywall_type')"))
        project.experiments.append(ProjectExperiment(name: "paywall_type"))
        #expect(try text(project).contains("IN ('Paywall')"))
    }

    @Test(
        "a name with a line break or a quotation mark is not in a comment",
        arguments: ["a\u{2028}b", "a\"b", "*/"])
    func comments(name: String) throws {
        var project = project(.sqlite)
        project.experiments[0].name = name
        let first = try #require(try text(project).split(separator: "\n").first)
        #expect(first.hasPrefix("-- Experiment with a name of other characters than letters: users"))
    }

    @Test("names that are hostile to SQL give the same counts as harmless ones")
    func hostile() async throws {
        let hostile = [
            "a\"b", "it's", "\\", "\\'", "'; DROP TABLE e; --", "/*", "%_", "$1", ":x", "?1", "{{since}}",
        ]
        for name in hostile {
            var project = project(.sqlite)
            project.experiments[0].name = name
            project.experiments[0].groups = [name, name + "'"]
            project.metrics[0].event = name
            project.metrics[1].event = name + "\""
            func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
            let warehouse = try SQLiteWarehouse(
                script: """
                    CREATE TABLE x (unit, experiment, "group", at); CREATE TABLE e (unit, name, at, value);
                    INSERT INTO x VALUES (1, \(quoted(name)), \(quoted(name)), '2026-02-25'),
                        (2, \(quoted(name)), \(quoted(name + "'")), '2026-02-25');
                    INSERT INTO e VALUES (1, \(quoted(name)), '2026-02-26', NULL),
                        (2, \(quoted(name + "\"")), '2026-02-26', 2.5);
                    """)
            let store = WarehouseStore(
                try #require(WarehouseProject(project)), client: warehouse, answers: KeptAnswers(in: nil),
                now: { Self.now }, local: { nil }, watching: { _ in ObservationHandle {} })
            let totals = try #require(try await store.totals().first)
            #expect(totals.users(in: name) == 1, "\(name)")
            #expect(totals.totals(of: "p", in: name).sum.value == 1, "\(name)")
            #expect(totals.totals(of: "s", in: name + "'").sum.value == 2.5, "\(name)")
        }
    }

    @Test("an unknown column is an error, also in SQLite")
    func unknownColumn() async throws {
        let warehouse = try SQLiteWarehouse(
            script: "CREATE TABLE x (unit, experiment, at); CREATE TABLE e (unit, name, at, value);")
        let store = WarehouseStore(
            try #require(WarehouseProject(project(.sqlite))), client: warehouse,
            answers: KeptAnswers(in: nil),
            local: { nil }, watching: { _ in ObservationHandle {} })
        await #expect(throws: WarehouseProblem.self) { _ = try await store.totals() }
    }

    @Test("an answer is kept in a file, and belongs to its statement")
    func kept() async throws {
        let folder = try TemporaryFolder()
        let script =
            "CREATE TABLE x (unit, experiment, \"group\", at); CREATE TABLE e (unit, name, at, value);"
        let warehouse = try SQLiteWarehouse(script: script)
        func store(_ project: Project, _ client: any WarehouseClient) throws -> WarehouseStore {
            WarehouseStore(
                try #require(WarehouseProject(project)), client: client,
                answers: KeptAnswers(in: folder.path("warehouse")), now: { Self.now }, local: { nil },
                watching: { _ in ObservationHandle {} })
        }
        var project = project(.sqlite)
        _ = try await store(project, warehouse).totals()
        // Nobody is asked again.
        let silent = CountingProgram(answer: "")
        #expect(try await store(project, silent).totals().count == 1)
        #expect(silent.count == 0)
        project.metrics[0].window = .seconds(60)
        await #expect(throws: WarehouseProblem.self) { _ = try await store(project, silent).totals() }
        #expect(silent.count == 1)
    }
}
