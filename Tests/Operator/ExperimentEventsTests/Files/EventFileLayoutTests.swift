import ExperimentEvents
import ExperimentsProject
import TestSupport
import Testing

@Suite("Layouts of files of events", .inTurn) struct EventFileLayoutTests {
    @Test("fields stand between commas, semicolons, tabs or vertical bars", arguments: [",", ";", "\t", "|"])
    func separators(_ mark: String) throws {
        let rows = [
            ["unit", "experiment", "group", "event", "at", "value"],
            ["ann", "Paywall", "a", "", "2025-03-02", ""],
            ["\"a\(mark)b\"", "", "", "order", "2025-03-02", "5.5"],
        ]
        let text = rows.map { $0.joined(separator: mark) }.joined(separator: "\r\n")
        #expect(try ReadFile(text).lines == ["ann Paywall a", "a\(mark)b order 5.5"])
        #expect(try ReadFile("sep=\(mark)\r\n" + text).lines == ["ann Paywall a", "a\(mark)b order 5.5"])
        #expect(try ReadFile("\"sep=\(mark)\"\n" + text).lines.count == 2)
    }

    @Test("a delimiter is one whatever scalar follows it") func combining() throws {
        let text = """
            event,unit,at
            order,\u{301}x,2025-03-02
            order,"5""\u{1F3FD}",2025-03-02
            order,"\u{200D}",2025-03-02
            """
        #expect(try ReadFile(text).events.map(\.unit) == ["\u{301}x", "5\"\u{1F3FD}", "\u{200D}"])
        var columns = EventColumns()
        try columns.name("unit=\u{301}visitor")
        #expect(
            try ReadFile("event,\u{301}visitor,at\norder,ann,2025-03-02", columns: columns).events.count == 1)
    }

    @Test("headers may be in upper case and in quotation marks") func headers() throws {
        let text = "\"USER_ID\",\"EXPERIMENT_ID\",\"VARIATION_ID\",\"TIMESTAMP\"\nann,Paywall,a,2025-03-02\n"
        #expect(try ReadFile(text).lines == ["ann Paywall a"])
        var columns = EventColumns()
        try columns.name("unit=visitor")
        #expect(
            try ReadFile("EVENT,VISITOR,AT\norder,ann,2025-03-02", columns: columns).lines == ["ann order"])
    }

    @Test("comments above the header are skipped, and count as lines") func comments() throws {
        let comments = "# ------\r\n# Shop, 1; 2; 3\r\n#\r\n\r\n"
        let file = try ReadFile(comments + "event,unit,at\r\norder,ann,2025-03-02\r\norder,,2025-03-02\r\n")
        #expect(file.lines == ["ann order"])
        #expect(file.problems.map(\.line) == [7])
        #expect(try ReadFile("#,event,unit,at\n1,order,ann,2025-03-02").lines == ["ann order"])
    }

    @Test("IDs that differ in a letter without width stay two users") func widthless() throws {
        let text =
            "event,unit,at\norder,ann,2025-03-02\norder,ann\u{200B},2025-03-02\norder, bob\u{A0},2025-03-02"
        #expect(try ReadFile(text).events.map(\.unit) == ["ann", "ann\u{200B}", "bob"])
    }

    @Test("the columns that are there are named where one is missing") func unknownColumns() throws {
        let problem = try #require(throws: EventFileProblem.self) {
            try ReadFile("event,who,at\norder,ann,2025-03-02")
        }
        #expect(problem.advice == #"name it with --column unit=NAME; the columns are "event", "who", "at""#)
    }

    @Test("a row with more fields than the header is refused, unless they are empty") func ragged() throws {
        let file = try ReadFile(
            """
            event,unit,at,value
            order,ann,2025-03-02,12,50
            order,bob,2025-03-02,7,,
            order,eve,2025-03-02
            """)
        #expect(file.lines == ["bob order 7.0", "eve order"])
        #expect(file.problems.map(\.message) == ["the row has 5 fields, and the header 4"])
    }

    @Test("rows of nothing but separators are passed over") func emptyRows() throws {
        let empty = String(repeating: ";;\r\n", count: 20_000)
        let file = try ReadFile("event;unit;at\n;;\norder;ann;2025-03-02\n" + empty)
        #expect(file.lines == ["ann order"] && file.problems.isEmpty)
    }

    @Test("two columns that may be the same are refused, unless one is named") func ambiguous() throws {
        let text = "event,user_id,userId,at\norder,ann,bob,2025-03-02"
        let problem = try #require(throws: EventFileProblem.self) { try ReadFile(text) }
        #expect(problem.message == "\"user_id\" and \"userId\" may both be the `unit`")
        var columns = EventColumns()
        try columns.name("unit=userId")
        #expect(try ReadFile(text, columns: columns).lines == ["bob order"])
        // Where a better one is there, nothing is ambiguous.
        #expect(try ReadFile("event,name,name,unit,at\norder,x,y,ann,2025-03-02").lines == ["ann order"])
    }

    @Test("an object that holds the events in a list is refused with how to take them out") func wrapped()
        throws
    {
        let file = try ReadFile("{\"total\": 1, \"events\": [{\"unit\": \"ann\"}]}")
        #expect(file.problems.count == 1 && file.events.isEmpty)
        #expect(file.problems.first?.advice?.contains("jq -c '.events[]' FILE") == true)
        let hostile = try ReadFile("{\"'; x; '\": [{\"unit\": \"ann\"}]}")
        #expect(hostile.problems.map(\.advice) == [nil])
    }

    @Test(
        "a table that is drawn for people is refused with how to ask for CSV",
        arguments: [
            " unit | event | at \n------+-------+-----\n ann | order | 2025-03-02\n(1 row)\n",
            "+------+-------+\n| unit | event |\n+------+-------+\n",
        ])
    func drawn(_ text: String) throws {
        let problem = try #require(throws: EventFileProblem.self) { try ReadFile(text) }
        #expect(
            problem.message.contains("drawn for people") && problem.advice?.contains("psql --csv") == true)
    }

    @Test(
        "JSON objects stand on lines, in an array or one after the other",
        arguments: [
            "[\n {\"unit\":\"ann\",REST},\n {\"unit\":\"bob\",REST}\n]\n",
            "[{\"unit\":\"ann\",REST},{\"unit\":\"bob\",REST}]",
            "{\n  \"unit\": \"ann\",\n  REST\n}\n{\n  \"unit\": \"bob\", REST}",
            "{\"unit\":\"ann\",REST}\r\n{\"unit\":\"bob\",REST}\r\n",
        ]) func json(_ text: String) throws
    {
        let file = try ReadFile(text.replacing("REST", with: "\"event\":\"order\",\"at\":1740906000"))
        #expect(file.lines == ["ann order", "bob order"], "\(file.problems)")
    }

    @Test("a mistake in an array has its place in the file, and the other objects are read")
    func brokenArray() throws {
        let file = try ReadFile(
            """
            [
              {"unit": "ann", "event": "order", "at": 1740906000},
              {"unit": "b}[\\"b", "event": order, "at": 1740906000},
              {"unit": "eve", "event": "order", "at": 1740906000}, 7,
              {"unit": "joe"
            """)
        #expect(file.lines == ["ann order", "eve order"])
        #expect(file.problems.map(\.line) == [3, 4, 5])
        #expect(file.problems.first?.column == 31)
    }

    @Test("a quotation mark that is never closed in an array loses only its object")
    func unclosedInArray() throws {
        let file = try ReadFile(
            """
            [
              {"unit": "ann, "event": "order", "at": 1740906000},
              {"unit": "bob", "event": "order", "at": 1740906000},
              {
                "unit": "eve",
                "event": {"order", "at": 1740906000
              },
              {"unit": "joe", "event": "order", "at": 1740906000}
            ]
            """)
        #expect(file.lines == ["bob order", "joe order"])
        #expect(file.problems.map(\.line) == [2, 6])
    }

    @Test(
        "objects may follow each other on a line, with commas after them, or after a record separator",
        arguments: [("", ""), (" ", ""), (",", ","), (",\n", ","), ("\n\u{1E}", "\n")])
    func objectsOnALine(_ separator: String, _ end: String) throws {
        let objects = ["ann", "bob"].map { "{\"event\":\"order {\",\"unit\":\"\($0)\",\"at\":1740906000}" }
        let file = try ReadFile(objects.joined(separator: separator) + end)
        #expect(file.lines == ["ann order {", "bob order {"], "\(file.problems)")
        let broken = try ReadFile("{\"event\":\"order\",\n" + objects[0])
        #expect(broken.lines == ["ann order {"] && broken.problems.map(\.line) == [1])
    }

    @Test("a byte order mark between joined files is not a part of a field")
    func joinedFiles() throws {
        let text =
            "event,unit,at\norder,ann,2025-03-02\n\u{FEFF}order,bob,2025-03-02\n\u{FEFF}\"order\",eve,2025-03-02\n"
        #expect(try ReadFile("\u{FEFF}\u{FEFF}" + text).lines == ["ann order", "bob order", "eve order"])
    }

    @Test("a field that begins with a line end has not swallowed a row") func swallowedRow() throws {
        let file = try ReadFile(
            "unit,experiment,group,at,value\nann,Paywall,a,2025-03-02,\"\nbob,Paywall,a,2025-03-02,\"\n")
        #expect(file.problems.map(\.line) == [2, 3] && file.events.isEmpty)
    }

    @Test("a line above objects is refused on its own", arguments: ["# events", "// events", "INFO start"])
    func lineAboveObjects(_ line: String) throws {
        let file = try ReadFile(line + "\r\n{\"event\":\"order\",\"unit\":\"ann\",\"at\":1740906000}\r\n")
        #expect(file.lines == ["ann order"])
        #expect(file.problems.map(\.line) == [1])
        #expect(file.problems.first?.message.hasPrefix("not JSON") == true)
    }

    @Test("a mistake in an array says how much was not read") func unreadArray() throws {
        let one = #"{"event":"order","unit":"ann","at":1740906000}"#
        let lines = try ReadFile("[\(one),\n{\"event\" \"order\",\n\"unit\":\"bob\"},\n\(one)]")
        #expect(lines.lines == ["ann order", "ann order"])
        #expect(lines.problems.map(\.advice) == ["31 bytes up to line 3 were not read"])
        let rest = #"{"event" "order",\#(one),\#(one)]"#
        #expect(
            try ReadFile("[\(rest)").problems.map(\.advice) == [
                "\(rest.utf8.count) bytes up to line 1 were not read"
            ])
    }

    @Test("an array of lists is refused as such") func lists() {
        let problem = #expect(throws: EventFileProblem.self) {
            try ReadFile("[[\"event\",\"unit\",\"at\"],[\"order\",\"ann\",1]]")
        }
        #expect(problem?.message.contains("array of lists") == true)
    }

    @Test("blanks beside quotation marks are not of the field") func blanksBesideQuotes() throws {
        let file = try ReadFile(
            "event, \"unit\" , \"at\"\norder, \"a, b\" , \"2025-03-02\"\norder, \"a\" b,2025-03-02")
        #expect(file.lines == ["a, b order"] && file.problems.map(\.line) == [3])
    }

    @Test(
        "a quotation mark that is never closed loses only its row",
        arguments: ["\"a", "\"a\" x"])
    func unclosed(_ group: String) throws {
        let file = try ReadFile(
            """
            unit,experiment,group,at
            ann,Paywall,\(group),2025-03-02
            bob,Paywall,a,2025-03-02
            eve,Paywall,"b",2025-03-02
            joe,Paywall,b",2025-03-02
            """)
        #expect(file.events.map(\.unit) == ["bob", "eve", "joe"])
        #expect(file.problems.map(\.line) == [2])
    }

    @Test("a row that a later quotation mark breaks is refused at its first line")
    func brokenLater() throws {
        let file = try ReadFile(
            """
            unit,experiment,group,event,at,value
            ann," Paywall,a,,2025-03-02,
            bob,Paywall,b,",2025-03-02,"
            eve,Paywall,b,,2025-03-02,
            joe,Paywall,a,,2025-03-02,"5"6
            """)
        #expect(file.lines == ["eve Paywall b"])
        #expect(file.problems.map(\.line) == [2, 3, 5])
    }

    @Test("a field of an event with several lines is refused, and the lines are read as rows")
    func fieldOfSeveralLines() throws {
        let file = try ReadFile(
            "unit,experiment,group,at\nann,Paywall,\"a,2025-03-02\nbob,Paywall,b\",2025-03-02\n\"eve\n\",Paywall,a,2025-03-02"
        )
        #expect(file.lines == ["eve Paywall a"])
        #expect(file.problems.map(\.line) == [2, 3])
        #expect(
            file.problems.first?.message
                == #"`group` is "a,2025-03-02\nbob,Paywall,b", which has several lines"#)
    }

    @Test(
        "no part of a refused field in quotation marks becomes a row",
        arguments: [
            "\"Once upon \na time\",Paywall,a,2025-03-02", "\"a\r\nb\r\nc\",Paywall,a,2025-03-02",
            "ann,\"Pay\nwall\",a,2025-03-02", "ann,Paywall,\"a\n,b\",2025-03-02",
            "\"a\n,,,\nx,y,z,w\",Paywall,a,2025-03-02",
        ])
    func partsOfField(row: String) throws {
        let file = try ReadFile("unit,experiment,group,at\n\(row)\neve,Paywall,\"a\",2025-03-02")
        #expect(file.lines == ["eve Paywall a"])
        #expect(file.problems.first?.line == 2)
    }

    @Test(
        "a first line that names no columns is refused with what it is",
        arguments: [
            (
                "order,ann,2025-03-02 09:00\norder,bob,2025-03-02 09:00", "is an event",
                "unit,experiment,group,at"
            ),
            ("event unit at\norder ann 2025-03-02", "names one column", "semicolons"),
            ("- event: order\n  unit: ann", "names one column", "semicolons"),
        ])
    func noHeader(_ text: String, _ message: String, _ advice: String) throws {
        let problem = #expect(throws: EventFileProblem.self) { try ReadFile(text) }
        #expect(
            problem?.message.contains(message) == true && problem?.advice?.contains(advice) == true,
            "\(String(describing: problem))")
        #expect(try ReadFile("event,unit,at,1740906000\norder,ann,2025-03-02,x").lines == ["ann order"])
    }

    @Test("a header of CSV may begin with a bracket") func bracket() throws {
        #expect(try ReadFile("[note],event,unit,at\nx,order,ann,2025-03-02").lines == ["ann order"])
        #expect(try ReadFile("[]").events.isEmpty)
    }
}
