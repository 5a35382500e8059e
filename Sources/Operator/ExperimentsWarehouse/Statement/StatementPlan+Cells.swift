import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject

/// The sums over users.
extension StatementPlan {
    /// A column of the answer.
    struct AnswerColumn {
        let name: String
        /// How it is computed from the users.
        let sum: String
        /// Whether it is a number with a fraction.
        var isFraction = false
    }

    private var metricsWithPercentiles: [Metric] {
        measured.filter { $0.definition.capPercentile != nil && limitsUsers($0) }
    }

    private func limitsUsers(_ metric: Metric) -> Bool { [.count, .sum].contains(metric.definition.kind) }

    var amountTables: [CommonTable] { [amountTable] + percentileTables + [limitedTable].compactMap(\.self) }

    /// The columns of a user that every table of amounts has.
    private static let facts = [
        "phase", "group_name", "day", "mixed", "came_back", "ever_ms", "latest_ms", "unread", "last_event_ms",
        "unread_events", "events_after", "events_just_before",
    ]

    private var amountTable: CommonTable {
        let ofEvents = ["last_event_ms", "unread_events", "events_after", "events_just_before"]
        let visit = hasLaterPhases ? "s.visit" : "1"
        let hasEvents = !measured.isEmpty
        var columns = [
            "s.phase", "s.first_grp AS group_name",
            dialect.day("COALESCE(s.other_ms, s.first_ms, 0)") + " AS day",
            "CASE WHEN s.other_ms IS NULL THEN 0 ELSE 1 END AS mixed",
            "CASE WHEN s.other_ms IS NULL AND \(visit) > 1 THEN 1 ELSE 0 END AS came_back",
            "s.ever_ms", "s.latest_ms", "CASE WHEN \(visit) > 1 THEN 0 ELSE s.unread END AS unread",
        ]
        columns += ofEvents.map { hasEvents ? "COALESCE(a.\($0), 0) AS \($0)" : "0 AS \($0)" }
        for metric in measured {
            for amount in metric.amounts { columns.append(self.amount(amount, of: metric) + " AS \(amount)") }
        }
        return CommonTable(
            name: "amount", comment: "all users with their amounts, which are 0 without events",
            body: """
                SELECT \(columns.joined(separator: ",\n  "))
                FROM stay AS s\(hasEvents ? " LEFT JOIN acted AS a ON a.unit = s.unit AND a.phase = s.phase" : "")
                """)
    }

    /// Returns the amount of a user.
    private func amount(_ column: String, of metric: Metric) -> String {
        let value: String
        if metric.definition.kind == .proportion {
            value = "CASE WHEN a.\(column) > 0 THEN 1 ELSE 0 END"
        } else if metric.amountsOfValues.contains(column) {
            // What is only rounding is nothing, so that a user who got all money back has no value.
            value = "CASE WHEN abs(a.\(column)) > 1e-12 * a.\(column)_size THEN a.\(column) ELSE 0 END"
        } else {
            value = "COALESCE(a.\(column), 0)"
        }
        let size = dialect.double(value)
        guard let cap = metric.definition.cap, limitsUsers(metric) else { return size }
        return Self.limited(size, to: "\(cap)")
    }

    /// The columns of all amounts.
    private var amounts: [String] { measured.flatMap(\.amounts) }

    private var percentileTables: [CommonTable] {
        let capped = metricsWithPercentiles
        guard !capped.isEmpty else { return [] }
        func size(_ metric: Metric) -> String {
            let value = "\(metric.prefix)_y"
            return "CASE WHEN mixed = 0 AND phase >= 0 AND \(value) <> 0 THEN abs(\(value)) END"
        }
        func percentile(_ metric: Metric) -> String {
            dialect.percentile(metric.definition.capPercentile ?? 1, of: size(metric))
                + " AS \(metric.prefix)_top"
        }
        let all = (Self.facts + amounts).joined(separator: ", ")
        let list = capped.map(percentile).joined(separator: ",\n  ")
        let comment = "the percentiles of the users with a value, all groups together"
        switch dialect.percentiles {
        case .inAnotherRow:
            let tops = capped.map { "\($0.prefix)_top" }.joined(separator: ", ")
            return [
                CommonTable(name: "top", comment: comment, body: "SELECT \(list)\nFROM amount"),
                CommonTable(
                    name: "topped", comment: "all users with them",
                    body: "SELECT \(all), \(tops)\nFROM amount CROSS JOIN top"),
            ]
        case .inEachRow:
            return [
                CommonTable(name: "topped", comment: comment, body: "SELECT \(all),\n  \(list)\nFROM amount")
            ]
        case .fromRanks: return rankTables(capped, all, comment, size)
        }
    }

