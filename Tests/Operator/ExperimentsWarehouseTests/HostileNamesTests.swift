import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import ExperimentsSupport
import ExperimentsWarehouse
import Foundation
import TestSupport
import Testing

@Suite("Names that are hostile to SQL", .inTurn) struct HostileNamesTests {
    private static let dialects = ProjectWarehouse.Dialect.allCases
    private static let parts = [
        "\"", "'", "`", "\\", ";", "--", "/*", "*/", "$", "$$", "$1", ":x", "?", "?1", "{{since}}", "{sql}",
        "%_", "&x",
        "<%", "\n", "\r", "\t", "é", "日本", "😀", "\u{2028}", "\u{301}", "\u{202E}", "a", "B", " ", "0", "_",
        ".",
        "\\!", "E'", "U&\"", "NULL", "//", "#", "\\n", "\\'", "'; DROP TABLE e; --", ") OR 1 = 1", "\u{7F}",
        "\u{1B}[",
    ]
    private static let now = Date(timeIntervalSince1970: 1_772_323_200)

    /// Draws names, no two of which are equal.
    private struct Names {
        var random: SplitMix64
        var count = 0

        mutating func next() -> String {
            count += 1
            let length = Int.random(in: 1...6, using: &random)
            let text = (0..<length).map { _ in HostileNamesTests.parts.randomElement(using: &random) ?? "" }
                .joined()
            return text + "\(count)"
        }
    }

    @Test("10,000 random names and texts stay what they are, in each dialect", arguments: dialects)
    func quoting(dialect: ProjectWarehouse.Dialect) {
        var names = Names(random: SplitMix64(seed: 62))
        for _ in 0..<10_000 {
            let name = names.next()
            // The end of a line is inserted when the statement is complete.
            let text = "SELECT \(dialect.name(name)), \(dialect.literal(name)) FROM t".replacing(
                "\0", with: "\n")
            let shown = dialect == .snowflake && Self.isPlain(name) ? name.uppercased() : name
            let expected: [SQLTokens.Token] = [
                .other("SELECT"), .name(shown), .other(","), .text(name), .other("FROM"), .other("t"),
            ]
            let found = SQLTokens(text, in: dialect).all
            // `==` takes texts for the same that only look the same.
            let isSame = found == expected && zip(found, expected).allSatisfy { "\($0)".isExactly("\($1)") }
            guard !isSame else { continue }
            Issue.record("\(name.debugDescription): \(text)")
            return
        }
    }

    /// Whether Snowflake reads a name without quotation marks.
    private static func isPlain(_ name: String) -> Bool {
        name.utf8.allSatisfy { ("a"..."z").contains(Unicode.Scalar($0)) || $0.isASCIIDigit || $0 == 0x5F }
    }

    /// Returns a project all of whose names come from a function.
    private static func project(
        _ dialect: ProjectWarehouse.Dialect, _ next: () -> String
    ) -> Project {
        var project = Project(folder: "", sources: [])
        let groups = [next(), next(), next()]
        let (bought, opened) = (next(), next())
        project.experiments = [
            ProjectExperiment(
                name: next(), key: next(), groups: groups, start: Date(timeIntervalSince1970: 1_771_977_600))
        ]
        project.metrics = [
            ProjectMetric(design: MetricDesign(name: "p"), event: bought),
            ProjectMetric(design: MetricDesign(name: "s", kind: .sum), event: opened),
        ]
        project.eventFiles.names = [next(): bought, next(): opened]
        func columns(_ all: [ProjectWarehouse.Column]) -> [ProjectWarehouse.Column: String] {
            Dictionary(uniqueKeysWithValues: all.map { ($0, next()) })
        }
        project.warehouse = ProjectWarehouse(
            dialect, command: ["client"],
            exposures: .init(
                .table(dialect == .sqlite ? [next()] : [next(), next()]),
                columns: columns([.unit, .experiment, .group, .at])),
            events: .init(.table([next()]), columns: columns([.unit, .name, .at, .value, .id])))
        return project
    }

