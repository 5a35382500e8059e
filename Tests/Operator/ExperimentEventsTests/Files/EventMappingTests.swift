import ExperimentEvents
import ExperimentsProject
import TestSupport
import Testing

@Suite("What files write for groups and events", .inTurn) struct EventMappingTests {
    private func mapping(_ events: String) throws -> EventMapping {
        EventMapping(
            try Project(
                parsing: """
                    source: {kind: file, path: config.json}
                    keys: [{name: paywall_type, type: string}]
                    experiments:
                      - {name: Paywall, key: paywall_type, groups: [a, b]}
                      - {name: Search, flag: search, groups: [old, new]}
                      - {name: Open, flag: open}
                    \(events)

                    """, path: "experiments.yaml"))
    }

    @Test("places in a list of groups are the groups that the project says") func groups() throws {
        let mapping = try mapping("events: {groups: {0: a, '1': b, Search: {0: old, 1: new}}}")
        let file = try ReadFile(
            """
            unit,experiment,group,at
            u1,Paywall,0,2025-03-02
            u2,paywall_type,1,2025-03-02
            u3,Search,1,2025-03-02
            u4,search,0,2025-03-02
            u5,Paywall,b,2025-03-02
            """, mapping: mapping)
        #expect(
            file.lines == [
                "u1 Paywall a", "u2 paywall_type b", "u3 Search new", "u4 search old", "u5 Paywall b",
            ])
    }

    @Test("a number that is not a group is refused with how to map it, and other unknown groups are not")
    func unknown()
        throws
    {
        let text = """
            unit,experiment,group,at
            u1,Paywall,1,2025-03-02
            u2,Paywall,c,2025-03-02
            u3,Open,1,2025-03-02
            u4,Else,1,2025-03-02
            """
        let file = try ReadFile(text, mapping: try mapping(""))
        #expect(file.lines == ["u2 Paywall c", "u3 Open 1", "u4 Else 1"])
        #expect(file.problems.map(\.line) == [2])
        #expect(
            file.problems.first?.message == "`group` is \"1\", which is not a group of \"Paywall\" (a, b)")
        #expect(file.problems.first?.advice?.hasSuffix("events: {groups: {Paywall: {1: b}}}") == true)
        // The advice is followed.
        let advised = try ReadFile(text, mapping: try mapping("events: {groups: {Paywall: {1: b}}}"))
        #expect(advised.lines.first == "u1 Paywall b")
    }

    @Test("events have the names that metrics count") func names() throws {
        let mapping = try mapping("events: {names: {Order Completed: order}}")
        let file = try ReadFile(
            "event,unit,at\nOrder Completed,ann,2025-03-02\nview,ann,2025-03-02", mapping: mapping)
        #expect(file.lines == ["ann order", "ann view"])
    }

    @Test("the project names the zone of times without an offset") func zone() throws {
        let mapping = try mapping("events: {time_zone: Europe/Oslo}")
        let file = try ReadFile("event,unit,at\norder,ann,2025-03-02 10:00", mapping: mapping)
        #expect(file.times == ["2025-03-02T09:00:00.000Z"])
    }
}
