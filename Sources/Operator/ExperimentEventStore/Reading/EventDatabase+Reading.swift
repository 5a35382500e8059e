import ExperimentEvents
import Foundation
import GRDB

extension EventDatabase {
    package func totals() async throws -> [ExperimentTotals] {
        try await reporting {
            try await database.read { [self] db in
                let reader = try TotalsReader(db, try knownDefinitions(db), caps: try caps(db))
                return try Self.experiments(db).compactMap { try reader.totals(of: $0) }
            }
        }
    }

    package func totals(of experiment: String) async throws -> ExperimentTotals? {
        try await reporting {
            try await database.read { [self] db in
                try TotalsReader(db, try knownDefinitions(db), caps: try caps(db)).totals(of: experiment)
            }
        }
    }

    /// Returns the time of the last exposure of an experiment; nil if there is none.
    package func lastExposure(of experiment: String) async throws -> Date? {
        try await reporting {
            try await database.read { db -> Date? in
                let sql = "SELECT last_at FROM span JOIN name ON number = experiment WHERE text = ?"
                return try Int64.fetchOne(db, sql: sql, arguments: [experiment]).map(
                    Date.init(eventMilliseconds:))
            }
        }
    }

    package func uncountedEvents(of experiment: String) async throws -> UncountedEvents {
        try await reporting {
            try await database.read { [self] db in
                let definitions = try knownDefinitions(db)
                let names = definitions.events(of: experiment)
                var uncounted = UncountedEvents(names: names)
                let declared = definitions.experimentsByName[experiment]
                let needValues = definitions.eventsThatNeedValues(of: experiment)
                let metrics = definitions.metrics.filter { declared?.counts($0.name) ?? true }
                let windows = metrics.flatMap { metric in
                    [metric.event, metric.denominatorEvent].compactMap(\.self).map { event in
                        let end = metric.window.map { " AND event.at - first_at <= \($0)" } ?? ""
                        return (
                            event, "(text = ? AND event.at - first_at >= \(metric.windowStart ?? 0)\(end))"
                        )
                    }
                }
                let isInside = windows.isEmpty ? "0" : windows.map(\.1).joined(separator: " OR ")
                let sql = """
                    SELECT text, count(*), count(first_at), coalesce(sum(mixed), 0),
                        coalesce(sum(NOT mixed AND event.at < first_at), 0),
                        coalesce(sum(NOT mixed AND event.at >= first_at AND value IS NULL), 0),
                        coalesce(sum(NOT mixed AND (\(isInside))
                            AND NOT (value IS NULL AND text IN (\(databaseQuestionMarks(count: needValues.count))))), 0)
                    FROM event JOIN name ON name.number = event.name LEFT JOIN assignment ON assignment.unit = event.unit
                        AND experiment = (SELECT number FROM name WHERE text = ?) AND first_at >= ? AND first_at < ?
                    WHERE text IN (\(databaseQuestionMarks(count: names.count))) GROUP BY text
                    """
                let (start, end) = (declared?.start?.eventMilliseconds, declared?.end?.eventMilliseconds)
                let rows = try Row.fetchCursor(
                    db, sql: sql,
                    arguments: StatementArguments(windows.map(\.0)) + StatementArguments(needValues.sorted())
                        + [experiment, start ?? .min, end ?? .max] + StatementArguments(names))
                while let row = try rows.next() {
                    let (all, ofUsers): (Int, Int) = (row[1], row[2])
                    let (mixed, before, valueless): (Int, Int, Int) = (row[3], row[4], row[5])
                    let withoutValue = needValues.contains(row[0]) ? valueless : 0
                    let counted: Int = row[6]
                    uncounted.counted += counted
                    uncounted.ofOthers += all - ofUsers
                    uncounted.ofMixed += mixed
                    uncounted.before += before
                    uncounted.withoutValue += withoutValue
                    uncounted.outsideWindow += max(0, ofUsers - mixed - before - withoutValue - counted)
                }
                return uncounted
            }
        }
    }

    package func summary() async throws -> EventSummary {
        try await reporting {
            try await database.read { [self] db in
                let declared = Set(try knownDefinitions(db).experiments.map(\.name))
                let names = try NameTable.all(db)
                var summary = EventSummary()
                try PreparedStatement(db, "SELECT name, count FROM outcome").run { row in
                    // Outcomes of newer versions are reported by their names.
                    if let outcome = EventOutcome(rawValue: row.text(0)) {
                        summary.counts.add(outcome, row.number(1))
                    }
                }
                try PreparedStatement(
                    db,
                    "SELECT experiment, sum(count - came_back), sum(mixed) FROM users WHERE phase >= 0 GROUP BY experiment"
                ).run { row in
                    let name = names[row.number(0)] ?? "?"
                    summary.experiments.append(
                        .init(
                            name: name, isDeclared: declared.contains(name), users: try row.count(1),
                            mixed: try row.count(2))
                    )
                }
                summary.experiments.sort { $0.name < $1.name }
                try PreparedStatement(db, "SELECT name, count(*) FROM event GROUP BY name").run { row in
                    summary.kept[names[row.number(0)] ?? "?"] = row.number(1)
                }
                summary.prunedUntil = try Int64.fetchOne(
                    db, sql: "SELECT value FROM meta WHERE name = 'pruned_until'"
                )
                .map { Date(eventMilliseconds: $0) }
                return summary
            }
        }
    }
}

/// The stored facts about a unit in an experiment.
package struct StoredUnit: Sendable, Hashable {
    /// The position of a unit in the order of their numbers.
    package struct Place: Sendable, Hashable {
        package let unit: UnitID
        let experiment: Int
    }

    package let place: Place
    /// The name of the unit; nil if names are not stored.
    package let name: String?
    package let experiment: String
    /// The first group of the unit.
    package let group: String
    package let firstExposure: Date
    /// Whether it was later seen in another group. Then it is counted nowhere.
    package let isMixed: Bool
    /// Its sums by metric, before any cap. Metrics without events are left out.
    package let tallies: [String: Tally]
}

