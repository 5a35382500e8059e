import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("What the screens show, as commands", .fewAtATime)
struct ReadingTests {
    private func grouped() throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(#"{"pay": "d", "flow": "x", "free": "y", "extra": 1}"#, to: "config.json")
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            refresh: off
            keys:
              - {name: pay, type: string, cases: [a, b], default: a, group: Checkout, description: Which paywall}
              - {name: free, type: string}
              - {name: flow, type: string, group: Checkout}
              - {name: gone, type: bool, group: Other}

            """, to: "experiments.yaml")
        return workplace
    }

    @Test("list --groups prints keys under the headings of their groups")
    func groups() async throws {
        let list = try await grouped().run("list", "--groups")
        let lines = list.output.components(separatedBy: "\n")
        #expect(lines[1] == "Checkout: 2 keys, 1 ok, 1 incorrect", "\(list)")
        #expect(lines[2].hasPrefix("pay ") && lines[3].hasPrefix("flow "))
        #expect(lines[4].isEmpty && lines[5] == "Other: 1 key, 1 missing")
        #expect(
            lines.contains("no group: 1 key, 1 ok") && lines.contains("not declared: 1 key, 1 undeclared"))
    }

    @Test("list --groups --json has the groups with their keys")
    func groupsJSON() async throws {
        let groups = try await grouped().run("list", "--groups", "--json").json().object?["groups"]?.array
        #expect(groups?.map { $0.object?["name"] } == ["Checkout", "Other", .null, .null])
        #expect(groups?.first?.object?["keys"] == ["pay", "flow"])
        #expect(groups?.first?.object?["counts"]?.object?["incorrect"] == 1)
    }

    @Test("get --details prints all that is known of a key, its override included")
    func details() async throws {
        let workplace = try grouped()
        _ = try await workplace.run("override", "set", "flow", "x", "--note", "why not", "--expires", "2h")
        let pay = try await workplace.run("get", "pay", "--details")
        #expect(pay.lines.contains("about       Which paywall"), "\(pay)")
        #expect(pay.lines.contains("status      incorrect") && pay.lines.contains("source has  d"))
        let flow = try await workplace.run("get", "flow", "--details")
        #expect(
            flow.lines.contains("note        why not") && flow.lines.contains("by          tester"), "\(flow)"
        )
        #expect(flow.lines.contains("warning     redundant: the source has the same value"))
        #expect(flow.lines.contains { $0.hasPrefix("until       20") })
        let json = try await workplace.run("get", "flow", "--json").json().object?["key"]?.object
        let warning = json?["override"]?.object?["warnings"]?.array?.first?.object
        #expect(warning?["warning"] == "redundant")
        #expect(
            try await workplace.run("get", "pay", "--json").json().object?["key"]?.object?["description"]
                != nil)
    }

    @Test("get says why a key has its value where the source explains that")
    func explanation() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            {"flag_defs": [{"flag": "f", "base_value": "old"}],
             "variants": [{"id": "V", "conditions": [{"type": "USER_ID_MOD", "values": [0, 49]}],
                           "mods": [{"flag": "f", "value": "new"}]}]}
            """, to: "variants.json")
        try workplace.folder.write(
            """
            source: {kind: variants, path: variants.json, context: {user_id: 42}}
            keys: [{name: f, type: string}]

            """, to: "experiments.yaml")
        let text = try await workplace.run("get", "f", "--details")
        #expect(
            text.lines.contains("why") && text.lines.contains { $0.hasPrefix("chosen ") && $0.contains("V") },
            "\(text)"
        )
        let lines = try await workplace.run("get", "f", "--json").json().object?["key"]?.object?[
            "explanation"]?.array
        #expect(lines?.contains { $0.object?["verdict"] == "chosen" } == true)
    }

    @Test("watch --bell marks changes to a key, and what breaks")
    func bell() async throws {
        let workplace = try Workplace.withFineProject()
        let watch = try workplace.start("watch", "--bell", "timeout", "--bell", "broken", "--json")
        try await watch.waitForOutput(#""name":"rate""#)
        try workplace.writeValues(#"{"paywall": "zzz", "timeout": 13, "new_ui": false, "rate": 0.5}"#)
        try await watch.waitForOutput(#""value":"false""#)
        watch.send(SIGINT)
        let events = try await watch.finished().lines.map { try JSONValue(parsing: String($0)).object }
        let ringing = events.filter { $0?["bell"] == true }.compactMap { $0?["key"]?.object?["name"]?.string }
        #expect(ringing.sorted() == ["paywall", "timeout"])
        let unknown = try await workplace.run("watch", "--bell", "timeot")
        #expect(unknown.status == 1 && unknown.errors.contains("Did you mean timeout?"), "\(unknown)")
    }

    @Test("override set takes several keys, all of them or none")
    func several() async throws {
        let workplace = try grouped()
        let set = try await workplace.run("override", "set", "flow", "free", "flow", "z")
        #expect(set.output == "flow: x -> z\nfree: y -> z\n", "\(set)")
        let refused = try await workplace.run("override", "set", "flow", "pay", "w")
        #expect(refused.status == 1 && refused.errors.contains("invalid value for pay: "), "\(refused)")
        #expect(try await workplace.run("get", "flow").output == "z\n")
        let undo = try await workplace.run("override", "undo")
        #expect(
            undo.output
                == "undone: override 2 keys\n  flow: z -> x, override removed\n"
                + "  free: z -> y, override removed\n", "\(undo)")
        let alone = try await workplace.run("override", "set", "flow")
        #expect(alone.status == 1 && alone.errors.contains("expected a key and a value"), "\(alone)")
    }

    @Test("override set --filter sets what the filter finds, after a yes")
    func filter() async throws {
        let workplace = try grouped()
        let asked = try await workplace.run("override", "set", "--filter", "type:string status:ok", "z")
        #expect(
            asked.status == 1 && asked.errors.contains("--yes to override 2 keys: free, flow"), "\(asked)")
        let set = try await workplace.run(
            "override", "set", "--filter", "type:string status:ok", "z", "--yes")
        #expect(set.output == "free: y -> z\nflow: x -> z\n", "\(set)")
        let none = try await workplace.run("override", "set", "--filter", "nothing at all", "z", "--yes")
        #expect(
            none.status == 1
                && none.errors.contains(
                    "no declared key matches --filter \"nothing at all\"; nothing was changed"),
            "\(none)")
        let both = try await workplace.run("override", "set", "flow", "--filter", "flow", "z")
        #expect(
            both.status == 1 && both.errors.contains("key names and --filter cannot be combined"), "\(both)")
    }

    @Test("themes check says what is wrong with a file, with line and column")
    func themesCheck() async throws {
        let workplace = try Workplace()
        try workplace.folder.write("extends: dark\nroles:\n  ok: rde\n", to: "bad.yaml")
        try workplace.folder.write("extends: dark\n", to: "good.yaml")
        let bad = try await workplace.run("themes", "check", "good.yaml", "bad.yaml")
        #expect(bad.status == 1 && bad.lines.first == "good.yaml: ok", "\(bad)")
        #expect(bad.lines.last?.contains("bad.yaml:3:7: ") == true, "\(bad)")
        let json = try await workplace.run("themes", "check", "bad.yaml", "--json")
        let file = try json.json().object?["files"]?.array?.first?.object
        #expect(file?["valid"] == false && file?["problem"]?.object?["column"] == 7)
        #expect(try await workplace.run("themes", "check", "good.yaml").status == 0)
        #expect(try await workplace.run("themes", "check", "gone.yaml").status == 1)
    }

    @Test("themes --preview prints how a theme looks, in its colors where there are colors")
    func themesPreview() async throws {
        let workplace = try Workplace()
        let plain = try await workplace.run("themes", "--preview", "nord")
        #expect(
            plain.status == 0 && plain.output.contains("Keys") && !plain.output.contains("\u{1b}"), "\(plain)"
        )
        #expect(plain.lines.contains { $0.hasPrefix("incorrect ") })
        #expect(
            try await workplace.run("themes", "--preview", "nord", "--color", "truecolor").output.contains(
                "\u{1b}["))
        let json = try await workplace.run("themes", "--preview", "nord", "--json").json().object
        #expect(json?["dark"] == true && json?["roles"]?.object?["missing"]?.string?.isEmpty == false)
        let unknown = try await workplace.run("themes", "--preview", "nrod")
        #expect(unknown.status == 1 && unknown.errors.contains("did you mean \"nord\"?"), "\(unknown)")
    }
}
