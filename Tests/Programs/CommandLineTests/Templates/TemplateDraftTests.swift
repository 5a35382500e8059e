import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Drafts of templates on the command line", .fewAtATime)
struct TemplateDraftTests {
    private static let template = #"""
        {"conditions": [{"name": "uk", "expression": "device.country in ['GB'] && percent('s') <= 20"}],
         "parameters": {"color": {"defaultValue": {"value": "grey"}, "valueType": "STRING", "later": [1.50],
                                  "conditionalValues": {"uk": {"value": "blue"}}},
                        "limit": {"defaultValue": {"value": "3"}, "valueType": "NUMBER"}}}
        """#

    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
        try workplace.folder.write(Self.template, to: "t.json")
        try workplace.folder.write(
            """
            source: {kind: firebase-template, path: t.json}
            keys: [{name: color, type: string}, {name: limit, type: int}]

            """, to: "experiments.yaml")
    }

    private func template(_ arguments: String...) async throws -> Finished {
        try await workplace.run(Workplace.program, ["template"] + arguments)
    }

    @Test("edits gather in a draft, and nothing is published")
    func gather() async throws {
        let first = try await template("set", "color", "green")
        #expect(first.output == "set color to \"green\"\ndraft of t.json: 1 change\n", "\(first)")
        #expect(try await template("percent", "uk", "55%").status == 0)
        #expect(
            try await template("condition", "add", "de", "device.country in ['DE']", "--at", "1").status == 0)
        #expect(try await template("set", "color", "rot", "--condition", "de").status == 0)
        let diff = try await template("draft", "diff")
        #expect(
            diff.output == """
                + condition de
                    expression: "device.country in ['DE']"
                ~ condition uk
                    expression: "device.country in ['GB'] && percent('s') <= 20" → "device.country in ['GB'] && percent('s') <= 55"
                ~ parameter color
                    default: "grey" → "green"
                    when "de": "rot"

