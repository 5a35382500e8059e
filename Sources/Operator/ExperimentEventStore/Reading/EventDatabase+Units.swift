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
                var values: [PreparedStatement.Value] = [
                    .unit(last?.unit ?? UnitID(high: 0, low: 0)), .int(Int64(last?.experiment ?? -1)),
                ]
                if let number {
                    conditions.append("a.experiment = ?")
                    values.append(.int(Int64(number)))
                }
                if let unit {
                    conditions.append("a.unit = ?")
                    values.append(.unit(unit))
                }
                let tallies = try PreparedStatement(
                    db, "SELECT metric, value, denominator, past FROM tally WHERE unit = ? AND experiment = ?")
                let units = try PreparedStatement(
                    db,
                    """
                    SELECT a.unit, a.experiment, a.exposed_group, a.first_at, a.mixed, u.name
                    FROM assignment a LEFT JOIN unit u ON u.id = a.unit
                    WHERE \(conditions.joined(separator: " AND ")) ORDER BY a.unit, a.experiment LIMIT \(limit)
                    """)
                var found: [StoredUnit] = []
                try units.run(values) { row in
                    guard let id = row.unit(0) else { return }
                    let place = StoredUnit.Place(unit: id, experiment: row.number(1))
                    var done: [String: Tally] = [:]
                    try tallies.run(.unit(id), .int(Int64(place.experiment))) { row in
                        done[names[row.number(0)] ?? "?"] = Tally(
                            row.double(1), denominator: row.double(2), past: row.double(3))
                    }
                    found.append(
                        StoredUnit(
                            place: place, name: row.isNull(5) ? nil : row.text(5),
                            experiment: names[place.experiment] ?? "?", group: names[row.number(2)] ?? "?",
                            firstExposure: Date(eventMilliseconds: row.int(3)), isMixed: row.number(4) != 0,
                            tallies: done))
                }
                return found
            }
        }
    }
}
