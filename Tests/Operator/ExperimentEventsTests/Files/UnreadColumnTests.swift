import ExperimentEvents
import TestSupport
import Testing

@Suite("Columns that change the meaning of a row", .inTurn) struct UnreadColumnTests {
    @Test(
        "a column with the hour is named if the times are days",
        arguments: [
            ("date,Event Hour", "2025-03-02,9", true), ("date,hour", "2025-03-02 00:00:00,9", true),
            ("at,hour", "2025-03-02T09:00:00Z,9", false), ("at,hour", "1740906000,9", false),
            ("at,hour", "2025-03-02 09:00,9", false), ("date,day", "2025-03-02,2", false),
        ])
    func hours(_ columns: String, _ row: String, _ isNamed: Bool) throws {
        let names = columns.split(separator: ",").map(String.init)
        let remarks =
            isNamed
            ? ["the times are days, and \"\(names[1])\" is not read"] : []
        #expect(try ReadFile("event,unit,\(columns)\norder,ann,\(row)").remarks == remarks)
        let values = row.split(separator: ",")
        let json =
            #"{"event":"order","unit":"ann","\#(names[0])":"\#(values[0])","\#(names[1])":\#(values[1])}"#
        #expect(try ReadFile(json).remarks == remarks)
    }

    @Test("Optimizely's users who were held back are not in the experiment") func holdback() throws {
        let csv = "visitor_id,experiment_id,variation_id,timestamp,is_holdback\n"
        let rows = "ann,Paywall,a,1740906000000,False\nbob,Paywall,a,1740906000000,True\n"
        let json = [false, true].map {
            #"{"visitor_id":"\#($0 ? "bob" : "ann")","experiment_id":"Paywall","variation_id":"a","timestamp":1740906000000,"is_holdback":\#($0)}"#
        }
        for (text, line) in [(csv + rows, 3), (json.joined(separator: "\n"), 2)] {
            let file = try ReadFile(text)
            #expect(file.lines == ["ann Paywall a"])
            #expect(file.problems.map(\.line) == [line])
            #expect(
                file.problems.map(\.message) == [
                    "\"is_holdback\" is true: the user was held back from the experiment"
                ])
        }
    }

    @Test("groups in a file without exposures are remarked on") func groupsWithoutExposures() throws {
        let remark = "1 event has a group, but no row is an exposure"
        let file = "visitorId;campaignId;variationId;timestamp;event\nann;Paywall;a;2025-03-02;CAMPAIGN\n"
        #expect(try ReadFile(file).remarks == [remark])
        var columns = EventColumns()
        try columns.name("experiment=campaignId")
        #expect(try ReadFile(file, columns: columns).lines == ["ann Paywall a"])
        #expect(try ReadFile(file, columns: columns).remarks.isEmpty)
    }

    @Test("the groups of Firebase's A/B tests in user properties are remarked on") func firebaseGroups()
        throws
    {
        func row(_ property: String) -> String {
            #"{"event_name":"order","user_pseudo_id":"p1","event_timestamp":"1740906000000000","user_properties":"#
                + #"[{"key":"first_open_time","value":{"int_value":"1"}},{"key":"\#(property)","value":{"string_value":"1"}}]}"#
        }
        let remark = "the user property \"firebase_exp_4\", the group in a Firebase A/B test, is not read"
        #expect(try ReadFile(row("firebase_exp_4")).remarks == [remark])
        #expect(try ReadFile(row("plan")).remarks.isEmpty)
    }

    @Test("an event that contains objects is asked for what it lacks, not for another form")
    func nestedContext() throws {
        let text =
            #"{"kind":"feature","key":"paywall","value":"a","creationDate":1740906000000,"userKey":"ann","context":{"key":"ann"}}"#
        #expect(try ReadFile(text).problems.map(\.message) == ["the `unit` is missing: expected a user ID"])
        var columns = EventColumns()
        for name in ["unit=context.key", "at=creationDate"] { try columns.name(name) }
        let problem = try #require(try ReadFile(text, columns: columns).problems.first)
        #expect(problem.advice == "if it has another name, use --column group=NAME")
        try columns.name("group=value")
        #expect(try ReadFile(text, columns: columns).lines == ["ann paywall a"])
    }

    @Test("Amplitude's exposures are known by the name that it shows, and its assignments are not exposures")
    func amplitudeNames() throws {
        func row(_ name: String) -> String {
            #"{"event_type":"\#(name)","user_id":"ann","event_time":"2025-03-02 09:00:00","event_properties":{"flag_key":"paywall","variant":"a"}}"#
        }
        let file = try ReadFile(row("[Experiment] Exposure") + "\n" + row("[Experiment] Assignment"))
        #expect(file.lines == ["ann paywall a", "ann [Experiment] Assignment"])
    }
}
