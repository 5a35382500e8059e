import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import ExperimentsSupport
import Foundation

/// A statement in SQL that counts an experiment in a warehouse. Its answer has one row for each phase, group and day,
/// with the same sums that a store of events keeps.
package struct ExperimentStatement: Sendable {
    /// The name of the experiment.
    package let experiment: String
    /// The statement, without a semicolon.
    package let text: String
    /// The metrics, in the order of their columns.
    package let metrics: [MetricDefinition]
    /// The names of the answer's columns.
    let columns: [String]

    /// The phase of a row that every answer has, so that an empty answer is a mistake.
    static let phaseOfEnd = -9
    /// The largest phase: an experiment with more of them cannot be declared.
    static let lastPhase = 100_000
    /// The phase of users whose exposures have no time that the warehouse can read.
    static let phaseWithoutTime = -4

    /// Stands for the end of a line in a query of the project file while the statement is indented. No project file
    /// contains this character.
    static let keptLineEnd: Unicode.Scalar = "\0"

    /// Writes the statement of an experiment.
    ///
    /// - Parameters:
    ///   - project: the declarations, with the splits of the experiment's source.
    ///   - now: the time from which exposures and events are in the future.
    package init(
        of experiment: ExperimentDefinition, in project: WarehouseProject, now: Date
    ) {
        let plan = StatementPlan(experiment, project, now: now)
        var tables = plan.exposureTables
        if !plan.metrics.isEmpty { tables += plan.eventTables }
        tables += plan.amountTables
        tables.append(plan.cellTable)
        let head = [
            "-- Experiment \(StatementPlan.comment(experiment.name)): users and sums by phase, group and day of the "
                + "first exposure.",
            "-- Times are milliseconds since 1970.",
        ]
        let with = tables.map(\.text).joined(separator: ",\n")
        let lines = (head + ["WITH \(with)", plan.ending]).joined(separator: "\n")
        // By scalar, because a mark may follow the end of a line, and would be one character with it.
        let scalars = lines.unicodeScalars.map { $0 == Self.keptLineEnd ? "\n" : $0 }
        text = String(String.UnicodeScalarView(scalars))
        self.experiment = experiment.name
        metrics = plan.metrics
        columns = plan.columns.map(\.name) + [StatementPlan.rowCount]
    }
}

extension ExperimentStatement {
    /// The text for a program.
    var input: String { text + "\n;\n" }

    /// Returns a statement that asks the engine how it would run this one; nil if a dialect has none.
    package func explanation(in dialect: ProjectWarehouse.Dialect) -> String? {
        switch dialect {
        case .bigquery: nil
        case .sqlite: "EXPLAIN QUERY PLAN\n" + input
        case .postgres, .duckdb, .clickhouse, .snowflake: "EXPLAIN\n" + input
        }
    }
}

/// The declarations that statements are written for.
package struct WarehouseProject: Sendable {
    /// The warehouse.
    package let warehouse: ProjectWarehouse
    /// The declared experiments and metrics.
    package var definitions: EventDefinitions
    /// The names of the experiments that are asked for.
    let experiments: [String]
    /// The events of metrics by their other names.
    let eventNames: [String: String]

    /// Creates the declarations of a project; nil if it has no warehouse.
    ///
    /// - Parameter definitions: all declarations, if the project has only some of its experiments.
    package init?(_ project: Project, of definitions: EventDefinitions? = nil) {
        guard let warehouse = project.warehouse else { return nil }
        self.warehouse = warehouse
        self.definitions = definitions ?? EventDefinitions(project)
        experiments = project.experiments.map(\.name)
        eventNames = project.eventFiles.names
    }

    /// Returns the texts in exposures that mean an experiment: its name, and its key and flag, unless they mean another
    /// one that is declared before it.
    func words(of experiment: ExperimentDefinition) -> [String] {
        var takers: [String: String] = [:]
        for other in definitions.experiments.reversed() {
            for word in [other.flag, other.key].compactMap(\.self) { takers[word] = other.name }
        }
        for other in definitions.experiments { takers[other.name] = other.name }
        let words = [experiment.name, experiment.key, experiment.flag].compactMap(\.self)
        return Set(words.filter { takers[$0] == experiment.name }).sorted()
    }
}

/// A named part of a statement: `name AS (…)`.
struct CommonTable {
    let name: String
    /// What its rows are.
    let comment: String
    let body: String

    var text: String { "\(name) AS (\n  -- \(comment)\n\(body.indented(by: 2)))" }
}

extension String {
    /// Returns the text with blanks before each line.
    func indented(by count: Int) -> String {
        let blanks = String(repeating: " ", count: count)
        return split(scalar: "\n", omittingEmptySubsequences: false).map { blanks + $0 }.joined(
            separator: "\n")
    }
}
