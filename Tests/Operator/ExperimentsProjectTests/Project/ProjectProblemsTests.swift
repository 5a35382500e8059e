import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("Problems in a project file", .inTurn)
struct ProjectProblemsTests {
    private static let vocabulary = ProjectVocabulary(
        actions: ["refetch", "quit"], themes: ["dark", "light"], isKey: { $0 != "F99" })

    private func problems(_ text: String) -> ProjectProblems? {
        #expect(throws: ProjectProblems.self) {
            _ = try Project(parsing: text, path: "experiments.yaml", vocabulary: Self.vocabulary)
        }
    }

    /// The messages with their places, without the excerpts.
    func lines(_ text: String) -> [String] {
        problems(text)?.lines ?? []
    }

    @Test("a problem is printed with its line and a caret, and names the nearest field")
    func excerpt() {
        let text = """
            source: {kind: file, path: c.json}
            keys:
              - name: paywall_type
                tittle: Paywall
                type: string
            """
        #expect(
            problems(text)?.description == """
                experiments.yaml:4:5: unknown field "tittle" in key "paywall_type" (did you mean "title"?)
                        tittle: Paywall
                        ^
                """)
        #expect(problems(text)?.problems.first?.field == "keys[0].tittle")
    }

    @Test("all problems of a file are reported together, in the order of their places")
    func allAtOnce() {
        let text = """
            refresh: soon
            source: {kind: file}
            keys:
              - {name: a, type: number, titel: A}
              - {name: b, type: int, default: x}
              - {name: a, type: int}
            theme: drak
            """
        #expect(
            lines(text) == [
                "1:10: `refresh`: expected a duration such as 30s, 5m or 1h, or off, found \"soon\"",
                "2:9: the source has no `path`: name a JSON or YAML file of keys and values",
                "4:21: `type` of key \"a\": expected one of bool, string, int, double, json, duration, url, date, "
                    + "found \"number\" (did you mean \"double\"?)",
                "4:29: unknown field \"titel\" in key \"a\" (did you mean \"title\"?)",
                "5:35: `default` of key \"b\" is not a whole number: expected a whole number, found \"x\"",
                "6:12: key \"a\" is declared twice: first at 4:12",
                "7:8: unknown theme \"drak\" (did you mean \"dark\"?)",
            ])
    }

    @Test(
        "the file as a whole",
        arguments: [
            ("", "1:1: the file is empty; use `experiments init --force` to write one to start from"),
            (
                "# nothing\n",
                "1:1: the file is empty; use `experiments init --force` to write one to start from"
            ),
            ("- a\n", "1:1: expected fields such as `source:` and `keys:`, found a list"),
            ("hello\n", "1:1: expected fields such as `source:` and `keys:`, found \"hello\""),
            (
                "keys: []\n",
                "1:1: `source` is missing: set it to the source of the values, such as {kind: file, path: values.json}"
            ),
            ("sorce: {kind: file, path: x}\n", "1:1: unknown field \"sorce\" (did you mean \"source\"?)"),
            (
                "source: {kind: file, path: x}\nwhatever: 1\n",
                "2:1: unknown field \"whatever\" (known: source, sources, refresh, overrides, confirm, theme, background, bindings, notify, personas, commands, serve, mcp, keys, keep, experiments, metrics, rollouts, events, warehouse, code)"
            ),
            ("a: b: c\n", "1:5: unexpected ':'; put the text before it in quotes or check the indentation"),
            (
                "source: {kind: file, path: x}\nsource: {kind: file, path: y}\n",
                "2:1: duplicate key \"source\": it is already set at 1:1"
            ),
            (
                "source: {kind: file, path: x}\nsources: []\n",
                "2:1: a project has either `source` or `sources`, not both"
            ),
        ])
    func whole(text: String, expected: String) {
        #expect(lines(text) == [expected])
    }

    @Test(
        "fields of the project",
        arguments: [
            (
                "refresh: 30",
                "2:10: `refresh`: expected a duration such as 30s, 5m or 1h, or off, found \"30\""
            ),
            ("refresh: 0s", "2:10: `refresh`: expected at least 1s, found \"0s\""),
            (
                "refresh: [1]",
                "2:10: `refresh`: expected a duration such as 30s, 5m or 1h, or off, found a list"
            ),
            ("refresh:", "2:9: `refresh`: expected a duration such as 30s, 5m or 1h, or off, found nothing"),
            (
                "overrides: {}",
                "2:12: `overrides`: expected a path, or fields such as `etcd`, found an empty mapping"
            ),
            (
                "overrides: []",
                "2:12: `overrides`: expected a path, or a list of paths; changes are written to the last one, found an empty list"
            ),
            ("overrides: [a.json, 3: 4]", "2:21: `overrides`: expected a path, found a mapping"),
            ("overrides: [a.json, ./a.json]", "2:21: this layer of `overrides` is already listed at 2:13"),
            ("overrides: ''", "2:12: `overrides` must not be empty"),
            (
                "overrides: ~/o.json",
                "2:12: `overrides` must be an absolute path or one relative to this file: `~` has no meaning here"
            ),
            (
                "overrides: https://example.com/o.json",
                "2:12: `overrides` must be the path of a file, not a URL"
            ),
            (
                "overrides: ${HOME}/o.json",
                "2:12: `overrides` must be a path: variables such as `${NAME}` are not replaced here"
            ),
            ("overrides: \"a\\nb\"", "2:12: `overrides` must not contain control characters or line breaks"),
            ("confirm: sometimes", "2:10: `confirm`: expected true or false, found \"sometimes\""),
            (
                "theme: [a]",
                "2:8: `theme`: expected the name of a theme or the path of its file, found a list"
            ),
            ("theme: zebra", "2:8: unknown theme \"zebra\" (known: dark, light)"),
            (
                "background: black",
                "2:13: `background`: expected theme, for the theme's own background, or terminal, for the terminal's, found \"black\""
            ),
            (
                "bindings: [a]",
                "2:11: `bindings`: expected actions with their keys, such as refetch: [r, F5], found a list"
            ),
            (
                "bindings: {refech: r}",
                "2:12: unknown action \"refech\" in `bindings` (did you mean \"refetch\"?)"
            ),
            (
                "bindings: {quit: ''}",
                "2:18: `bindings.quit`: expected keys such as r, F5 or ctrl-r, found \"\""
            ),
            (
                "bindings: {quit: [[a]]}",
                "2:19: `bindings.quit`: expected keys such as r, F5 or ctrl-r, found a list"
            ),
            (
                "bindings: {quit: F99}",
                "2:18: \"F99\" cannot be bound to action \"quit\"; expected a key such as r, F5, ctrl-r or alt-b"
            ),
            (
                "keys: {}",
                "2:7: `keys`: expected a list of keys, such as `- {name: trial_days, type: int}`, found an empty mapping"
            ),
        ])
    func fields(line: String, expected: String) {
        #expect(lines("source: {kind: file, path: x}\n" + line + "\n") == [expected])
    }

    @Test(
        "keys",
        arguments: [
            ("a", "3:5: key 1: expected fields such as `name` and `type`, found \"a\""),
            ("{type: int}", "3:5: key 1 has no `name`"),
            (
                "{name: a}",
                "3:5: key \"a\" has no `type` (one of bool, string, int, double, json, duration, url, date)"
            ),
            ("{name: '', type: int}", "3:12: `name` of key 1 must not be empty"),
            ("{name: [x], type: int}", "3:12: `name` of key 1: expected text, found a list"),
            (
                "{name: a, type: }",
                "3:21: `type` of key \"a\": expected one of bool, string, int, double, json, duration, url, date, found nothing"
            ),
            (
                "{name: a, type: boolean}",
                "3:21: `type` of key \"a\": expected one of bool, string, int, double, json, duration, url, date, "
                    + "found \"boolean\" (did you mean \"bool\"?)"
            ),
            (
                "{name: a, type: strng}",
                "3:21: `type` of key \"a\": expected one of bool, string, int, double, json, duration, url, date, "
                    + "found \"strng\" (did you mean \"string\"?)"
            ),
            (
                "{name: a, type: color}",
                "3:21: `type` of key \"a\": expected one of bool, string, int, double, json, duration, url, date, "
                    + "found \"color\""
            ),
            ("{name: a, type: int, title: [x]}", "3:33: `title` of key \"a\": expected text, found a list"),
            ("{name: a, type: int, group: ''}", "3:33: `group` of key \"a\" must not be empty"),
            (
                "{name: a, type: int, description: {b: c}}",
                "3:39: `description` of key \"a\": expected text, found a mapping"
            ),
            (
                "{name: a, type: int, cases: [x]}",
                "3:33: `cases` of key \"a\" is for type string, but the type is int"
            ),
            (
                "{name: a, type: string, cases: []}",
                "3:36: `cases` of key \"a\": expected a list of strings such as [a, b], found an empty list"
            ),
            ("{name: a, type: string, cases: [b, b]}", "3:40: `cases[1]` of key \"a\" repeats \"b\""),
            (
                "{name: a, type: string, cases: [b, [c]]}",
                "3:40: `cases[1]` of key \"a\": expected text, found a list"
            ),
            (
                "{name: a, type: string, cases: [b, c], default: d}",
                "3:53: `default` of key \"a\" is not one of its cases: expected one of b, c, found \"d\""
            ),
            (
                "{name: a, type: bool, default: maybe}",
                "3:36: `default` of key \"a\" is not a boolean: expected true or false, found \"maybe\""
            ),
            (
                "{name: a, type: double, default: 5, range: {min: 7}}",
                "3:38: `default` of key \"a\" is outside its range: expected a number of at least 7, found \"5\""
            ),
            (
                "{name: a, type: int, default: [1]}",
                "3:35: `default` of key \"a\": expected a whole number, found a list"
            ),
            (
                "{name: a, type: int, range: {min: 7, max: 3}}",
                "3:33: `range` of key \"a\" has a `min` above its `max`"
            ),
            (
                "{name: a, type: int, range: {mx: 3}}",
                "3:34: unknown field \"mx\" in `range` of key \"a\" (did you mean \"max\"?)"
            ),
            (
                "{name: a, type: int, range: {min: 1.5}}",
                "3:39: `range.min` of key \"a\": expected a whole number, found \"1.5\""
            ),
            (
                "{name: a, type: int, range: {max: 9007199254740993}}",
                "3:39: `range.max` of key \"a\" is too large to be exact: from 9007199254740992 (2^53) on, only some numbers are"
            ),
            (
                "{name: a, type: int, range: {min: x}}",
                "3:39: `range.min` of key \"a\": expected a number, found \"x\""
            ),
            (
                "{name: a, type: int, range: 5}",
                "3:33: `range` of key \"a\": expected {min: …, max: …}, or one of the two, found \"5\""
            ),
            (
                "{name: a, type: string, range: {min: 1}}",
                "3:36: `range` of key \"a\" is for types int and double, but the type is string"
            ),
            (
                "{name: a, type: int, baseline: true}",
                "3:36: `baseline` of key \"a\" is for types string and bool, but the type is int"
            ),
            (
                "{name: a, type: bool, baseline: yes}",
                "3:37: `baseline` of key \"a\": expected true or false, found \"yes\""
            ),
            (
                "{name: a, nmae: b, type: int}",
                "3:15: unknown field \"nmae\" in key \"a\" (did you mean \"name\"?)"
            ),
            ("{name: a, type: int, [b]: c}", "3:26: expected the name of a field, found a list"),
        ])
    func keys(key: String, expected: String) {
        #expect(lines("source: {kind: file, path: x}\nkeys:\n  - " + key + "\n") == [expected])
    }

    @Test("a key declared twice is reported even if the first is wrong otherwise")
    func duplicateOfWrong() {
        let text =
            "source: {kind: file, path: x}\nkeys:\n  - {name: a, type: what}\n  - {name: a, type: int}\n"
        #expect(lines(text).last == "4:12: key \"a\" is declared twice: first at 3:12")
    }

    @Test("a long list of problems ends with a count")
    func longList() throws {
        let keys = (0..<60).map { "  - {name: k\($0), type: what}\n" }.joined()
        let list = try #require(problems("source: {kind: file, path: x}\nkeys:\n" + keys))
        #expect(list.problems.count == 60)
        #expect(list.description.hasSuffix("\nexperiments.yaml: and 10 more problems"))
    }

    @Test("files that cannot be read say why")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        func message(_ name: String) -> String? {
            #expect(throws: ProjectProblems.self) {
                _ = try Project(readingFileAt: folder.path + "/" + name, shownAs: name)
            }?.description
        }
        #expect(message("nowhere.yaml") == "nowhere.yaml: cannot open: no such file or directory")
        try folder.write("", to: "folder/inner")
        #expect(message("folder") == "folder: is a directory, not a file; name a file")
        try folder.write(Data([0x61, 0x3A, 0x20, 0xC3, 0xA9, 0x0A, 0x62, 0xFF, 0x0A]), to: "latin.yaml")
        #expect(
            message("latin.yaml")
                == "latin.yaml:2:2: the text is not valid UTF-8; save the file as UTF-8\n    b\u{FFFD}\n     ^"
        )
    }
}

extension ProjectProblems {
    /// The messages with their places, without the excerpts.
    var lines: [String] { problems.map { "\($0.line ?? 0):\($0.column ?? 0): \($0.message)" } }
}

/// The problems of a project with this source, each with its place.
func problems(ofSource source: String) -> [String] {
    do {
        _ = try Project(parsing: "source: \(source)\nkeys: []\n", path: "e.yaml")
        return []
    } catch {
        return error.lines
    }
}
