import ExperimentsProject
import ExperimentsWarehouse
import TestSupport
import Testing

@Suite("Names and texts in SQL", .inTurn) struct DialectTests {
    private static let dialects = ProjectWarehouse.Dialect.allCases

    @Test(
        "a name stays a name",
        arguments: [
            (ProjectWarehouse.Dialect.postgres, #"a"b\c"#, #""a""b\c""#), (.sqlite, #"a"b\c"#, #""a""b\c""#),
            (.duckdb, #"a"b;--"#, #""a""b;--""#), (.clickhouse, #"a"b\c"#, #""a\"b\\c""#),
            (.bigquery, #"a`b\c"#, #"`a\`b\\c`"#), (.snowflake, "user_id", #""USER_ID""#),
            (.snowflake, #"User "id""#, #""User ""id""""#),
        ])
    func names(dialect: ProjectWarehouse.Dialect, name: String, expected: String) {
        #expect(dialect.name(name) == expected)
    }

    @Test(
        "a text stays a text",
        arguments: [
            (ProjectWarehouse.Dialect.postgres, "it's", "'it''s'"), (.postgres, #"a\'b"#, #"E'a\\\'b'"#),
            (.sqlite, #"a\'b"#, #"'a\''b'"#), (.duckdb, "'; DROP TABLE x; --", "'''; DROP TABLE x; --'"),
            (.clickhouse, #"a\'b"#, #"'a\\\'b'"#), (.bigquery, "it's", #"'it\'s'"#),
            (.snowflake, #"\"#, #"'\\'"#),
        ])
    func texts(dialect: ProjectWarehouse.Dialect, text: String, expected: String) {
        #expect(dialect.literal(text) == expected)
    }

    @Test("a quotation mark with an accent after it is doubled, too", arguments: dialects)
    func accents(dialect: ProjectWarehouse.Dialect) {
        let quoted = dialect.literal("'\u{301}")
        #expect(quoted.unicodeScalars.count == 4 || quoted.unicodeScalars.count == 5)
        #expect(quoted != "''\u{301}'")
    }
}