extension EventDatabase {
    /// Returns the metrics that events are counted for, in the order of declaration.
    package func metrics() async throws -> [MetricDefinition] {
        try await reporting { try await database.read { db in try Self.definitions(db).metrics } }
    }

    /// Returns some of the units, in the order of their numbers.
    ///
    /// - Parameters:
    ///   - last: the unit to continue after; nil for the first units.
    ///   - experiment: the experiment that they are in; nil for any.
    ///   - unit: the only unit to return; nil for all.
    ///   - limit: the largest number of units.
    package func units(
        after last: StoredUnit.Place? = nil, in experiment: String? = nil, unit: UnitID? = nil,
        limit: Int = 1000
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
                    SELECT a.experiment, a.exposed_group, a.first_at, a.mixed, a.tallies, a.exposures, a.stays,
                        a.unit, u.name
                    FROM assignment a LEFT JOIN unit u ON u.id = a.unit
                    WHERE \(conditions.joined(separator: " AND ")) ORDER BY a.unit, a.experiment LIMIT \(limit)
                    """)
                var found: [StoredUnit] = []
                try units.run(values: values) { row in
                    guard let id = row.unit(7) else { return }
                    let known = try Assignment(row, from: 0)
                    let entries = known.stays.flatMap(\.tallies.entries)
                    let done = entries.map { (names[$0.metric] ?? "?", $0.tally) }
                    found.append(
                        StoredUnit(
                            place: StoredUnit.Place(unit: id, experiment: known.experiment),
                            name: row.isNull(8) ? nil : row.text(8),
                            experiment: names[known.experiment] ?? "?",
                            group: names[known.group] ?? "?",
                            firstExposure: Date(eventMilliseconds: known.firstAt),
                            isMixed: known.isMixed, tallies: Dictionary(done) { $0 + $1 }))
                }
                return found
            }
        }
    }
}

/// Reads the totals of experiments, with names instead of numbers, in one access to a database.
struct TotalsReader {
    private let db: Database
    private let names: [Int: String]
    private let caps: [CapPlace: Double]
    private let metrics: [MetricDefinition]
    private let experiments: [String: ExperimentDefinition]
    /// Events that are no longer stored, by name.
    private let missing: [String: ExperimentTotals.MissingEvents]
    /// The time of the latest event that an older version removed; nil if there is none.
    private let earlierUntil: Date?
    /// The metrics for which the sums of removed events are not valid.
    private let metricsWithoutEarlier: Set<String>
    /// The experiments that an unfinished import changes, with their first exposures before it.
    private let shown: [Int: Int64?]
    /// Their percentile caps before it.
    private let shownCaps: [CapPlace: Double]

    init(_ db: Database, _ definitions: EventDefinitions, caps: [CapPlace: Double]) throws {
        (self.db, self.caps, names) = (db, caps, try NameTable.all(db))
        (metrics, experiments) = (definitions.metrics, definitions.experimentsByName)
        metricsWithoutEarlier = Set(metrics.filter(definitions.lacksEarlierEvents).map(\.name))
        var missing: [String: ExperimentTotals.MissingEvents] = [:]
        var earlierUntil: Date?
        let names = names
        try PreparedStatement(db, "SELECT name, count(*), max(at) FROM missing_event GROUP BY name").run {
            row in
            let until = Date(eventMilliseconds: row.int(2))
            if let name = names[row.number(0)] {
                missing[name] = .init(count: row.number(1), until: until)
            } else {
                earlierUntil = until
            }
        }
        (self.missing, self.earlierUntil) = (missing, earlierUntil)
        var shown: [Int: Int64?] = [:]
        try PreparedStatement(db, "SELECT experiment, first_at FROM shown").run { row in
            shown[row.number(0)] = .some(row.isNull(1) ? nil : try row.time(1))
        }
        var shownCaps: [CapPlace: Double] = [:]
        try PreparedStatement(db, "SELECT experiment, metric, value FROM shown_cap").run { row in
            shownCaps[CapPlace(experiment: row.number(0), metric: row.number(1))] = row.double(2)
        }
        self.shown = shown
        self.shownCaps = shownCaps
    }

    /// The totals of an experiment; nil if it has no exposures.
    func totals(of experiment: String) throws -> ExperimentTotals? {
        let sql = "SELECT number, first_at FROM name JOIN span ON experiment = number WHERE text = ?"
        var found: (number: Int, first: Int64)?
        try PreparedStatement(db, sql).run(experiment) { found = (try $0.count(0), try $0.time(1)) }
        guard let found else { return nil }
        let number = found.number
        var first: Int64? = found.first
        var caps = caps
        let isShown = shown.keys.contains(number)
        if isShown {
            first = shown[number] ?? nil
            caps = shownCaps
        }
        guard let first else { return nil }
        let firstExposure = Date(eventMilliseconds: first)
        let stored = try StoredTotals(of: number, db, shown: isShown)
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

    private func missingEvents(of metric: MetricDefinition, since first: Date) -> ExperimentTotals
        .MissingEvents?
    {
        let known = [metric.event, metric.denominatorEvent].compactMap { $0.flatMap { missing[$0] } }
            .filter { $0.until >= first }
        if let earlierUntil, earlierUntil >= first, metricsWithoutEarlier.contains(metric.name) {
            return .init(count: nil, until: earlierUntil)
        }
        guard let latest = known.map(\.until).max() else { return nil }
        return .init(count: known.reduce(0) { $0 + ($1.count ?? 0) }, until: latest)
    }
}
