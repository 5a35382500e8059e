import ExperimentEvents
import ExperimentsProject
import ExperimentsSupport

/// The expressions that differ between dialects.
extension ProjectWarehouse.Dialect {
    /// The type of whole numbers of 64 bits.
    private var wholeType: String { self == .bigquery ? "INT64" : "bigint" }

    /// The type of numbers with a fraction.
    private var doubleType: String {
        switch self {
        case .postgres, .snowflake: "double precision"
        case .sqlite: "real"
        case .duckdb: "double"
        case .bigquery: "FLOAT64"
        case .clickhouse: "Float64"
        }
    }

    /// Returns any value as a text that is compared by its bytes.
    func text(_ value: String) -> String {
        switch self {
        case .postgres: "CAST(\(value) AS text) COLLATE \"C\""
        case .sqlite: "CAST(\(value) AS text) COLLATE BINARY"
        case .duckdb, .snowflake: "CAST(\(value) AS varchar)"
        case .bigquery: "CAST(\(value) AS STRING)"
        case .clickhouse: "toString(\(value))"
        }
    }

    func whole(_ value: String) -> String {
        self == .clickhouse ? "toInt64(\(value))" : "CAST(\(value) AS \(wholeType))"
    }

    func double(_ value: String) -> String {
        self == .clickhouse ? "toFloat64(\(value))" : "CAST(\(value) AS \(doubleType))"
    }

    /// Returns the UTC day of a time in milliseconds, as a whole number since 1970.
    func day(_ milliseconds: String) -> String {
        guard self == .sqlite else { return whole("floor((\(milliseconds)) / 86400000.0)") }
        // SQLite may have been built without mathematical functions.
        let rest = "((\(milliseconds)) % 86400000 + 86400000) % 86400000"
        return "((\(milliseconds)) - \(rest)) / 86400000"
    }

    /// Returns the whole number below a number that is not negative.
    func floor(_ number: String) -> String { self == .sqlite ? whole(number) : "floor(\(number))" }

    /// An unknown number.
    var unknownDouble: String {
        self == .clickhouse ? "CAST(NULL AS Nullable(Float64))" : "CAST(NULL AS \(doubleType))"
    }

    /// An unknown text.
    var unknownText: String { self == .clickhouse ? "CAST(NULL AS Nullable(String))" : text("NULL") }

    /// Returns a time in whole milliseconds since 1970, half a millisecond rounded up. A time without a zone is UTC.
    func milliseconds(_ time: String) -> String {
        switch self {
        case .postgres: "CAST(round(extract(epoch FROM \(time)) * 1000) AS bigint)"
        case .sqlite: "CAST(round((julianday(\(time)) - 2440587.5) * 86400000.0) AS bigint)"
        case .duckdb: "CAST(floor((epoch_us(\(time)) + 500) / 1000.0) AS bigint)"
        case .clickhouse:
            "intDiv(toUnixTimestamp64Micro(toDateTime64(toNullable(\(time)), 6, 'UTC')) + 500, 1000)"
        case .bigquery: "DIV(UNIX_MICROS(CAST(\(time) AS TIMESTAMP)) + 500, 1000)"
        case .snowflake: "CAST(floor((date_part(epoch_microsecond, \(time)) + 500) / 1000) AS bigint)"
        }
    }

    /// Returns the start of a UTC day as a literal that times can be compared with, without conversion of the times, so
    /// that the engine can skip what it need not read. It may be wrong by the time zone of the session.
    func time(_ day: EventDay) -> String {
        switch self {
        case .postgres: "timestamptz '\(day) 00:00:00+00'"
        case .sqlite: "'\(day)'"
        case .duckdb: "TIMESTAMP '\(day) 00:00:00'"
        case .clickhouse: "toDateTime64('\(day) 00:00:00', 3, 'UTC')"
        case .bigquery: "TIMESTAMP '\(day) 00:00:00+00'"
        case .snowflake: "'\(day) 00:00:00 +00:00'::timestamp_tz"
        }
    }

    /// Whether it can compare the times of a table with ``time(_:)``. In SQLite, times are texts in several forms.
    var comparesTimes: Bool { self != .sqlite }

    /// Returns the remainder of a division of whole numbers.
    func remainder(_ number: String, _ divisor: Int) -> String {
        switch self {
        case .sqlite, .duckdb, .clickhouse: "\(number) % \(divisor)"
        case .postgres, .bigquery, .snowflake: "mod(\(number), \(divisor))"
        }
    }

    /// Returns a condition that is true if a number is not a number; nil if a column cannot contain that.
    func isNotANumber(_ number: String) -> String? {
        switch self {
        case .postgres, .snowflake: "\(number) = \(double("'NaN'"))"
        case .sqlite: nil
        case .duckdb: "isnan(\(number))"
        case .clickhouse: "isNaN(\(number))"
        case .bigquery: "IS_NAN(\(number))"
        }
    }

    /// Returns a number with all of its digits.
    func shown(_ number: String) -> String { self == .sqlite ? "printf('%!.17g', \(number))" : number }

    /// The way to compute percentiles.
    var percentiles: Percentiles {
        switch self {
        case .postgres, .duckdb: .inAnotherRow
        case .clickhouse: .inEachRow
        case .sqlite, .bigquery, .snowflake: .fromRanks
        }
    }

    /// How a dialect computes a percentile between the two nearest values.
    enum Percentiles {
        /// A function for all rows gives one row.
        case inAnotherRow
        /// A function of a window gives it in each row, which reads everything once.
        case inEachRow
        /// It has no such function, or one for few purposes.
        case fromRanks
    }

    /// Returns a percentile of the values that are known.
    func percentile(_ share: Double, of value: String) -> String {
        switch self {
        case .duckdb: "quantile_cont(\(value), \(share))"
        case .clickhouse: "quantileExactInclusive(\(share))(\(value)) OVER ()"
        default: "percentile_cont(\(share)) WITHIN GROUP (ORDER BY \(value))"
        }
    }

    /// Settings at the end of a statement; nil if none are needed.
    var settings: String? {
        // Unknown values are not 0 or empty, and a name means a column before it means an expression.
        self == .clickhouse ? "SETTINGS join_use_nulls = 1, prefer_column_name_to_alias = 1" : nil
    }
}
