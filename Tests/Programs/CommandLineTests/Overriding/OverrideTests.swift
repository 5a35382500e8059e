import ExperimentsCore
import ExperimentsHTTPServing
import Foundation
import TestSupport
import Testing

@Suite("override", .fewAtATime)
struct OverrideTests {
    private func entry(_ name: String, in workplace: Workplace) async throws -> JSONObject? {
        let document = try await workplace.run("override", "list", "--json").json()
        return document.object?["overrides"]?.array?.compactMap(\.object).first { $0["name"]?.string == name }
    }

    @Test("set writes the value, the author, the note and the times")
    func set() async throws {
        let workplace = try Workplace.withFineProject()
        let before = Date()
        let set = try await workplace.run(
            "override", "set", "paywall", "c", "--note", "for the demo", "--expires", "2h")
        #expect(set.output.hasPrefix("paywall: b -> c, until "), "\(set)")
        let again = try await workplace.run("override", "set", "paywall", "a")
        #expect(again.output == "paywall: c -> a, no end, no note\n", "\(again)")
        #expect(try await workplace.run("override", "undo").status == 0)
        let file = try JSONValue(parsing: try workplace.folder.text(of: ".experiments/overrides.json"))
        let entry = try #require(file.object?["overrides"]?.object?["paywall"]?.object)
        #expect(entry["value"] == "c")
        #expect(entry["enabled"] == true)
        #expect(entry["author"] == "tester")
        #expect(entry["note"] == "for the demo")
        let end = try #require(entry["expiresAt"]?.string.flatMap { RFC3339.date(from: $0) })
        #expect((7198...7260).contains(end.timeIntervalSince(before)))
    }

