import ExperimentEvents
import Foundation
import GRDB

/// What is known of a unit in an experiment.
package struct StoredUnit: Sendable, Hashable {
    /// Where it stands among all, which are in the order of their numbers.
    package struct Place: Sendable, Hashable {
        package let unit: UnitID
        let experiment: Int
    }

    package let place: Place
    /// What the unit is called; nil where names are not kept.
    package let name: String?
    package let experiment: String
    /// The group to which it came first.
    package let group: String
    package let firstExposure: Date
    /// Whether it was seen in another group later: it then counts nowhere.
    package let isMixed: Bool
    /// What it did, added up by metric, before any cap. Metrics for which it did nothing are left out.
    package let tallies: [String: Tally]
}

extension EventDatabase {
    /// The metrics that events are counted for, in the order in which they were declared.
    package func metrics() async throws -> [MetricDefinition] {
        try await reporting { try await database.read { db in try Self.definitions(db).metrics } }
    }

    /// Some of the units, in the order of their numbers.
    ///
    /// - Parameters:
    ///   - last: the one that the units follow; nil for the first ones.
    ///   - experiment: the experiment that they met; nil for any.
    ///   - unit: the only unit that is asked about; nil for all.
    ///   - limit: how many at most.
    package func units(
        after last: StoredUnit.Place? = nil, in experiment: String? = nil, unit: UnitID? = nil, limit: Int = 1000
    ) async throws -> [StoredUnit] {
        try await reporting {
            try await database.read { db in
                let names = try NameTable.all(db)
                let number = experiment.map { name in names.first { $0.value == name }?.key ?? -1 }
                var conditions = ["(a.unit, a.experiment) > (?, ?)"]
                var values: [any StatementValue] = [
                    last?.unit ?? UnitID(high: 0, low: 0), last?.experiment ?? -1,
                ]
                if let number {
                    conditions.append("a.experiment = ?")
                    values.append(number)
                }
                if let unit {
                    conditions.append("a.unit = ?")
                    values.append(unit)
                }
                let units = try PreparedStatement(
                    db,
                    """
                    SELECT a.experiment, a.exposed_group, a.first_at, a.mixed, a.tallies, a.exposures, a.unit, u.name
                    FROM assignment a LEFT JOIN unit u ON u.id = a.unit
                    WHERE \(conditions.joined(separator: " AND ")) ORDER BY a.unit, a.experiment LIMIT \(limit)
                    """)
                var found: [StoredUnit] = []
                try units.run(values: values) { row in
                    guard let id = row.unit(6) else { return }
                    let known = try Assignment(row, from: 0)
                    let done = known.tallies.entries.map { (names[$0.metric] ?? "?", $0.tally) }
                    found.append(
                        StoredUnit(
                            place: StoredUnit.Place(unit: id, experiment: known.experiment),
                            name: row.isNull(7) ? nil : row.text(7), experiment: names[known.experiment] ?? "?",
                            group: names[known.group] ?? "?", firstExposure: Date(eventMilliseconds: known.firstAt),
                            isMixed: known.isMixed, tallies: Dictionary(done) { first, _ in first }))
                }
                return found
            }
        }
    }
}
