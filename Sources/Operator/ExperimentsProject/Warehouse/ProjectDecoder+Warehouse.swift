import ExperimentStatistics
import ExperimentsCore
import ExperimentsYAML

/// Reads `warehouse:`.
extension ProjectDecoder {
    /// - Parameters:
    ///   - metrics: the metrics whose events it has.
    ///   - hasTimeZone: whether the project sets a time zone for files of events.
    mutating func readWarehouse(
        _ node: YAMLNode, for metrics: [ProjectMetric], besideTimeZone hasTimeZone: Bool
    ) -> ProjectWarehouse? {
        if node.isNull { return nil }
        enter("warehouse")
        defer { leave() }
        let fields = ["dialect", "command", "timeout", "refresh", "exposures", "events"]
        guard let record = record(node, fields: fields, expected: "fields such as `dialect` and `command`")
        else {
            return nil
        }
        let others = [
            "postgresql": "postgres", "redshift": "postgres", "bq": "bigquery", "sqlite3": "sqlite",
        ]
        let dialect = required("dialect", of: record).flatMap { node in
            word(
                node, at: "dialect", among: ProjectWarehouse.Dialect.allCases.map(\.rawValue),
                otherwiseCalled: others, ProjectWarehouse.Dialect.init)
        }
        let command = required("command", of: record).flatMap { readClient($0) }
        let timeout = record["timeout"].flatMap { duration($0, at: "timeout", least: .seconds(1)) }
        let refresh = record["refresh"].flatMap { duration($0, at: "refresh", least: .seconds(1)) }
        let exposures = required("exposures", of: record).flatMap {
            readRelation($0, at: "exposures", columns: [.unit, .experiment, .group, .at], optional: [])
        }
        let events = required("events", of: record).flatMap {
            readRelation($0, at: "events", columns: [.unit, .name, .at], optional: [.value, .id])
        }
        if hasTimeZone {
            refuse(
                "cannot be combined with `time_zone` under `events`: times without an offset in a warehouse are UTC. "
                    + "Remove `time_zone`, or convert the times with `sql`", node)
        }
        guard let dialect, let command, let exposures, let events else { return nil }
        checkValues(of: metrics, in: events, record["events"])
        return ProjectWarehouse(
            dialect, command: command, exposures: exposures, events: events,
            timeout: timeout ?? ProjectWarehouse.usualTimeout,
            refresh: refresh ?? ProjectWarehouse.usualRefresh)
    }

    /// Reads the program that asks the warehouse, with its arguments.
    private mutating func readClient(_ node: YAMLNode) -> [String]? {
        let words = "a program with its arguments as a list, such as [psql, -X, --csv, service=analytics]"
        guard let items = node.items, !items.isEmpty else {
            return expected(words, at: "command", found: node)
        }
        var command: [String] = []
        for item in items {
            guard let text = text(item, at: "command", expected: words) else { return nil }
            guard !text.utf8.contains(0) else {
                return refuse("must not contain a NUL byte", at: "command", item)
            }
            command.append(text)
        }
        let program = command[0]
        guard !program.isEmpty, !program.contains(scalar: " ") || program.contains(scalar: "/") else {
            return refuse(
                "must begin with the name of a program; write each argument as an item of its own",
                at: "command",
                items[0])
        }
        guard !program.isExactly(ProjectWarehouse.statementWord) else {
            return refuse("must begin with the name of a program", at: "command", items[0])
        }
        return command
    }

    private mutating func readRelation(
        _ node: YAMLNode, at name: String, columns needed: [ProjectWarehouse.Column],
        optional: [ProjectWarehouse.Column]
    ) -> ProjectWarehouse.Relation? {
        enter(name)
        defer { leave() }
        let known = needed + optional
        let fields = ["table", "sql"] + known.map(\.rawValue)
        guard let record = record(node, fields: fields, expected: "fields such as `table` and `unit`") else {
            return nil
        }
        var columns: [ProjectWarehouse.Column: String] = [:]
        for column in known {
            let words = "the name of a column, such as \(column.rawValue)"
            columns[column] = line(column.rawValue, of: record, expected: words)
        }
        switch (record["table"], record["sql"]) {
        case (let node?, nil):
            guard let table = readTable(node) else { return nil }
            for column in needed where columns[column] == nil { columns[column] = column.rawValue }
            return ProjectWarehouse.Relation(.table(table), columns: columns)
        case (nil, let node?):
            guard let query = readQuery(node) else { return nil }
            // A query can name its columns, so all of them must be there.
            for column in known where columns[column] == nil { columns[column] = column.rawValue }
            return ProjectWarehouse.Relation(.query(query), columns: columns)
        case (let node?, _?):
            return refuse("cannot be combined with `sql`: keep one of them", at: "table", node)
        case (nil, nil): return missing("table", of: record, ": name a table, or give a query as `sql`")
        }
    }

    /// Reads the name of a table: a text whose parts are separated by dots, or a list of the parts.
    private mutating func readTable(_ node: YAMLNode) -> [String]? {
        let words = "the name of a table, such as analytics.events, or its parts as a list"
        var parts: [String] = []
        if let items = node.items {
            for item in items {
                guard let part = line(item, at: "table", expected: words) else { return nil }
                parts.append(part)
            }
        } else {
            guard let name = line(node, at: "table", expected: words) else { return nil }
            parts = name.split(scalar: ".", omittingEmptySubsequences: false).map(String.init)
        }
        guard !parts.isEmpty, parts.count <= 3, parts.allSatisfy({ !$0.isEmpty }) else {
            return expected("\(words), with at most three parts", at: "table", found: node)
        }
        return parts
    }

    private mutating func readQuery(_ node: YAMLNode) -> String? {
        guard let text = text(node, at: "sql", expected: "a query, such as SELECT …") else { return nil }
        var query = text[...]
        while let last = query.unicodeScalars.last, last == ";" || last.properties.isWhitespace {
            query = query.dropLast()
        }
        guard !query.isEmpty else { return expected("a query, such as SELECT …", at: "sql", found: node) }
        guard !query.utf8.contains(0) else { return refuse("must not contain a NUL byte", at: "sql", node) }
        for word in PlaceholderText.words(in: String(query)) where !["since", "until"].contains(word) {
            return refuse("has {{\(word)}}: only {{since}} and {{until}} are replaced", at: "sql", node)
        }
        return String(query)
    }

    /// Checks that there are values for the metrics that add them up.
    private mutating func checkValues(
        of metrics: [ProjectMetric], in events: ProjectWarehouse.Relation, _ node: YAMLNode?
    ) {
        let needing = metrics.first { $0.design.kind == .sum || $0.design.kind == .mean }
        guard let needing, events.columns[.value] == nil else { return }
        enter("events")
        defer { leave() }
        refuse(
            "has no `value`, which metric \"\(needing.name)\" of kind \(needing.design.kind.rawValue) adds up: "
                + "name the column of the values", node)
    }
}
