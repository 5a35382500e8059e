import ExperimentsDigests
import ExperimentsSupport

/// The warehouse that a project declares: the place of its events, and the program that asks it.
public struct ProjectWarehouse: Sendable, Hashable {
    /// The SQL of a warehouse.
    public enum Dialect: String, Sendable, Hashable, CaseIterable {
        case postgres, sqlite, duckdb, clickhouse, bigquery, snowflake
    }

    /// A meaning of a column.
    public enum Column: String, Sendable, Hashable, CaseIterable {
        /// The unit, such as a user's ID.
        case unit
        /// The experiment of an exposure.
        case experiment
        /// The group that the unit is in.
        case group
        /// The time of the exposure or the event.
        case at
        /// The name of an event.
        case name
        /// The amount that a metric adds up.
        case value
        /// The ID that identifies a repeated event.
        case id
    }

    /// A table or a query, with its columns.
    public struct Relation: Sendable, Hashable {
        /// Where its rows come from.
        public enum Rows: Sendable, Hashable {
            /// A table, by the parts of its name.
            case table([String])
            /// A query.
            case query(String)
        }

        /// Where its rows come from.
        public var rows: Rows
        /// The names of its columns. A meaning that is missing has no column.
        public var columns: [Column: String]

        /// Creates a relation.
        public init(_ rows: Rows, columns: [Column: String]) {
            self.rows = rows
            self.columns = columns
        }
    }

    /// The default time that a statement may take.
    public static let usualTimeout: Duration = .seconds(120)
    /// The default time for which an answer is used.
    public static let usualRefresh: Duration = .seconds(15 * 60)
    /// The text in the command that stands for the statement, for programs that do not read their standard input.
    public static let statementWord = "{sql}"

    /// The SQL that it understands.
    public var dialect: Dialect
    /// The program with its arguments. It reads a statement, and prints the answer as CSV.
    public var command: [String]
    /// The time that a statement may take.
    public var timeout: Duration
    /// The time for which an answer is used before the warehouse is asked again.
    public var refresh: Duration
    /// The exposures of users to experiments.
    public var exposures: Relation
    /// The events that metrics count.
    public var events: Relation

    /// Creates a warehouse.
    public init(
        _ dialect: Dialect, command: [String], exposures: Relation, events: Relation,
        timeout: Duration = usualTimeout, refresh: Duration = usualRefresh
    ) {
        self.dialect = dialect
        self.command = command
        self.exposures = exposures
        self.events = events
        self.timeout = timeout
        self.refresh = refresh
    }

    /// The command line, as a person would type it.
    public var commandText: String { command.map(ShellWord.quoted).joined(separator: " ") }

    /// Returns a digest of everything that is run for a project: the command, and the queries, because some client
    /// programs also read commands of their own from them.
    package func digest(in project: String) -> String {
        Self.digest([project, dialect.rawValue] + command + exposures.parts + events.parts)
    }

    /// The digest of the data: everything except how it is asked.
    package var dataDigest: String { Self.digest([dialect.rawValue] + exposures.parts + events.parts) }

    private static func digest(_ parts: [String]) -> String {
        // Include the lengths, so that different lists of parts never have the same text.
        Hexadecimal.text(SHA256Sum.of(parts.map { "\($0.utf8.count):\($0)" }.joined()))
    }
}

extension ProjectWarehouse.Relation {
    fileprivate var parts: [String] {
        let named = ProjectWarehouse.Column.allCases.map { columns[$0].map { "=\($0)" } ?? "" }
        switch rows {
        case .table(let name): return ["table", "\(name.count)"] + name + named
        case .query(let text): return ["sql", text] + named
        }
    }
}