    @Test(
        "set refuses a value that the key does not accept, with the reason and the place, and changes nothing"
    )
    func refused() async throws {
        let workplace = try Workplace.withFineProject()
        let set = try await workplace.run("override", "set", "timeout", "12x")
        #expect(set.status == 1)
        #expect(
            set.errors == """
                error: invalid value for timeout: not a whole number
                    12x
                      ^
                    expected a whole number from 1 to 60
                Use --raw to set it anyway, for example to test invalid values.

                """)
        #expect(try await entry("timeout", in: workplace) == nil)
    }

    @Test("set takes any value with --raw")
    func raw() async throws {
        let workplace = try Workplace.withFineProject()
        #expect(try await workplace.run("override", "set", "timeout", "12x", "--raw").status == 0)
        #expect(try await entry("timeout", in: workplace)?["value"] == "12x")
    }

    @Test("set refuses a name that is not declared, with the nearest one, unless --raw")
    func unknownName() async throws {
        let workplace = try Workplace.withFineProject()
        let set = try await workplace.run("override", "set", "paywal", "c")
        #expect(set.status == 1)
        #expect(set.errors.contains("Did you mean paywall?"))
        #expect(try await workplace.run("override", "set", "paywal", "c", "--raw").status == 0)
    }

    @Test(
        "a negative number is a value",
        arguments: [["rate", "-5"], ["rate", "--", "-5"], ["-.5e3", "--note=x"]])
    func negative(arguments: [String]) async throws {
        let workplace = try Workplace.withFineProject()
        let words = arguments.count == 2 && arguments[1] == "--note=x" ? ["rate"] + arguments : arguments
        let set = try await workplace.run(Workplace.program, ["override", "set"] + words)
        #expect(set.status == 0, "\(set)")
        #expect(try await entry("rate", in: workplace)?["value"]?.string?.hasPrefix("-") == true)
    }

    @Test(
        "an expiry that is not a time, or in the past, is refused",
        arguments: ["5", "soon", "-1h", "2001-01-01T00:00:00Z", "0s", "", " ", "-"])
    func expiry(text: String) async throws {
        let workplace = try Workplace.withFineProject()
        let set = try await workplace.run("override", "set", "paywall", "c", "--expires=\(text)")
        #expect(set.status == 1)
        #expect(set.errors.contains("--expires"), "\(set)")
        #expect(try await entry("paywall", in: workplace) == nil)
    }

    @Test("disable and enable switch it, unset removes it")
    func switching() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "c")
        #expect(
            try await workplace.run("override", "disable", "paywall").output
                == "paywall: c -> b, override off\n")
        #expect(try await workplace.run("get", "paywall").output == "b\n")
        #expect(
            try await workplace.run("override", "enable", "paywall").output
                == "paywall: b -> c, override on\n")
        #expect(try await workplace.run("get", "paywall").output == "c\n")
        #expect(
            try await workplace.run("override", "unset", "paywall").output
                == "paywall: c -> b, override removed\n")
        #expect(try await workplace.run("get", "paywall").output == "b\n")
    }

    @Test(
        "the old value of a server's key is the last one that any command fetched, and nothing is fetched for it"
    )
    func oldValues() async throws {
        let workplace = try Workplace()
        let server = HTTPServer(OutageServer())
        let url = try await server.start()
        try workplace.folder.write(
            "source: {kind: ofrep, url: \"\(url.absoluteString)\"}\nkeys: [{name: days, type: int}]\n",
            to: "experiments.yaml")
        let unknown = try await workplace.run("override", "set", "days", "9")
        #expect(unknown.output == "days: 9\n" && unknown.errors.isEmpty, "\(unknown)")
        #expect(try await workplace.run("list").status == 0)
        await server.stop()
        let removed = try await workplace.run("override", "unset", "days")
        #expect(removed.output == "days: 9 -> 7, override removed\n" && removed.errors.isEmpty, "\(removed)")
    }

    @Test("several keys are changed together or not at all")
    func allOrNone() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "c")
        let unset = try await workplace.run("override", "unset", "paywall", "timeout")
        #expect(unset.status == 1)
        #expect(unset.errors == "error: timeout has no override; nothing was changed\n")
        #expect(try await entry("paywall", in: workplace) != nil)
    }

    @Test("clear asks, and refuses if there is no terminal")
    func clear() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "c")
        let asked = try await workplace.run("override", "clear", input: "y\n")
        #expect(asked.status == 1)
        #expect(asked.errors.contains("--yes"))
        #expect(try await entry("paywall", in: workplace) != nil)
        #expect(try await workplace.run("override", "clear", "--yes").status == 0)
        #expect(try await entry("paywall", in: workplace) == nil)
    }

    @Test("list shows what is on, off and expired")
    func list() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.folder.write(
            """
            {"version": 1, "overrides": {
              "paywall": {"value": "c", "author": "ann", "setAt": "2026-01-02T03:04:05Z", "note": "why"},
              "rate": {"value": "2", "enabled": false},
              "timeout": {"value": "5", "expiresAt": "2001-01-01T00:00:00Z"}}}
            """, to: ".experiments/overrides.json")
        let list = try await workplace.run("override", "list")
        #expect(
            list.output == """
                KEY      STATE    VALUE  AUTHOR  SET                   UNTIL                 NOTE
                paywall  on       c      ann     2026-01-02T03:04:05Z                        why
                rate     off      2
                timeout  expired  5                                    2001-01-01T00:00:00Z

                """)
    }

    @Test("without a project, overrides are stored in the state folder")
    func stateFolder() async throws {
        let workplace = try Workplace()
        let set = try await workplace.run("override", "set", "greeting", "hello")
        #expect(set.status == 0)
        #expect(set.errors.contains("not checked"))
        let path = workplace.homePath + "/.local/state/experiments/overrides.json"
        #expect(try await workplace.run("override", "list", "--json").json().object?["path"]?.string == path)
        let moved = try await workplace.run(
            "override", "list", "--json", with: ["XDG_STATE_HOME": "/nowhere"])
        #expect(try moved.json().object?["path"] == "/nowhere/experiments/overrides.json")
    }

    @Test("--overrides names another file")
    func otherFile() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "c", "--overrides", "deep/er/mine.json")
        #expect(try workplace.folder.text(of: "deep/er/mine.json").contains("paywall"))
        #expect(try await workplace.run("get", "paywall").output == "b\n")
        #expect(try await workplace.run("get", "paywall", "--overrides", "deep/er/mine.json").output == "c\n")
    }

    @Test(
        "a file that cannot be read is left as it is",
        arguments: [
            "", "{", "[]", #"{"version": 2, "overrides": {}}"#, #"{"version": 1, "overrides": {"a": 1}}"#,
        ])
    func unreadable(content: String) async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.folder.write(content, to: ".experiments/overrides.json")
        let set = try await workplace.run("override", "set", "paywall", "c")
        #expect(set.status == 1)
        #expect(set.errors.contains(".experiments/overrides.json"), "\(set)")
        #expect(try workplace.folder.text(of: ".experiments/overrides.json") == content)
    }

    @Test("a folder in place of the file is an error")
    func folder() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.folder.write("", to: ".experiments/overrides.json/file")
        let set = try await workplace.run("override", "set", "paywall", "c")
        #expect(set.status == 1)
        #expect(set.errors.contains("is a directory"), "\(set)")
    }

    @Test("ten writers at the same time lose nothing")
    func writers() async throws {
        let workplace = try Workplace.withFineProject()
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for number in 0..<10 {
                group.addTask {
                    try await workplace.run("override", "set", "--raw", "key_\(number)", "\(number)").status
                }
            }
            for try await status in group { #expect(status == 0) }
        }
        let document = try await workplace.run("override", "list", "--json").json()
        #expect(document.object?["overrides"]?.array?.count == 10)
    }
}
