import ExperimentsProject
import ExperimentsSupport

/// Names and texts in the SQL of each dialect. Whatever they contain, they stay names and texts. The end of a line in
/// them is ``ExperimentStatement/keptLineEnd``, or escaped, so that the statement can be indented.
extension ProjectWarehouse.Dialect {
    /// Returns a name of a table or a column in quotation marks.
    package func name(_ name: String) -> String {
        switch self {
        case .postgres, .sqlite, .duckdb: return Self.doubling("\"", in: name)
        case .clickhouse: return Self.escaped(name, in: "\"")
        case .bigquery: return Self.escaped(name, in: "`")
        case .snowflake:
            // Names that were created without quotation marks are in upper case there.
            let isPlain = name.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
            }
            return Self.doubling("\"", in: isPlain ? name.uppercased() : name)
        }
    }

    /// Returns a text as a literal.
    package func literal(_ text: String) -> String {
        switch self {
        case .sqlite, .duckdb: return Self.doubling("'", in: text)
        case .postgres:
            // In a text with this mark, a backslash has the same meaning with every setting of the server.
            let hasBackslash = text.utf8.contains(UInt8(ascii: "\\"))
            return hasBackslash ? "E" + Self.escaped(text, in: "'") : Self.doubling("'", in: text)
        case .clickhouse, .bigquery, .snowflake: return Self.escaped(text, in: "'")
        }
    }

    private static func doubling(_ mark: Unicode.Scalar, in text: String) -> String {
        var quoted = String.UnicodeScalarView([mark])
        for scalar in text.unicodeScalars {
            guard scalar != "\n" else {
                quoted.append(ExperimentStatement.keptLineEnd)
                continue
            }
            quoted.append(scalar)
            if scalar == mark { quoted.append(mark) }
        }
        quoted.append(mark)
        return String(quoted)
    }

    private static func escaped(_ text: String, in mark: Unicode.Scalar) -> String {
        var quoted = String.UnicodeScalarView([mark])
        for scalar in text.unicodeScalars {
            switch scalar {
            case mark, "\\": quoted.append(contentsOf: ["\\", scalar])
            // In BigQuery, a text must not contain the end of a line.
            case "\n": quoted.append(contentsOf: "\\n".unicodeScalars)
            case "\r": quoted.append(contentsOf: "\\r".unicodeScalars)
            default: quoted.append(scalar)
            }
        }
        quoted.append(mark)
        return String(quoted)
    }
}
