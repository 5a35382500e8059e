import ExperimentsCore
import TestSupport
import Testing

@Suite("list", .fewAtATime)
struct ListTests {
    @Test("prints each key with its type, status, value and a note, and counts")
    func table() async throws {
        let list = try await Workplace.withBrokenProject().run("list")
        #expect(list.status == 0)
        #expect(
            list.output.replacingVersion == """
                KEY      TYPE    STATUS      VALUE  NOTE
                paywall  string  incorrect   a      not one of its cases: expected one of a, b, c, found "d"
                timeout  int     ok          12
                new_ui   bool    ok          true
                rate     double  missing     1      the source has no value; the app uses its default
                extra    string  undeclared  x      not declared

                config.json, version *: 4 keys, 2 ok, 1 missing, 1 incorrect, 1 undeclared

                """)
        #expect(list.errors.isEmpty)
    }

    @Test("experiments without a command prints the same if there is no terminal")
    func withoutTerminal() async throws {
        let workplace = try Workplace.withBrokenProject()
        let alone = try await workplace.run()
        #expect(alone.status == 0)
        #expect(alone.output == (try await workplace.run("list").output))
    }

    @Test("columns stay aligned, and nothing reaches a terminal raw, whatever names and values hold")
    func hostileText() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.writeValues(#"{"日本": "wide", "a\u001b[31m": "x\ny\tz", "rtl\u202e": "👨‍👩‍👧‍👦é"}"#)
        let list = try await workplace.run("list")
        let lines = list.lines
        #expect(lines.contains("日本         string  undeclared  wide   not declared"), "\(list)")
        #expect(lines.contains("a␛[31m       string  undeclared  x↵y⇥z  not declared"), "\(list)")
        #expect(!list.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(!list.output.unicodeScalars.contains("\u{202e}"))
    }

    @Test("a project without keys, of an empty source, is an empty table")
    func empty() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            "source: {kind: file, path: config.json}\nkeys: []\n", to: "experiments.yaml")
        try workplace.writeValues("{}")
        let list = try await workplace.run("list")
        #expect(list.status == 0)
        #expect(list.lines.first == "KEY  TYPE  STATUS  VALUE  NOTE")
        #expect(list.lines.last?.hasSuffix(": 0 keys") == true)
    }

    @Test("--json prints one document with every row, and nothing else")
    func json() async throws {
        let list = try await Workplace.withBrokenProject().run("list", "--json")
        let document = try #require(try list.json().object)
        #expect(document["schema"] == 1)
        #expect(document["source"]?.object?["name"] == "config.json")
        #expect(document["counts"]?.object?["missing"] == 1)
        let rows = try #require(document["keys"]?.array).compactMap(\.object)
        #expect(rows.map { $0["name"] } == ["paywall", "timeout", "new_ui", "rate", "extra"])
        #expect(rows.map { $0["status"] } == ["incorrect", "ok", "ok", "missing", "undeclared"])
        #expect(rows[0]["value"] == "a")
        #expect(rows[0]["usesDefault"] == true)
        #expect(rows[0]["remote"] == "d")
        #expect(rows[0]["problem"]?.object?["expected"] == "one of a, b, c")
        #expect(rows[3]["remote"] == nil)
    }

    @Test("there are colors only where they are asked for")
    func colors() async throws {
        let workplace = try Workplace.withBrokenProject()
        #expect(try await !workplace.run("list").output.contains("\u{1b}"))
        #expect(
            try await workplace.run("list", "--color", "always").output.contains(
                "\u{1b}[31mincorrect\u{1b}[0m"))
        #expect(try await !workplace.run("list", "--color", "always", "--no-color").output.contains("\u{1b}"))
    }

    @Test("a filter that matches nothing prints that, and the counts")
    func unmatched() async throws {
        let list = try await Workplace.withFineProject().run("list", "--filter", "key:zz")
        #expect(
            list.status == 0 && list.lines.first == "no keys match" && !list.output.contains("TYPE"),
            "\(list)")
        #expect(list.output.contains("4 keys, 4 ok"), "\(list)")
    }

    @Test("--ascii replaces every other character")
    func ascii() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.writeValues(#"{"日本": "é"}"#)
        let list = try await workplace.run("list", "--ascii")
        #expect(list.output.utf8.allSatisfy { $0 < 0x80 })
        #expect(list.lines.contains("????     string  undeclared  ?      not declared"), "\(list)")
    }
}

extension String {
    /// The text with the version of a file source, which is a digest, replaced by an asterisk.
    var replacingVersion: String {
        replacing(#/version [0-9a-f]{8}/#, with: "version *")
    }
}
