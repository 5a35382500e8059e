import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject

/// The amounts of users: what their events add up to.
extension StatementPlan {
    var eventTables: [CommonTable] { [eventTable, metTable, contributionTable, actedTable] }

    /// The largest value whose sums of squares are still finite numbers.
    private static let largestValue = "1e120"

    /// The names of events that metrics count, also in other words.
    private var eventWords: [String] {
        let counted = Set(metrics.flatMap { [$0.event, $0.denominatorEvent].compactMap(\.self) })
        let others = project.eventNames.filter { counted.contains($0.value) }.keys
        return counted.filter { project.eventNames[$0] == nil }.union(others).sorted()
    }

    private var eventTable: CommonTable {
        let relation = project.warehouse.events
        func text(_ column: ProjectWarehouse.Column) -> String {
            self.column(column, of: relation).map(dialect.text) ?? dialect.unknownText
        }
        let value = column(.value, of: relation).map(dialect.double) ?? dialect.unknownDouble
        let at = column(.at, of: relation) ?? "NULL"
        let other = project.eventNames.filter { eventWords.contains($0.key) }
        var conditions = ["\(text(.name)) IN (\(eventWords.map(dialect.literal).joined(separator: ", ")))"]
        if case .table = relation.rows, dialect.comparesTimes {
            let until = "(\(at) IS NULL OR \(at) < \(dialect.time(dayAfterEvents)))"
            let since = firstDayOfEvents.map { "(\(at) IS NULL OR \(at) >= \(dialect.time($0)))" }
            conditions += [since, until].compactMap(\.self)
        }
        let isNumber = dialect.isNotANumber("value").map { "CASE WHEN NOT (\($0)) THEN value END" } ?? "value"
        let read = """
            SELECT unit, name, ms, id, \(isNumber) AS value
            FROM (
              SELECT \(text(.unit)) AS unit,
                \(renaming(other, text(.name))) AS name,
                \(dialect.milliseconds(at)) AS ms,
                \(value) AS value, \(text(.id)) AS id
              FROM \(rows(of: relation, since: firstDayOfEvents))
              WHERE \(conditions.joined(separator: "\n    AND "))
            ) AS r
            WHERE unit <> '' AND (ms IS NULL OR ms <= \(latest))
            """
        let isValid = "value IS NULL OR abs(value) <= \(Self.largestValue)"
        guard relation.columns[.id] != nil else {
            return CommonTable(
                name: "event", comment: "the events that metrics count",
                body:
                    "SELECT unit, name, ms, value\nFROM (\n\(read.indented(by: 2))\n) AS v\nWHERE \(isValid)")
        }
        let order =
            "CASE WHEN ms IS NULL THEN 1 ELSE 0 END, ms, unit, CASE WHEN value IS NULL THEN 1 ELSE 0 END, value"
        return CommonTable(
            name: "event", comment: "the events that metrics count; of copies with the same ID, the earliest",
            body: """
                SELECT unit, name, ms, value
                FROM (
                  SELECT unit, name, ms, value, id,
                    ROW_NUMBER() OVER (PARTITION BY name, id ORDER BY \(order)) AS copy_no
                  FROM (
                \(read.indented(by: 4))
                  ) AS v
                  WHERE \(isValid)
                ) AS c
                WHERE id IS NULL OR id = '' OR copy_no = 1
                """)
    }

    /// Returns an age in milliseconds. Many systems write times in whole seconds, so an event of the same second is not
    /// before the exposure.
    private func age(_ difference: String) -> String {
        "CASE WHEN \(difference) < 0 AND \(difference) > -1000 AND \(dialect.remainder("ms", 1000)) = 0 "
            + "THEN 0 ELSE \(difference) END"
    }

    private var metTable: CommonTable {
        let comment = "events of users who count, and their age since the first exposure; negative: before it"
        var conditions = [
            "s.other_ms IS NULL", "s.phase >= 0",
            "(e.ms IS NULL OR e.ms >= s.origin_ms - \(Self.lookBack)"
                + (longestWindow.map { " AND e.ms <= s.first_ms + \($0)" } ?? "") + ")",
        ]
        conditions = [conditions.joined(separator: " AND ")]
        func joined(_ columns: String) -> String {
            """
            SELECT s.unit, s.phase, e.name, e.value, e.ms, \(columns)
            FROM stay AS s JOIN event AS e ON e.unit = s.unit
            WHERE \(conditions[0])
            """
        }
        guard hasLaterPhases else {
            return CommonTable(
                name: "met", comment: comment,
                body: """
                    SELECT unit, phase, name, value, ms, \(age("since_first")) AS age
                    FROM (
                    \(joined("e.ms - s.first_ms AS since_first").indented(by: 2))
                    ) AS j
                    """)
        }
        let columns = """
            s.next_ms, s.until_ms, e.ms - s.first_ms AS since_first,
              e.ms - s.origin_ms AS since_origin, e.ms - s.next_ms AS since_next
            """
        return CommonTable(
            name: "met", comment: comment + ". It belongs to the latest phase that the user met by then",
            body: """
                SELECT unit, phase, name, value, ms,
                  CASE WHEN origin_age < 0 THEN origin_age
                    WHEN first_age >= 0 AND (next_ms IS NULL OR next_age < 0) AND (until_ms IS NULL OR ms < until_ms)
                    THEN first_age END AS age
                FROM (
                  SELECT unit, phase, name, value, ms, next_ms, until_ms,
                    \(age("since_first")) AS first_age,
                    \(age("since_origin")) AS origin_age,
                    \(age("since_next")) AS next_age
                  FROM (
                \(joined(columns).indented(by: 4))
                  ) AS j
                ) AS a
                """)
    }