                """, "\(diff)")
        #expect(try await template("draft", "diff", "--exit-code").status == 2)
        #expect(try workplace.folder.text(of: "t.json") == Self.template)
        let shown = try await template("draft", "show", "--template")
        #expect(shown.output.contains("1.50") && shown.output.contains("<= 55"))
    }

    @Test("a new parameter whose name is like another's is noted, and a parameter that exists is not")
    func misspelled() async throws {
        let new = try await template("set", "colr", "green")
        #expect(
            new.status == 0 && new.errors == "note: colr is a new parameter; did you mean color?\n", "\(new)")
        #expect(try await template("set", "color", "green").errors.isEmpty)
        #expect(try await template("set", "colr", "blue").errors.isEmpty)
    }

    @Test(
        "list, get and template get show what the draft would make of it with --draft, and what is published without"
    )
    func asItWouldBe() async throws {
        #expect(try await template("set", "limit", "9").status == 0)
        #expect(try await workplace.run("get", "limit").output == "3\n")
        #expect(try await workplace.run("get", "limit", "--draft").output == "9\n")
        let document = try await workplace.run("get", "limit", "--draft", "--json").json().object
        #expect(
            document?["source"]?.object?["version"]?.string?.hasSuffix(", a draft") == true,
            "\(document as Any)")
        let list = try await workplace.run("list", "--draft")
        #expect(list.lines.contains("limit  int     ok      9"), "\(list)")
        #expect(list.lines.last?.contains(", a draft: 2 keys") == true, "\(list)")
        let whole = try await template("get", "--draft")
        #expect(whole.status == 0 && whole.output.contains(#""value": "9""#), "\(whole)")
        let both = try await workplace.run("list", "--draft", "--at", "1h")
        #expect(both.status == 1 && both.errors.contains("--at and --draft cannot be combined"), "\(both)")
    }

    @Test("timeline --versions says which value all users get, and nothing about a key with a condition")
    func sameForAll() async throws {
        _ = try await workplace.run("check")
        let limit = try await workplace.run("timeline", "limit", "--versions")
        #expect(limit.lines.contains("the same for all users"), "\(limit)")
        let color = try await workplace.run("timeline", "color", "--versions")
        #expect(color.status == 0 && !color.output.contains("the same for all users"), "\(color)")
        #expect(try await !workplace.run("timeline", "limit").output.contains("the same for all users"))
        let plain = try await Workplace.withFineProject().run("timeline", "timeout", "--versions")
        #expect(
            plain.status == 1 && plain.errors.contains("Remove --versions, or use another --source."),
            "\(plain)")
    }

    @Test("a key that is new gets the type that the project declares; several edits say their number")
    func newKey() async throws {
        try workplace.folder.write(#"{"parameters": {}}"#, to: "t.json")
        let run = try await template(
            "set", "limit", "3", "--group", "Shop", "--description", "Most", "--json")
        #expect(run.errors == "making 2 edits of the draft\n", "\(run)")
        let edits = try run.json().object?["edits"]?.array
        #expect(edits?.first?.object?["type"] == "NUMBER")
        #expect(edits?.first?.object?["group"] == "Shop")
    }

    @Test("what cannot be is refused with what to do, and leaves no draft")
    func refused() async throws {
        let number = try await template("set", "limit", "many")
        #expect(number.status == 1)
        #expect(number.errors.contains("expected a decimal number, found \"many\""), "\(number)")
        let expression = try await template("condition", "set", "uk", "device.os = 'ios'")
        #expect(expression.errors.contains("^"), "\(expression)")
        let misspelt = try await template("percent", "uq", "5")
        #expect(misspelt.errors.contains("did you mean \"uk\"?"), "\(misspelt)")
        #expect(try await template("draft").output == "no draft of t.json\n")
        #expect(try await template("draft", "undo").status == 1)
    }

    @Test("a draft is undone, done again and thrown away")
    func steps() async throws {
        _ = try await template("set", "color", "green")
        #expect(try await template("draft", "undo").output.hasPrefix("undone: set color"))
        #expect(try await template("draft", "redo").output.hasPrefix("redone: set color"))
        let refused = try await template("draft", "discard")
        #expect(refused.errors.contains("discard asks before it discards anything"), "\(refused)")
        #expect(try await template("draft", "discard", "--yes").output == "no draft of t.json\n")
    }

    @Test("a draft is published into its file only after a yes")
    func publish() async throws {
        _ = try await template("set", "color", "green")
        let asked = try await template("publish")
        #expect(asked.status == 1)
        #expect(asked.errors.contains("this is not a terminal"), "\(asked)")
        let published = try await template("publish", "--yes")
        #expect(
            published.output == "~ parameter color\n    default: \"grey\" → \"green\"\npublished\n",
            "\(published)")
        #expect(try workplace.folder.text(of: "t.json").contains("1.50"))
        #expect(try await template("draft").output == "no draft of t.json\n")
        #expect(try await template("publish", "--yes").errors.contains("no draft of t.json"))
    }

    @Test("a file that is published keeps its layout: one changed value is one changed line")
    func layout() async throws {
        _ = try await template("set", "limit", "4")
        #expect(try await template("publish", "--yes").status == 0)
        let expected = Self.template.replacing(#""value": "3""#, with: #""value": "4""#)
        #expect(try workplace.folder.text(of: "t.json") == expected)
    }

    @Test("a value that the app cannot read is named, and published without a question only with --raw")
    func incorrect() async throws {
        try workplace.folder.write(
            """
            source: {kind: firebase-template, path: t.json}
            keys: [{name: color, type: string}, {name: limit, type: int, range: {min: 1, max: 30}}]

