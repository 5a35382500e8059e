import ExperimentsCore
import TestSupport
import Testing

@Suite("A filter that cannot be understood", .fewAtATime)
struct BrokenFilterTests {
    @Test(
        "sets nothing, not even with --yes, and is reported as in the dashboard, with a caret under the place",
        arguments: [
            (
                "keys:new", "error: --filter: no field \"keys\"; did you mean \"key:\"?",
                "    keys:new\n    ^"
            ),
            (
                "type:bol", "no type \"bol\"; available: bool, string, int, double, json",
                "    type:bol\n         ^"
            ),
            ("key:/(new/", "/(new/, character 1: this ( has no )", "    key:/(new/\n         ^"),
            ("/a+/ /(/", "/(/, character 1: this ( has no )", "    /a+/ /(/\n          ^"),
            ("foo:bar", "no field \"foo\"; available fields: key, status,", "    foo:bar\n    ^"),
            ("new status:", "status: needs ok, missing,", "    new status:\n               ^"),
            ("!", "nothing to exclude after \"!\"", "    !\n    ^"),
            ("//", "no regular expression between the slashes", "    //\n    ^"),
        ])
    func set(_ filter: String, _ words: String, _ excerpt: String) async throws {
        let workplace = try Workplace.withFineProject()
        let set = try await workplace.run("override", "set", "--filter", filter, "false", "--yes", "--raw")
        #expect(set.status == 1)
        #expect(set.output.isEmpty)
        #expect(set.errors.contains(words), "\(set)")
        #expect(set.errors.contains(excerpt), "\(set)")
        #expect(try await workplace.run("override", "list").output.hasPrefix("no overrides"))
    }

    @Test("an empty filter does not set every key")
    func empty() async throws {
        let workplace = try Workplace.withFineProject()
        let set = try await workplace.run("override", "set", "--filter", " ", "false", "--yes", "--raw")
        #expect(set.status == 1)
        #expect(
            set.errors.contains("--filter is empty and would match every key; nothing was changed"), "\(set)")
    }

    @Test(
        "is an error of every command that takes a filter, also with --json",
        arguments: [
            ["list"], ["experiments"], ["list", "--json"], ["list", "--changed"], ["list", "--groups"],
            ["log"],
            ["log", "--json"],
            ["log", "--follow"], ["matrix", "--all"], ["apps"], ["apps", "--json"],
        ])
    func everywhere(_ command: [String]) async throws {
        let workplace = try Workplace.withFineProject()
        let failed = try await workplace.run(Workplace.program, command + ["--filter", "type:bol"])
        #expect(failed.status == 1)
        #expect(failed.errors.contains("--filter: no type \"bol\""), "\(failed)")
        if command.contains("--json") {
            #expect(
                try failed.json().object?["error"]?.object?["message"]?.string?.contains("no type \"bol\"")
                    == true)
        } else {
            #expect(failed.output.isEmpty)
        }
    }

    @Test("every command with --filter is among those tried here")
    func none() async throws {
        let commands = try await CommandDump.commands()
        // Filters of Firebase are in the language of that service, which reads them itself.
        let filtering = commands.filter { $0.options.contains("--filter") && $0.path.first != "firebase" }.map
        {
            $0.path.joined(separator: " ")
        }
        #expect(filtering.sorted() == ["apps", "experiments", "list", "log", "matrix", "override set"])
    }
}