    /// The tables that find a percentile between the two values whose ranks are nearest.
    private func rankTables(
        _ capped: [Metric], _ all: String, _ comment: String, _ size: (Metric) -> String
    ) -> [CommonTable] {
        let sizes = capped.map { "\(size($0)) AS \($0.prefix)_size" }.joined(separator: ",\n    ")
        let ranks = capped.map { metric in
            let size = "\(metric.prefix)_size"
            return """
                \(size), COUNT(\(size)) OVER () AS \(metric.prefix)_count,
                  CASE WHEN \(size) IS NOT NULL THEN ROW_NUMBER() OVER (
                    PARTITION BY CASE WHEN \(size) IS NULL THEN 1 ELSE 0 END ORDER BY \(size)) END AS \(metric.prefix)_rank
                """
        }
        let tops = capped.map { metric in
            let prefix = metric.prefix
            let place = "\(metric.definition.capPercentile ?? 1) * (\(prefix)_count - 1)"
            func at(_ offset: Int) -> String {
                "MAX(CASE WHEN \(prefix)_rank = \(dialect.floor(place)) + \(offset) THEN \(prefix)_size END) OVER ()"
            }
            return """
                \(at(1)) + (\(place) - \(dialect.floor(place)))
                    * (COALESCE(\(at(2)), \(at(1))) - \(at(1))) AS \(prefix)_top
                """
        }
        return [
            CommonTable(
                name: "sized", comment: "users with a value, from the smallest to the largest",
                body: """
                    SELECT \(all),
                      \(ranks.joined(separator: ",\n  "))
                    FROM (
                      SELECT \(all),
                        \(sizes)
                      FROM amount
                    ) AS z
                    """),
            CommonTable(
                name: "topped", comment: comment,
                body: "SELECT \(all),\n  \(tops.joined(separator: ",\n  "))\nFROM sized"),
        ]
    }

    private var limitedTable: CommonTable? {
        let capped = metricsWithPercentiles
        guard !capped.isEmpty else { return nil }
        let limits = Dictionary(
            capped.flatMap { metric in metric.amounts.map { ($0, "\(metric.prefix)_top") } },
            uniquingKeysWith: { first, _ in first })
        let columns = amounts.map { amount in
            limits[amount].map { "\(Self.limited(amount, to: $0)) AS \(amount)" } ?? amount
        }
        let tops = capped.map { "\($0.prefix)_top" }
        return CommonTable(
            name: "limited", comment: "all users with limited amounts",
            body: """
                SELECT \((Self.facts + tops).joined(separator: ", ")),
                  \(columns.joined(separator: ",\n  "))
                FROM topped
                """)
    }

    /// The columns of the answer, without the number of its rows.
    var columns: [AnswerColumn] {
        let places = ["phase", "group_name", "day"].map { AnswerColumn(name: $0, sum: $0) }
        let users = [
            AnswerColumn(name: "users", sum: "SUM(1 - mixed)"),
            AnswerColumn(name: "mixed_users", sum: "SUM(mixed)"),
            AnswerColumn(name: "returning_users", sum: "SUM(came_back)"),
            AnswerColumn(name: "first_exposure", sum: "COALESCE(MIN(ever_ms), 0)"),
            AnswerColumn(name: "last_exposure", sum: "COALESCE(MAX(latest_ms), 0)"),
            AnswerColumn(name: "last_event", sum: "MAX(last_event_ms)"),
            AnswerColumn(name: "unread_exposures", sum: "SUM(unread)"),
            AnswerColumn(name: "unread_events", sum: "SUM(unread_events)"),
            AnswerColumn(name: "events_after", sum: "SUM(events_after)"),
            AnswerColumn(name: "events_just_before", sum: "SUM(events_just_before)"),
        ]
        return places + users + measured.flatMap(columns)
    }

    private func columns(of metric: Metric) -> [AnswerColumn] {
        let prefix = metric.prefix
        let y = "\(prefix)_y"
        let other = metric.amounts[1]
        let isCapped = metric.definition.capPercentile != nil && limitsUsers(metric)
        func column(_ name: String, _ sum: String) -> AnswerColumn {
            AnswerColumn(name: name, sum: sum, isFraction: true)
        }
        return [
            AnswerColumn(name: "\(prefix)_n", sum: "SUM(CASE WHEN \(y) <> 0 THEN 1 ELSE 0 END)"),
            column(y, "SUM(\(y))"), column("\(y)y", "SUM(\(y) * \(y))"),
            column(other, "SUM(\(other))"), column("\(other)\(other.suffix(1))", "SUM(\(other) * \(other))"),
            column("\(y)\(other.suffix(1))", "SUM(\(y) * \(other))"),
        ] + (isCapped ? [column("\(prefix)_cap", "COALESCE(MAX(\(prefix)_top), 0)")] : [])
    }

    var cellTable: CommonTable {
        let sums = columns.map { "\($0.sum) AS \($0.name)" }
        let last = columns.enumerated().map { index, column in
            switch index {
            case 0: "\(ExperimentStatement.phaseOfEnd)"
            case 1: "''"
            default: column.isFraction ? "0.0" : "0"
            }
        }
        return CommonTable(
            name: "cell", comment: "the answer, with a row that is always there",
            body: """
                SELECT \(sums.joined(separator: ",\n  "))
                FROM \(metricsWithPercentiles.isEmpty ? "amount" : "limited") GROUP BY phase, group_name, day
                UNION ALL SELECT \(last.joined(separator: ", "))
                """)
    }

    /// The end of the statement.
    var ending: String {
        let shown = columns.map { $0.isFraction ? "\(dialect.shown($0.name)) AS \($0.name)" : $0.name }
        let meanings = measured.map { metric in
            "-- \(metric.prefix): the metric \(Self.comment(metric.definition.name)), \(metric.definition.kind.rawValue)"
        }
        let select = """
            SELECT \(shown.joined(separator: ", ")),
              COUNT(*) OVER () AS \(Self.rowCount)
            FROM cell ORDER BY phase, group_name, day
            """
        return (meanings + [select] + [dialect.settings].compactMap(\.self)).joined(separator: "\n")
    }
}