            """, to: "experiments.yaml")
        _ = try await template("set", "limit", "99")
        _ = try await template("set", "limit", "1.5", "--condition", "uk")
        let asked = try await template("publish")
        #expect(asked.errors.contains("warning: 2 values will be incorrect in the app:"), "\(asked)")
        #expect(asked.errors.contains("limit when \"uk\": expected"))
        let refused = try await template("publish", "--yes")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains("2 values will be incorrect in the app; nothing was published"),
            "\(refused)")
        #expect(refused.errors.contains("--raw"))
        #expect(try workplace.folder.text(of: "t.json") == Self.template)
        #expect(try await template("publish", "--yes", "--raw").status == 0)
        // What is published already is not held against the next edit.
        _ = try await template("set", "color", "green")
        #expect(try await template("publish", "--yes").status == 0)
    }

    @Test("the draft says in how many edits its changes were made, if there are more")
    func edits() async throws {
        for color in ["red", "green"] { _ = try await template("set", "color", color) }
        #expect(try await template("draft").output.hasPrefix("draft of t.json: 1 change in 2 edits\n"))
    }

    @Test("if two people edit, the second sees both changes, and keeps the edits that still apply")
    func conflict() async throws {
        _ = try await template("set", "color", "mine")
        _ = try await template("set", "limit", "4")
        try workplace.folder.write(Self.template.replacing("grey", with: "theirs"), to: "t.json")
        let conflict = try await template("publish", "--yes")
        #expect(conflict.status == 1)
        #expect(conflict.errors.contains("yours:  \"mine\""), "\(conflict)")
        #expect(conflict.errors.contains("theirs: \"theirs\""))
        #expect(conflict.errors.contains("of 2 edits, 1 still applies, 1 does not apply"))
        let rebase = try await template("draft", "rebase")
        #expect(rebase.errors.contains("rebase asks before it drops 1 edit"), "\(rebase)")
        #expect(try await template("draft", "rebase", "--yes").status == 0)
        #expect(try await template("publish", "--yes").status == 0)
        let text = try workplace.folder.text(of: "t.json")
        #expect(text.contains("theirs") && text.contains("\"4\""))
    }

    @Test("a draft that cannot be read is not changed, and neither is one of another template")
    func unreadable() async throws {
        _ = try await template("set", "color", "green")
        let path = ".experiments/drafts/firebase-template.json"
        let kept = try workplace.folder.text(of: path)
        try workplace.folder.write("{", to: path)
        let broken = try await template("set", "color", "red")
        #expect(broken.status == 1)
        #expect(broken.errors.contains("firebase-template.json:1:1"), "\(broken)")
        #expect(try workplace.folder.text(of: path) == "{")
        try workplace.folder.write(kept.replacing("t.json\"", with: "u.json\""), to: path)
        #expect(try await template("draft").errors.contains("is a draft of"))
    }

    @Test("a source of another kind says that it has no template")
    func otherKind() async throws {
        let workplace = try Workplace.withFineProject()
        let run = try await workplace.run("template", "set", "paywall", "x")
        #expect(run.status == 1)
        #expect(run.errors.contains("source config.json of kind file has no template"), "\(run)")
    }

    @Test("on an emulator, a draft is published, refused without the role, and rolled back")
    func emulator() async throws {
        let emulator = try workplace.start("emulator", "--template", "t.json", "--port", "0")
        try await emulator.waitForOutput("source: ")
        let url = try #require(emulator.output.split(separator: "\n").first).split(separator: " ")[2]
        try workplace.folder.write(
            """
            source: {kind: firebase-template, project: demo-project, base_url: "\(url)", environment: production}
            keys: [{name: color, type: string}]

            """, to: "experiments.yaml")
        #expect(try await template("set", "color", "green").output.contains("based on version 1"))
        let published = try await template("publish", "--yes", "--description", "Greener")
        #expect(published.output.hasSuffix("published version 2\n"), "\(published)")
        #expect(try await workplace.run("get", "color").output == "green\n")
        let back = try await template("rollback", "1", "--yes")
        #expect(back.output.hasSuffix("version 1 is published again as version 3\n"), "\(back)")
        #expect(try await workplace.run("get", "color").output == "grey\n")
        let unknown = try await template("rollback", "77", "--yes")
        #expect(
            unknown.status == 1 && unknown.errors.contains("use `experiments template versions`"),
            "\(unknown)")
        let versions = try await template("versions")
        #expect(versions.status == 0 && versions.output.contains("\n3 "), "\(versions)")
    }

    @Test("for an account without the role, the error names the role, and the draft stays")
    func role() async throws {
        let emulator = try workplace.start(
            "emulator", "--template", "t.json", "--port", "0", "--fail", "admin/403:1")
        try await emulator.waitForOutput("source: ")
        let url = try #require(emulator.output.split(separator: "\n").first).split(separator: " ")[2]
        _ = try await template("set", "color", "green")
        let path = ".experiments/drafts/firebase-template.json"
        let kept = try workplace.folder.text(of: path).replacing(
            workplace.folder.path("t.json"), with: "project demo-project")
        try workplace.folder.write(kept, to: path)
        try workplace.folder.write(
            """
            source: {kind: firebase-template, project: demo-project, base_url: "\(url)"}
            keys: []

            """, to: "experiments.yaml")
        let refused = try await template("publish", "--yes")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("Remote Config Admin"), "\(refused)")
        #expect(try workplace.folder.text(of: path) == kept)
    }

    @Test("list, check and get name a condition that cannot be read, and other edits are still possible")
    func unreadableCondition() async throws {
        let published = Self.template.replacing("device.country in", with: "device.planet in")
        try workplace.folder.write(published, to: "t.json")
        for words in [["list"], ["check"], ["get", "limit"]] {
            let run = try await workplace.run(Workplace.program, words)
            #expect(run.status == 0, "\(run)")
            #expect(
                run.errors.contains(
                    "note: t.json:1:32: conditions[0].expression cannot be read: \"device.planet\" is not"),
                "\(run)")
        }
        #expect(try await template("set", "limit", "9").status == 0)
        let sent = try await template("publish", "--yes")
        #expect(sent.status == 0, "\(sent)")
        #expect(try await workplace.run("get", "limit").output == "9\n")
        let worse = try await template("condition", "set", "uk", "device.moon in ['GB']")
        #expect(worse.status == 1 && worse.errors.contains("device.moon"), "\(worse)")
    }
}