    @Test("a statement with hostile names has the tokens of one with harmless names", arguments: dialects)
    func shape(dialect: ProjectWarehouse.Dialect) throws {
        func shape(_ next: () -> String) throws -> [String] {
            let project = Self.project(dialect, next)
            let declared = try #require(WarehouseProject(project))
            let experiment = try #require(declared.definitions.experiments.first)
            return SQLTokens(
                ExperimentStatement(of: experiment, in: declared, now: Self.now).text, in: dialect
            ).shape
        }
        var number = 0
        let expected = try shape {
            number += 1
            return "name \(number)"
        }
        var names = Names(random: SplitMix64(seed: 63))
        for _ in 0..<25 {
            let found = try shape { names.next() }
            #expect(found == expected)
        }
    }

    @Test("10,000 hostile names in tables of SQLite give the same totals as harmless ones")
    func totals() async throws {
        var names = Names(random: SplitMix64(seed: 64))
        while names.count < 10_000 {
            let project = Self.project(.sqlite) { names.next() }
            let units = (0..<6).map { _ in names.next() }
            let declared = try #require(project.warehouse)
            let experiment = project.experiments[0]
            let warehouse = try SQLiteWarehouse(script: Self.script(declared, project, units))
            let store = WarehouseStore(
                try #require(WarehouseProject(project)), client: warehouse, answers: KeptAnswers(in: nil),
                now: { Self.now }, local: { nil }, watching: { _ in ObservationHandle {} })
            let totals = try #require(try await store.totals().first)
            let found = experiment.groups.map { group in
                "\(totals.users(in: group)) \(totals.totals(of: "p", in: group).sum.value) "
                    + "\(totals.totals(of: "s", in: group).sum.value)"
            }
            guard found != ["2 1.0 2.5", "2 1.0 2.5", "2 1.0 2.5"] else { continue }
            Issue.record("\(found): \(declared)")
            return
        }
    }

    /// Returns a script that creates the tables, with two users in each group. One of them bought something, by each of
    /// the names of the event, and spent 2.5 in all.
    private static func script(_ declared: ProjectWarehouse, _ project: Project, _ units: [String]) -> String
    {
        func quoted(_ text: String, _ mark: Unicode.Scalar) -> String {
            let marked = text.unicodeScalars.flatMap { $0 == mark ? [mark, mark] : [$0] }
            var view = String.UnicodeScalarView()
            view.append(contentsOf: [mark] + marked + [mark])
            return String(view)
        }
        func name(_ text: String) -> String { quoted(text, "\"") }
        func text(_ text: String) -> String { quoted(text, "'") }
        func table(_ relation: ProjectWarehouse.Relation) -> String {
            guard case .table(let parts) = relation.rows else { return "" }
            return parts.map(name).joined(separator: ".")
        }
        func columns(_ relation: ProjectWarehouse.Relation, _ all: [ProjectWarehouse.Column]) -> String {
            all.map { name(relation.columns[$0] ?? "") }.joined(separator: ", ")
        }
        let (exposures, events) = (declared.exposures, declared.events)
        let experiment = project.experiments[0]
        let others = project.eventFiles.names.sorted { $0.value < $1.value }
        var lines = [
            "CREATE TABLE \(table(exposures)) (\(columns(exposures, [.unit, .experiment, .group, .at])));",
            "CREATE TABLE \(table(events)) (\(columns(events, [.unit, .name, .at, .value, .id])));",
        ]
        for (index, unit) in units.enumerated() {
            let word = index % 2 == 0 ? experiment.name : experiment.key ?? ""
            let group = experiment.groups[index / 2]
            lines.append(
                "INSERT INTO \(table(exposures)) VALUES (\(text(unit)), \(text(word)), \(text(group)), '2026-02-25');"
            )
            guard index % 2 == 0 else { continue }
            for (other, event) in others {
                for called in [other, event] {
                    let values = "\(text(unit)), \(text(called)), '2026-02-26', 1.25, NULL"
                    lines.append("INSERT INTO \(table(events)) VALUES (\(values));")
                }
            }
        }
        return lines.joined(separator: "\n")
    }
}
