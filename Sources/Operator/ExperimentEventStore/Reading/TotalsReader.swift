import ExperimentEvents
import ExperimentStatistics
import Foundation
import GRDB

/// Reads the totals of experiments, with names for numbers, in one access to a database.
struct TotalsReader {
    private let db: Database
    private let names: [Int: String]
    private let caps: [CapPlace: Double]
    private let metrics: [MetricDefinition]
    private let experiments: [String: ExperimentDefinition]
    /// Events that are no longer stored, by name.
    private let missing: [String: ExperimentTotals.MissingEvents]
    /// The time of the latest of those that an older version removed; nil if there are none.
    private let earlierUntil: Date?
    /// The metrics for which the sums that are kept of those tell nothing.
    private let metricsWithoutEarlier: Set<String>

    init(_ db: Database, _ definitions: EventDefinitions, caps: [CapPlace: Double]) throws {
        (self.db, self.caps, names) = (db, caps, try NameTable.all(db))
        (metrics, experiments) = (definitions.metrics, definitions.experimentsByName)
        metricsWithoutEarlier = Set(metrics.filter(definitions.lacksEarlierEvents).map(\.name))
        var missing: [String: ExperimentTotals.MissingEvents] = [:]
        var earlierUntil: Date?
        let names = names
        try PreparedStatement(db, "SELECT name, count(*), max(at) FROM missing_event GROUP BY name").run { row in
            let until = Date(eventMilliseconds: row.int(2))
            if let name = names[row.number(0)] {
                missing[name] = .init(count: row.number(1), until: until)
            } else {
                earlierUntil = until
            }
        }
        (self.missing, self.earlierUntil) = (missing, earlierUntil)
    }

    /// The totals of an experiment; nil if it has no exposures.
    func totals(of experiment: String) throws -> ExperimentTotals? {
        let sql = "SELECT number, first_at FROM name JOIN span ON experiment = number WHERE text = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [experiment]) else { return nil }
        let (number, firstExposure): (Int, Date) = (row[0], Date(eventMilliseconds: row[1]))
        let stored = try StoredTotals(of: number, db)
        func cell(_ cell: TotalsChanges.Cell) -> ExperimentTotals.Cell {
            .init(phase: cell.phase, group: names[cell.group] ?? "?", day: EventDay(cell.day))
        }
        var totals = ExperimentTotals(experiment: experiment, firstExposure: firstExposure)
        for (place, users) in stored.users { totals.users[cell(place)] = users }
        for (place, sums) in stored.sums {
            totals.values[names[place.metric] ?? "?", default: [:]][cell(place.cell)] = sums
        }
        for (place, cap) in caps where place.experiment == number {
            if let name = names[place.metric] { totals.caps[name] = cap }
        }
        for metric in metrics where experiments[experiment]?.counts(metric.name) ?? true {
            totals.missing[metric.name] = missingEvents(of: metric, since: firstExposure)
        }
        return totals
    }

    private func missingEvents(of metric: MetricDefinition, since first: Date) -> ExperimentTotals.MissingEvents? {
        let known = [metric.event, metric.denominatorEvent].compactMap { $0.flatMap { missing[$0] } }
            .filter { $0.until >= first }
        if let earlierUntil, earlierUntil >= first, metricsWithoutEarlier.contains(metric.name) {
            return .init(count: nil, until: earlierUntil)
        }
        guard let latest = known.map(\.until).max() else { return nil }
        return .init(count: known.reduce(0) { $0 + ($1.count ?? 0) }, until: latest)
    }
}
