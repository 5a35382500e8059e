import ExperimentsCore
import ExperimentsSupport

/// A client program of a warehouse on this machine, with the service that it can reach.
package struct FoundWarehouse: Sendable, Hashable {
    package var dialect: ProjectWarehouse.Dialect
    /// The name of the service, the connection or the file.
    package var service: String
    /// The file or variable that names it.
    package var place: String
    /// The program with its arguments.
    package var command: [String]

    /// A sentence about it: `psql can reach the service "analytics" (~/.pg_service.conf)`.
    package var words: String { "\(command[0]) can reach \(Quotation.of(service)) (\(place))" }

    /// The field `warehouse:`, as comments in a drafted project file.
    package var section: String {
        let words = command.map { YAMLText.scalar($0) }.joined(separator: ", ")
        return """
            # Results of experiments can be counted where the events are. \(VisibleText.of(self.words)).
            # warehouse:
            #   dialect: \(dialect.rawValue)
            #   command: [\(words)]
            #   exposures: {table: exposures, unit: user_id, experiment: experiment, group: variation, at: at}
            #   events: {table: events, unit: user_id, name: name, at: at, value: value, id: id}
            """
    }
}

/// Finds client programs of warehouses, with a service that someone has set up for them. Nothing is asked.
package struct WarehouseFinder: Sendable {
    private let home: String
    private let variables: @Sendable (String) -> String?
    private let hasProgram: @Sendable (String) -> Bool
    private let content: @Sendable (_ path: String) -> [UInt8]?

    /// - Parameters:
    ///   - home: the user's home folder.
    ///   - variables: returns a variable of the environment.
    ///   - hasProgram: returns whether a program is on `PATH`.
    ///   - content: returns the content of a file; nil if it cannot be read.
    package init(
        home: String, variables: @escaping @Sendable (String) -> String?,
        hasProgram: @escaping @Sendable (String) -> Bool,
        content: @escaping @Sendable (_ path: String) -> [UInt8]?
    ) {
        self.home = home
        self.variables = variables
        self.hasProgram = hasProgram
        self.content = content
    }

    /// Returns the warehouses that were found, at most one for each program.
    ///
    /// - Parameter files: the paths of files of the project that may be databases of DuckDB.
    package func warehouses(files: [String] = []) -> [FoundWarehouse] {
        [postgres, clickhouse, bigquery, snowflake, duckdb(files)].compactMap(\.self)
    }

    private var postgres: FoundWarehouse? {
        guard hasProgram("psql") else { return nil }
        let given = variables("PGSERVICE").flatMap { $0.isEmpty ? nil : $0 }
        let (path, place) = inHome(".pg_service.conf", unless: "PGSERVICEFILE")
        let listed = sections(of: path)
        // A variable may name a service of the whole system, whose file this program does not know.
        guard let service = given ?? listed.first else { return nil }
        return FoundWarehouse(
            dialect: .postgres, service: service, place: given == nil ? place : "PGSERVICE",
            command: ["psql", "-X", "-q", "-w", "--csv", "-v", "ON_ERROR_STOP=1", "service=\(service)"])
    }

    private var clickhouse: FoundWarehouse? {
        guard hasProgram("clickhouse") else { return nil }
        for name in ["config.xml", "config.yaml", "config.yml"] {
            let (path, place) = inHome(".clickhouse-client/\(name)")
            guard let text = text(of: path), let host = Self.value(after: ["<host>", "host:"], in: text)
            else {
                continue
            }
            return FoundWarehouse(
                dialect: .clickhouse, service: host, place: place,
                command: ["clickhouse", "client", "--format", "CSVWithNames", "--progress", "err"])
        }
        return nil
    }

    private var bigquery: FoundWarehouse? {
        guard hasProgram("bq") else { return nil }
        let active =
            text(of: inHome(".config/gcloud/active_config").path).map { ShownLine.first(of: $0) } ?? "default"
        for name in [".bigqueryrc", ".config/gcloud/configurations/config_\(active)"] {
            let (path, place) = inHome(name)
            guard let text = text(of: path),
                let project = Self.value(
                    after: ["project_id =", "project_id=", "project =", "project="], in: text)
            else { continue }
            return FoundWarehouse(
                dialect: .bigquery, service: project, place: place,
                command: [
                    "bq", "--quiet", "--project_id=\(project)", "query", "--nouse_legacy_sql", "--format=csv",
                    "--max_rows=1000000",
                ])
        }
        return nil
    }

    private var snowflake: FoundWarehouse? {
        guard hasProgram("snow") else { return nil }
        for name in [".snowflake/connections.toml", ".snowflake/config.toml"] {
            let (path, place) = inHome(name)
            let connections = sections(of: path).compactMap { section -> String? in
                if name.hasScalarSuffix("connections.toml") { return section }
                return section.hasScalarPrefix("connections.")
                    ? String(section.dropFirst("connections.".count)) : nil
            }
            guard let connection = connections.first else { continue }
            return FoundWarehouse(
                dialect: .snowflake, service: connection, place: place,
                command: [
                    "snow", "sql", "-i", "--format", "CSV", "--enable-templating", "NONE", "--connection",
                    connection,
                ])
        }
        return nil
    }

    private func duckdb(_ files: [String]) -> FoundWarehouse? {
        guard hasProgram("duckdb") else { return nil }
        // The eight bytes before these are a checksum.
        let mark = Array("DUCK".utf8)
        guard let file = files.first(where: { content($0)?.dropFirst(8).starts(with: mark) ?? false }) else {
            return nil
        }
        return FoundWarehouse(
            dialect: .duckdb, service: file, place: "a DuckDB file",
            command: ["duckdb", "-batch", "-bail", "-csv", "-readonly", file])
    }

    /// Returns a path in the home folder, and how people write it.
    ///
    /// - Parameter variable: the variable that names another file.
    private func inHome(_ name: String, unless variable: String? = nil) -> (path: String, shown: String) {
        if let other = variable.flatMap(variables), !other.isEmpty { return (other, other) }
        return (PathText.join(home, name), "~/" + name)
    }

    private func text(of path: String) -> String? {
        content(path).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Returns the names in square brackets, in order. A name that could not be a word of a command is left out.
    private func sections(of path: String) -> [String] {
        (text(of: path) ?? "").split(scalar: "\n").compactMap { line in
            let trimmed = ShownLine.first(of: String(line))
            guard trimmed.hasScalarPrefix("["), trimmed.hasScalarSuffix("]") else { return nil }
            let name = String(trimmed.dropFirst().dropLast()).filter { $0 != "\"" }
            return Self.isPlain(name) ? name : nil
        }
    }

    /// Returns the word that follows one of several marks at the start of a line; nil if there is none.
    private static func value(after marks: [String], in text: String) -> String? {
        for line in text.split(scalar: "\n") {
            let trimmed = ShownLine.first(of: String(line))
            guard let mark = marks.first(where: { trimmed.hasScalarPrefix($0) }) else { continue }
            let rest = trimmed.dropFirst(mark.count).drop { $0 == " " }
            let word = String(rest.prefix { $0 != "<" && $0 != " " && $0 != "#" })
            if isPlain(word) { return word }
        }
        return nil
    }

    private static func isPlain(_ name: String) -> Bool {
        let others = Array("._-".utf8)
        func isPart(_ byte: UInt8) -> Bool {
            byte.isASCIIDigit || (0x61...0x7A).contains(byte | 0x20) || others.contains(byte)
        }
        return !name.isEmpty && name.utf8.first != UInt8(ascii: "-") && name.utf8.allSatisfy(isPart)
    }
}

/// Lines of configuration files.
private enum ShownLine {
    /// Returns the first line of a text, without blanks around it.
    static func first(of text: String) -> String {
        let line = text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
        let start = line.drop { $0 == " " || $0 == "\t" }
        var end = start
        while let last = end.last, last == " " || last == "\t" { end = end.dropLast() }
        return String(end)
    }
}
