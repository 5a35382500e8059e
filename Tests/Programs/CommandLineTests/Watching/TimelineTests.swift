import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("timeline, and values of before", .fewAtATime)
struct TimelineTests {
    /// A project whose `timeout` was 12, then 13, as `check` saw it.
    private func workplace() async throws -> Workplace {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("check")
        try workplace.writeValues(#"{"paywall": "b", "timeout": 13, "new_ui": true, "rate": 0.5}"#)
        _ = try await workplace.run("check")
        return workplace
    }

    @Test("prints what a key held when, with the overrides in between")
    func timeline() async throws {
        let workplace = try await workplace()
        _ = try await workplace.run("override", "set", "timeout", "20", "--note", "a try")
        _ = try await workplace.run("override", "unset", "timeout")
        let text = try await workplace.run("timeline", "timeout")
        #expect(text.status == 0 && text.lines[0].hasPrefix("unchanged for "), "\(text)")
        #expect(text.output.contains("1 change since "), "\(text)")
        #expect(text.lines.contains { $0.hasPrefix("source  ") && $0.contains("╪") }, "\(text)")
        #expect(text.lines.contains { $0.contains("  source    12  ") }, "\(text)")
        #expect(text.lines.contains { $0.contains("  override  20  ") && $0.contains("“a try”") }, "\(text)")
        let ascii = try await workplace.run("timeline", "timeout", "--ascii")
        #expect(
            ascii.output.utf8.allSatisfy { $0 < 128 }
                && ascii.lines.contains { $0.hasPrefix("source  ") && $0.contains("+") }, "\(ascii)")
    }

    @Test("--json has the values and the overrides")
    func document() async throws {
        let workplace = try await workplace()
        let document = try await workplace.run("timeline", "timeout", "--json").json().object
        let values = document?["values"]?.array?.compactMap(\.object) ?? []
        #expect(
            values.map { $0["value"] } == ["12", "13"] && document?["stale"] == false, "\(document as Any)")
        #expect(values.first?["until"] == values.last?["from"] && values.last?["until"] == nil)
        #expect(document?["overrides"] == [] && document?["unchangedLonger"] == false)
        let since = try await workplace.run("timeline", "timeout", "--since", "0s", "--json").json().object
        #expect(since?["values"]?.array?.count == 1)
    }

    @Test("without a key prints how long each is unchanged, and --stale the stale ones")
    func all() async throws {
        let workplace = try await workplace()
        let text = try await workplace.run("timeline")
        #expect(text.lines.count == 5 && text.lines.last?.hasPrefix("timeout ") == true, "\(text)")
        #expect(text.lines[1].contains("> "), "\(text)")
        let keys = try await workplace.run("timeline", "--json").json().object?["keys"]?.array
        #expect(keys?.last?.object?["changes"] == 1)
        #expect(try await workplace.run("timeline", "--stale").lines == ["no stale keys"])
    }

    @Test("a key that has had one value for long is stale, and is:stale lists it")
    func stale() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.writeValues(#"{"paywall": "b", "timeout": 30, "new_ui": true, "rate": 0.5}"#)
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            keys: [{name: timeout, type: int, default: 30}, {name: paywall, type: string, default: a}, {name: rate, type: double}]

            """, to: "experiments.yaml")
        _ = try await workplace.run("check")
        try workplace.makeOlder(days: 120)
        try workplace.writeValues(#"{"paywall": "b", "timeout": 30, "new_ui": true, "rate": 0.6}"#)
        _ = try await workplace.run("check")
        let text = try await workplace.run("timeline", "--stale")
        #expect(
            text.status == 0 && text.lines.count == 3 && text.lines[2].hasPrefix("timeout  > 12"), "\(text)")
        let list = try await workplace.run("list", "--filter", "is:stale", "--json").json().object
        let names = list?["keys"]?.array?.compactMap { $0.object?["name"]?.string }
        #expect(names == ["timeout", "paywall"], "\(list as Any)")
        let key = try await workplace.run("timeline", "timeout", "--json").json().object
        #expect(key?["stale"] == true, "\(key as Any)")
    }

    @Test("list --at and history --at print the values of a time, history --compare what differs")
    func atTime() async throws {
        let workplace = try await workplace()
        let list = try await workplace.run("list", "--at", "now", "--json").json().object
        #expect(list?["at"] != nil)
        let timeout = list?["keys"]?.array?.compactMap(\.object).first { $0["name"] == "timeout" }
        #expect(timeout?["value"] == "13", "\(list as Any)")
        let table = try await workplace.run("history", "--at", "now")
        #expect(table.lines.last?.hasPrefix("config.json at ") == true, "\(table)")
        let filtered = try await workplace.run("list", "--at", "now", "--filter", "timeout")
        #expect(filtered.output.contains("timeout") && !filtered.output.contains("paywall"), "\(filtered)")
        let same = try await workplace.run("history", "--compare", "now", "now")
        #expect(same.lines.last?.hasPrefix("identical at ") == true, "\(same)")
    }

    @Test("the time of the oldest values, as an error prints it, leads to them")
    func oldest() async throws {
        let workplace = try await workplace()
        let old = try await workplace.run("list", "--at", "1d")
        let time = try #require(
            old.errors.firstMatch(of: /oldest stored values are of (\S+Z)/)?.output.1, "\(old)")
        let list = try await workplace.run("list", "--at", String(time))
        #expect(list.status == 0, "\(list)")
    }

    @Test("times that are invalid or not stored, and options that cannot be combined, are refused")
    func refused() async throws {
        let workplace = try await workplace()
        let old = try await workplace.run("list", "--at", "1d")
        #expect(old.status == 1 && old.errors.contains("no stored values of config.json at "), "\(old)")
        #expect(old.errors.contains("The oldest stored values are of "), "\(old)")
        let words = try await workplace.run("history", "--at", "yesterday")
        #expect(words.status == 1 && words.errors.contains("2026-05-12"), "\(words)")
        #expect(
            try await workplace.run("history", "--compare", "2h", "1").errors.contains(
                "times and numbers of fetches cannot be combined"))
        #expect(
            try await workplace.run("history", "--fetches", "2", "--at", "2h").errors.contains(
                "times and numbers of fetches cannot be combined"))
        #expect(
            try await workplace.run("list", "--at", "2h", "--changed").errors.contains("cannot be combined"))
        #expect(
            try await workplace.run("list", "--at", "2h", "--no-state").errors.contains("no stored values"))
        let key = try await workplace.run("timeline", "timeot")
        #expect(key.status == 1 && key.errors.contains("Did you mean timeout?"), "\(key)")
        let none = try await Workplace.withFineProject().run("timeline", "timeout")
        #expect(none.status == 0 && none.lines == ["no history yet"], "\(none)")
    }
}
