import ExperimentEvents
import ExperimentsProject

/// The users of an experiment: one row for each phase in which a user counts.
extension StatementPlan {
    var exposureTables: [CommonTable] { [placedTable, knownTable, rankedTable, stayTable] }

    /// The columns with the first exposure to a later split, by the number of that split.
    private var untils: [String] { hasLaterPhases ? laterStarts.indices.map { "until_\($0 + 1)" } : [] }

    private var placedTable: CommonTable {
        let relation = project.warehouse.exposures
        func text(_ column: ProjectWarehouse.Column) -> String {
            self.column(column, of: relation).map(dialect.text) ?? dialect.unknownText
        }
        let time = column(.at, of: relation).map(dialect.milliseconds) ?? "NULL"
        let words = project.words(of: experiment).map(dialect.literal).joined(separator: ", ")
        return CommonTable(
            name: "placed", comment: "the first exposure of each user to each group, in each phase",
            body: """
                SELECT unit, grp, phase, split_no, MIN(ms) AS at_ms, MAX(ms) AS last_ms,
                  SUM(CASE WHEN ms IS NULL THEN 1 ELSE 0 END) AS unread
                FROM (
                  SELECT unit, grp, ms, \(phase) AS phase,
                    \(split) AS split_no
                  FROM (
                    SELECT \(text(.unit)) AS unit,
                      \(renaming(experiment.aliases, text(.group))) AS grp,
                      \(time) AS ms
                    FROM \(rows(of: relation, since: experiment.start.map { EventDay(of: $0).advanced(by: -1) }))
                    WHERE \(text(.experiment)) IN (\(words))
                  ) AS r
                  WHERE unit <> '' AND grp <> '' AND (ms IS NULL OR ms <= \(latest))
                ) AS p
                GROUP BY unit, grp, phase, split_no
                """)
    }

    /// The phase of an exposure; negative if it does not count.
    private var phase: String {
        var cases = ["WHEN ms IS NULL THEN \(ExperimentStatement.phaseWithoutTime)"]
        if let start = experiment.start?.eventMilliseconds {
            cases.append("WHEN ms < \(start) THEN \(ExperimentTotals.beforeStart)")
        }
        if let end = experiment.end?.eventMilliseconds {
            cases.append("WHEN ms >= \(end) THEN \(ExperimentTotals.afterEnd)")
        }
        for (index, start) in laterStarts.enumerated().reversed() {
            cases.append("WHEN ms >= \(start.clampedSum(max(0, experiment.fetchInterval))) THEN \(index + 1)")
            if experiment.fetchInterval > 0 {
                cases.append("WHEN ms >= \(start) THEN \(ExperimentTotals.betweenPhases)")
            }
        }
        return "CASE \(cases.joined(separator: " ")) ELSE 0 END"
    }

    /// The split that is published at the time of an exposure.
    private var split: String {
        guard hasLaterPhases else { return "0" }
        let cases = laterStarts.enumerated().reversed().map { "WHEN ms >= \($1) THEN \($0 + 1)" }
        return "CASE \(cases.joined(separator: " ")) ELSE 0 END"
    }

    private var knownTable: CommonTable {
        let untils = untils.enumerated().map {
            ",\n  MIN(CASE WHEN split_no >= \($0 + 1) THEN at_ms END) OVER (PARTITION BY unit) AS \($1)"
        }
        return CommonTable(
            name: "known", comment: "the same, with what is known of the user",
            body: """
                SELECT unit, grp, phase, at_ms,
                  MAX(CASE WHEN phase <> -1 AND at_ms IS NOT NULL THEN 1 ELSE 0 END) OVER (PARTITION BY unit) AS came,
                  MAX(CASE WHEN phase >= 0 THEN 1 ELSE 0 END) OVER (PARTITION BY unit) AS counts,
                  MIN(at_ms) OVER (PARTITION BY unit) AS ever_ms,
                  MAX(last_ms) OVER (PARTITION BY unit) AS latest_ms,
                  SUM(unread) OVER (PARTITION BY unit) AS unread\(untils.joined())
                FROM placed
                """)
    }

    private var rankedTable: CommonTable {
        let rest = (["ever_ms", "latest_ms", "unread"] + untils).joined(separator: ", ")
        return CommonTable(
            name: "ranked",
            comment: "the exposures that decide: those since the start, or all of a user who has none",
            body: """
                SELECT unit, grp, phase, at_ms, origin_ms, place, \(rest),
                  FIRST_VALUE(grp) OVER (PARTITION BY unit, place ORDER BY at_ms, grp) AS first_grp
                FROM (
                  SELECT unit, grp, phase, at_ms, counts, CASE WHEN counts = 1 THEN phase ELSE -1 END AS place, \(rest),
                    MIN(at_ms) OVER (PARTITION BY unit) AS origin_ms
                  FROM known
                  WHERE ever_ms IS NULL OR at_ms IS NOT NULL AND (came = 0 OR phase <> -1)
                ) AS d
                WHERE counts = 0 OR phase >= 0
                """)
    }

    private var stayTable: CommonTable {
        let untils = untils.map { ", MIN(\($0)) AS \($0)" }.joined()
        let grouped = """
            SELECT unit, MIN(phase) AS phase, first_grp, MIN(at_ms) AS first_ms,
              MIN(CASE WHEN grp <> first_grp THEN at_ms END) AS other_ms, MIN(origin_ms) AS origin_ms,
              MIN(ever_ms) AS ever_ms, MAX(latest_ms) AS latest_ms, MAX(unread) AS unread\(untils)
            FROM ranked GROUP BY unit, place, first_grp
            """
        let comment = "a user in a phase: the first group, when it was met, and when another one was met"
        guard hasLaterPhases else { return CommonTable(name: "stay", comment: comment, body: grouped) }
        let ends = self.untils.enumerated().map { "WHEN \($0) THEN \($1)" }.joined(separator: " ")
        return CommonTable(
            name: "stay", comment: comment,
            body: """
                SELECT unit, phase, first_grp, first_ms, other_ms, origin_ms, ever_ms, latest_ms, unread,
                  CASE phase \(ends) END AS until_ms,
                  MIN(first_ms) OVER (PARTITION BY unit ORDER BY phase ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING) AS next_ms,
                  ROW_NUMBER() OVER (PARTITION BY unit ORDER BY phase) AS visit
                FROM (
                \(grouped.indented(by: 2))
                ) AS g
                """)
    }
}