    private var contributionTable: CommonTable {
        let amounts = measured.flatMap(contributions)
        let values = measured.flatMap(\.amountsOfValues)
        let listed = amounts.map { "  \($1) AS \($0)" }.joined(separator: ",\n")
        let each = "SELECT unit, phase, ms, age,\n\(listed)\nFROM met"
        let comment =
            "what each event adds to each metric: y after the exposure, x before it, d below the line"
        guard !values.isEmpty else { return CommonTable(name: "contribution", comment: comment, body: each) }
        // Sums of whole numbers are exact, so that refunds leave nothing, whatever the order.
        let wholes = values.map { "CASE WHEN abs(\($0)) < 1e15 THEN round(\($0)) ELSE 0 END AS \($0)_whole" }
        return CommonTable(
            name: "contribution", comment: comment + "; and its whole part, whose sum is exact",
            body: """
                SELECT unit, phase, ms, age, \(amounts.map(\.0).joined(separator: ", ")),
                  \(wholes.joined(separator: ",\n  "))
                FROM (
                \(each.indented(by: 2))
                ) AS a
                """)
    }

    /// Returns the columns of a metric, and their expressions.
    private func contributions(of metric: Metric) -> [(String, String)] {
        let definition = metric.definition
        func isNamed(_ event: String) -> String { "name = \(dialect.literal(event))" }
        var window = "age >= \(max(0, definition.windowStart ?? 0))"
        if let end = definition.window { window += " AND age <= \(end)" }
        func after(_ event: String, _ amount: String) -> String {
            "CASE WHEN \(isNamed(event)) AND \(window) THEN \(amount) ELSE 0 END"
        }
        func before(_ amount: String) -> String {
            "CASE WHEN \(isNamed(definition.event)) AND age < 0 THEN \(amount) ELSE 0 END"
        }
        let columns = metric.amounts
        switch definition.kind {
        case .proportion, .count:
            return [(columns[0], after(definition.event, "1")), (columns[1], before("1"))]
        case .sum:
            let value = "COALESCE(value, 0)"
            return [(columns[0], after(definition.event, value)), (columns[1], before(value))]
        case .mean:
            let value = definition.cap.map { Self.limited("value", to: "\($0)") } ?? "value"
            return [
                (columns[0], after(definition.event, "COALESCE(\(value), 0)")),
                (columns[1], after(definition.event, "CASE WHEN value IS NULL THEN 0 ELSE 1 END")),
            ]
        case .ratio:
            let amount = metric.addsValues ? "COALESCE(value, 1)" : "1"
            return [
                (columns[0], after(definition.event, amount)),
                (columns[1], after(definition.denominatorEvent ?? definition.event, amount)),
            ]
        }
    }

    /// Returns a value that is not larger than a limit, whatever its sign is.
    static func limited(_ value: String, to limit: String) -> String {
        "CASE WHEN \(value) > \(limit) THEN \(limit) WHEN \(value) < -\(limit) THEN -\(limit) ELSE \(value) END"
    }

    private var actedTable: CommonTable {
        let sums = measured.flatMap { metric in
            metric.amounts.map { amount in
                guard metric.amountsOfValues.contains(amount) else { return "SUM(\(amount)) AS \(amount)" }
                let wholes = dialect.double("SUM(\(dialect.whole(amount + "_whole")))")
                let sum = "\(wholes) + SUM(\(amount) - \(amount)_whole)"
                return "\(sum) AS \(amount), SUM(abs(\(amount))) AS \(amount)_size"
            }
        }
        return CommonTable(
            name: "acted", comment: "the amounts of each user in each phase",
            body: """
                SELECT unit, phase, MAX(ms) AS last_event_ms, SUM(CASE WHEN ms IS NULL THEN 1 ELSE 0 END) AS unread_events,
                  SUM(CASE WHEN age >= 0 THEN 1 ELSE 0 END) AS events_after,
                  SUM(CASE WHEN age < 0 AND age > -86400000 THEN 1 ELSE 0 END) AS events_just_before,
                  \(sums.joined(separator: ",\n  "))
                FROM contribution GROUP BY unit, phase
                """)
    }
}
