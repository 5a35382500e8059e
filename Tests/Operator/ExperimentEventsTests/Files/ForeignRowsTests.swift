import ExperimentEvents
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("Rows as other systems write them", .inTurn) struct ForeignRowsTests {
    private func columns(_ names: String...) throws -> EventColumns {
        var columns = EventColumns()
        for name in names { try columns.name(name) }
        return columns
    }

    @Test("a row of a warehouse's table of exposures is an exposure, whatever its event is called")
    func warehouse() throws {
        let file = try ReadFile(
            """
            id,event,user_id,received_at,experiment_id,variation_id
            m1,experiment_viewed,u1,2025-03-02T09:00:00Z,Paywall,a
            m2,order_completed,u1,2025-03-02T09:05:00Z,,
            """)
        #expect(file.lines == ["u1 Paywall a", "u1 order_completed"])
    }

    @Test("Segment's events have their properties in an object") func segment() throws {
        let file = try ReadFile(
            """
            {"type":"track","event":"Experiment Viewed","userId":"u1","messageId":"m1","timestamp":"2025-03-02T09:00:00Z",\
            "properties":{"experiment_id":"Paywall","variation_id":"a","name":"x","id":"7"}}
            {"type":"track","event":"Order Completed","userId":"u1","messageId":"m2","timestamp":"2025-03-02T09:05:00Z",\
            "properties":{"order_id":"7","revenue":12.5,"name":"Shoes"}}
            {"type":"page","userId":"u1","messageId":"m3","timestamp":"2025-03-02T09:06:00Z"}
            """)
        #expect(file.lines == ["u1 Paywall a", "u1 Order Completed 12.5", "u1 page"], "\(file.problems)")
        guard case .metric(let order) = try #require(file.events.dropFirst().first) else { return }
        #expect(order.id == EventID.of("id", "m2"))
    }

    @Test("Amplitude's and Mixpanel's exposures and events are known") func amplitude() throws {
        let file = try ReadFile(
            """
            {"event_type":"$exposure","user_id":null,"device_id":"d1","event_time":"2025-03-02 09:00:00.123456",\
            "event_properties":{"flag_key":"paywall_type","variant":"a"},"$insert_id":"i1"}
            {"event_type":"order","user_id":null,"device_id":"d1","event_time":"2025-03-02 09:05:00.000000",\
            "event_properties":{"revenue":"3"}}
            {"event":"$experiment_started","properties":{"distinct_id":"m1","time":1740906000,\
            "Experiment name":"Paywall","Variant name":"b","$insert_id":"i2"}}
            """)
        #expect(file.lines == ["d1 paywall_type a", "d1 order 3.0", "m1 Paywall b"], "\(file.problems)")
    }

    @Test("the parameters of Google Analytics are a list of names and typed values") func analytics() throws {
        let file = try ReadFile(
            """
            {"event_name":"experiment_viewed","event_date":"20250302","event_timestamp":"1740906000000000",\
            "user_id":null,"user_pseudo_id":"p1.2","event_params":[\
            {"key":"experiment_id","value":{"string_value":"Paywall","int_value":null}},\
            {"key":"variation_id","value":{"int_value":"1"}}]}
            {"event_name":"purchase","event_timestamp":1740906300000000,"user_pseudo_id":"p1.2","event_params":[\
            {"key":"value","value":{"double_value":9.99}}]}
            """)
        #expect(file.lines == ["p1.2 Paywall 1", "p1.2 purchase 9.99"], "\(file.problems)")
        #expect(file.times.first == "2025-03-02T09:00:00.000Z")
    }

    @Test("properties may be JSON in a column") func propertiesColumn() throws {
        let file = try ReadFile(
            """
            event,distinct_id,timestamp,properties
            $feature_flag_called,u1,2025-03-02T09:00:00Z,"{""$feature_flag"":""paywall"",""$feature_flag_response"":""a""}"
            order,u1,2025-03-02T09:05:00Z,"{""revenue"":5}"
            order,u2,2025-03-02T09:05:00Z,
            """)
        #expect(file.lines == ["u1 paywall a", "u1 order 5.0", "u2 order"], "\(file.problems)")
    }

    @Test("a time among the properties is only a property, unless the event has no time") func nestedTimes()
        throws
    {
        let file = try ReadFile(
            """
            {"event":"order","unit":"ann","time":1740906000,"properties":{"time":1,"created_at":1,"date":"2020-01-01"}}
            {"event":"order","unit":"bob","properties":{"created_at":"2020-01-01"}}
            """)
        #expect(file.times == ["2025-03-02T09:00:00.000Z"])
        #expect(file.problems.map(\.message) == ["the `at` is missing: expected a time"])
    }

    @Test("the types of Avro, DynamoDB and Firestore are not part of their values") func moreTypedValues()
        throws
    {
        for (text, number) in [
            ("string", "long"), ("S", "N"), ("stringValue", "integerValue"), ("string", "_seconds"),
        ] {
            let file = try ReadFile(
                "{\"event\":{\"\(text)\":\"order\"},\"unit\":{\"\(text)\":\"ann\"},\"at\":{\"\(number)\":1740906000}}"
            )
            #expect(file.lines == ["ann order"], "\(file.problems)")
        }
    }

    @Test("MongoDB's typed values are their values") func typedValues() throws {
        let text =
            #"{"event":"order","unit":{"$oid":"65f"},"at":{"$date":{"$numberLong":"1740906000000"}},"value":{"$numberDecimal":"4.5"}}"#
        let file = try ReadFile(text)
        #expect(file.lines == ["65f order 4.5"])
        #expect(file.times == ["2025-03-02T09:00:00.000Z"])
    }

    @Test("a named member may be a member of a member, also of a text that is JSON in a column") func paths()
        throws
    {
        let columns = try columns("value=properties.price.net", "unit=context.user")
        for text in [
            #"{"event":"order","at":1740906000,"context":{"user":"ann"},"properties":{"price":{"net":4},"value":9}}"#,
            #"{"event":"order","at":1740906000,"context.user":"ann","properties.price.net":4}"#,
            """
            event,at,context,properties
            order,1740906000,"{""user"":""ann""}","{""price"":{""net"":4}}"
            """,
        ] {
            #expect(try ReadFile(text, columns: columns).lines == ["ann order 4.0"], "\(text)")
        }
    }

    @Test("a named member that no row has is remarked on") func missingMember() throws {
        let file = try ReadFile(
            "{\"event\":\"order\",\"at\":1740906000,\"unit\":\"ann\"}",
            columns: try columns("value=properties.revenu"))
        #expect(file.remarks == ["no row has \"properties.revenu\" for the `value`"])
    }

    @Test("an empty name means no column, and a name means only that column") func noColumn() throws {
        let text = "event,unit,at,price,id\nview,ann,2025-03-02,9,ann"
        #expect(try ReadFile(text).lines == ["ann view 9.0"])
        #expect(try ReadFile(text, columns: try columns("value=")).lines == ["ann view"])
        let twice = "event,at,id\nview,2025-03-02,ann\nview,2025-03-03,ann"
        #expect(try ReadFile(twice, columns: try columns("unit=id")).lines == ["ann view", "ann view"])
    }

    @Test(
        "what stands for no value is none",
        arguments: ["NULL", "\\N", "nan", "NaT", "undefined", "None", "NA", "#N/A", ""])
    func nulls(_ null: String) throws {
        let file = try ReadFile(
            """
            unit,experiment,group,event,at,value,id
            \(null),Paywall,a,,2025-03-02,,
            ann,Paywall,a,\(null),2025-03-02,\(null),\(null)
            bob,\(null),\(null),order,2025-03-02,\(null),\(null)
            bob,\(null),\(null),order,2025-03-03,\(null),\(null)
            eve,Paywall,\(null),view,2025-03-02,,
            """)
        #expect(file.lines == ["ann Paywall a", "bob order", "bob order"])
        #expect(file.problems.map(\.line) == [2, 6])
        let ids = file.events.compactMap { event in
            if case .metric(let event) = event { event.id } else { nil }
        }
        #expect(Set(ids).count == 2)
    }

    @Test(
        "units that several users may have are refused",
        arguments: ["1.23457E+15", "1e+20", "00000000-0000-0000-0000-000000000000", "Bj\u{FFFD}rn"])
    func sharedUnits(
        _ unit: String
    )
        throws
    {
        let file = try ReadFile(
            "event,unit,at\norder,\(unit),2025-03-02\norder,user+e,2025-03-02\norder,0,2025-03-02")
        #expect(file.events.map(\.unit) == ["user+e", "0"])
        #expect(file.problems.map(\.line) == [2])
    }

    @Test(
        "a unit that is a number is the same with and without a fraction, and texts with one are remarked on")
    func fractions() throws {
        let json = """
            {"event":"order","unit":17.0,"at":1740906000}
            {"event":"order","unit":17,"at":1740906001}
            {"event":"order","unit":1.7e1,"at":1740906002}
            {"event":"order","unit":1E3,"at":1740906003}
            {"event":"order","unit":17.5,"at":1740906004}
            {"event":"order","unit":-0,"at":1740906005}
            {"event":"order","unit":-0.0,"at":1740906006}
            """
        #expect(try ReadFile(json).events.map(\.unit) == ["17", "17", "17", "1000", "17.5", "0", "0"])
        let row = "\norder,17.0,2025-03-02"
        let one = try #require(try ReadFile("event,unit,at" + row).remarks.first)
        #expect(one.contains("1 row has a unit such as 17.0"))
        let two = try #require(try ReadFile("event,unit,at" + row + row).remarks.first)
        #expect(two.contains("2 rows have a unit such as 17.0"))
    }

    @Test("a unit that is true or false is not a user")
    func booleans() throws {
        let file = try ReadFile(#"{"event":"order","unit":true,"at":1740906000}"# + "\n")
        #expect(file.events.isEmpty)
        #expect(file.problems.map(\.message) == ["`unit` is \"true\", which is not a user ID"])
    }

    @Test(
        "a word for users who are not signed in is not a user, and another column with an ID is used",
        arguments: ["(not set)", "Anonymous", "guest", "unknown", "NONE", "N/A", "-", "[object Object]"])
    func strangers(_ word: String) throws {
        let alone = try ReadFile("event,user_id,at\norder,\(word),2025-03-02")
        #expect(alone.problems.map(\.message) == ["`unit` is \"\(word)\", which is not a user ID"])
        let file = try ReadFile("event,user_id,device_id,at\norder,\(word),d1,2025-03-02")
        #expect(file.lines == ["d1 order"])
    }

    @Test("a number that a spreadsheet shortened is refused with a decimal comma, too")
    func shortenedWithComma() throws {
        let file = try ReadFile("event;unit;at\norder;1,23457E+15;2025-03-02\norder;E+15;2025-03-02")
        #expect(file.lines == ["E+15 order"])
        #expect(file.problems.first?.message.contains("a spreadsheet has shortened a long number") == true)
    }

    @Test("a text that is protected from spreadsheets is read without the protection")
    func protected() throws {
        let file = try ReadFile(
            #"""
            event,unit,at
            order,="00012",2025-03-02
            order,"=""0\#u{301}""",2025-03-02
            order,'+49,2025-03-02
            order,'007,2025-03-02
            order,'ann,2025-03-02
            order,=",2025-03-02
            """#)
        #expect(file.events.map(\.unit) == ["00012", "0\u{301}", "+49", "007", "'ann", "=\""])
    }

    @Test(
        "a point between three digits is remarked on if semicolons separate the fields",
        arguments: [
            (";", "1.234", true), (";", "-12.500", true), (";", "12.5", false), (";", "0.125", false),
            (",", "1.234", false),
        ])
    func pointedValues(_ separator: String, _ value: String, _ isRemarked: Bool) throws {
        let rows = [["event", "unit", "at", "value"], ["order", "ann", "2025-03-02", value]]
        let file = try ReadFile(rows.map { $0.joined(separator: separator) }.joined(separator: "\n"))
        #expect(file.remarks == (isRemarked ? ["values such as \(value) are read as decimals"] : []))
        #expect(file.events.count == 1)
    }

    @Test("long numbers that all end in 0 are remarked on")
    func roundedUnits() throws {
        let rows = (10..<20).map { "order,4185029306021\($0)60,2025-03-02\n" }.joined()
        let remark = try #require(try ReadFile("event,unit,at\n" + rows).remarks.first)
        #expect(remark.hasPrefix("all units with 16 digits or more end in 0"))
        #expect(
            try ReadFile("event,unit,at\n" + rows + "order,41850293060212051,2025-03-02\n").remarks.isEmpty)
        #expect(try ReadFile("event,unit,at\n" + rows.split(separator: "\n")[0]).remarks.isEmpty)
    }

    @Test("rows with the ID of another event are remarked on, and repeated rows are not")
    func sharedIDs() throws {
        let rows =
            "id,event,unit,at\n1,order,ann,2025-03-02\n1,order,ann,2025-03-02\n2,order,ann,2025-03-02\n"
        #expect(try ReadFile(rows).remarks.isEmpty)
        let remark = "1 row has the `id` of another event, and events with the same `id` count once"
        #expect(try ReadFile(rows + "1,order,bob,2025-03-02\n").remarks == [remark])
        #expect(try ReadFile(rows + "2,order,ann,2025-03-03\n").remarks == [remark])
    }

    @Test("units from several columns are remarked on") func severalColumns() throws {
        let file = try ReadFile("event,user_id,device_id,at\norder,ann,d1,2025-03-02\norder,,d2,2025-03-02")
        #expect(file.events.map(\.unit) == ["ann", "d2"])
        #expect(
            file.remarks == ["the units are from several columns: 1 from \"device_id\", 1 from \"user_id\""])
    }

    @Test(
        "values that cannot be summed are refused with their line",
        arguments: ["1e130", "-1e121", "1e999", "12,50", "$5", "inf"]) func values(_ value: String) throws
    {
        let file = try ReadFile(
            "event,unit,at,value\norder,ann,2025-03-02,\"\(value)\"\norder,bob,2025-03-02,1e120")
        #expect(file.lines == ["bob order 1e+120"])
        #expect(file.problems.map(\.line) == [2])
    }

    @Test(
        "an error of a spreadsheet is not a user, in any language",
        arguments: ["#REF!", "#NAME?", "#DIV/0!", "#BEZUG!", "#ИМЯ?"])
    func spreadsheetErrors(_ unit: String) throws {
        let file = try ReadFile("event,unit,at\norder,\(unit),2025-03-02\norder,#1,2025-03-02")
        #expect(file.events.map(\.unit) == ["#1"])
        #expect(file.problems.map(\.message) == ["`unit` is \"\(unit)\", which is not a user ID"])
    }

    @Test(
        "a file in another form is refused with what it is",
        arguments: [
            ("'event','unit','at'\n'order','ann','2025-03-02'", "the fields are in single quotes"),
            (#""event" "unit" "at"\#n"order" "ann" "2025-03-02""#, "the fields are separated by spaces"),
            ("┌───────┬──────┐\n│ event │ unit │\n", "this is a table drawn for people, not CSV"),
        ])
    func otherForms(_ text: String, words: String) {
        let problem = #expect(throws: EventFileProblem.self) { try ReadFile(text) }
        #expect(problem?.message == words)
    }

    @Test("an object that contains the events names the list of them, or the first list or object")
    func nestedEvents() throws {
        let list = #"{"meta":[{"name":"at"}],"data":[{"unit":"ann","event":"order","at":1740906000}]}"#
        #expect(
            try ReadFile(list).problems.map(\.message) == [
                "this object is not an event: it contains a list in `data`"
            ])
        let column = #"{"event":{"0":"order"},"unit":{"0":"ann"}}"#
        #expect(
            try ReadFile(column).problems.map(\.message) == [
                "this object is not an event: it contains an object in \"event\""
            ])
    }
}
