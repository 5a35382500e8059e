import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The boxes of a template's panel", .inTurn)
struct TemplateBoxesTests {
    private static let sizes = [CellSize(columns: 80, rows: 24), CellSize(columns: 120, rows: 36)]

    private func footer(_ fixture: TemplateFixture) -> [String] {
        Footer(fixture.state).items.map { "\($0.hint.keys) \($0.hint.word)" }
    }

    @Test("after an edit the footer begins with what can be done with the draft, also on a narrow screen")
    func hints() async throws {
        var fixture = try await TemplateFixture.opened(size: CellSize(columns: 80, rows: 24))
        #expect(!footer(fixture).contains("p publish") && footer(fixture).contains("Enter edit"))
        try await fixture.press("j", "D")
        for hint in ["p publish", "d diff", "U undo", "t preview", "Enter edit", "Esc close"] {
            #expect(footer(fixture).contains(hint), "\(footer(fixture))")
        }
    }

    @Test("a box says what the draft is, as long as there is one", arguments: sizes)
    func draft(size: CellSize) async throws {
        var fixture = try await TemplateFixture.opened(size: size)
        #expect(!fixture.screen.contains("─ Draft ─"))
        try await fixture.press("j", "D", "j")
        #expect(fixture.screen.contains("─ Draft ─"))
        #expect(fixture.screen.contains("1 change"))
        try await fixture.press("Tab", "j")
        #expect(fixture.screen.contains("─ Draft ─"))
        try await fixture.press("U")
        #expect(!fixture.screen.contains("─ Draft ─"))
    }

    @Test(
        "the box of a value says what the project's key expects, and that of a condition what it decides",
        arguments: sizes)
    func facts(size: CellSize) async throws {
        let template = #"""
            {"conditions": [{"name": "uk", "expression": "device.country in ['GB']"}],
             "parameters": {"max_items": {"defaultValue": {"value": "3"}, "valueType": "NUMBER"},
                "sale": {"defaultValue": {"value": "a"}, "conditionalValues": {"uk": {"value": "b"}}},
                "spare": {"defaultValue": {"value": "1"}}}}
            """#
        var fixture = try await TemplateFixture.opened(template, size: size)
        #expect(fixture.screen.contains("expected   a whole number"))
        try await fixture.press("G")
        #expect(fixture.screen.contains("key        not declared in the project"))
        try await fixture.press("Tab")
        #expect(fixture.screen.contains("decides    sale"))
    }

    @Test("several edits of one value are one change")
    func edits() async throws {
        var fixture = try await TemplateFixture.opened()
        for value in ["4", "5", "6"] {
            try await fixture.press("j", "j", "j", "Enter")
            try await fixture.type(value)
            try await fixture.press("Enter", "k", "k", "k")
        }
        #expect(fixture.state.templates.words == "draft: 1 change in 3 edits")
        #expect(fixture.screen.contains("1 change in 3 edits"))
    }

    @Test("the values of a parameter are one bar, with the share of each", arguments: sizes)
    func shares(size: CellSize) async throws {
        let fixture = try await TemplateFixture.opened(size: size)
        let screen = fixture.screen
        #expect(screen.contains("├ when uk") && screen.contains("└ when beta"))
        #expect(screen.contains("█ uk: blue 20%") && screen.contains("░ default: grey 80%"))
    }

    @Test(
        "the cells of the bar are all installations, however the shares are rounded",
        arguments: [3, 7, 10, 61])
    func cells(count: Int) throws {
        let text = """
            {"conditions": [{"name": "a", "expression": "percent('s') <= 33"},
                            {"name": "b", "expression": "percent('t') between 10 and 43"}],
             "parameters": {"p": {"defaultValue": {"value": "1"},
                 "conditionalValues": {"a": {"value": "2"}, "b": {"value": "3"}}}}}
            """
        let template = try RemoteConfigTemplate(parsing: Array(text.utf8))
        let parameter = try #require(template.parameter("p"))
        let client = ClientTemplate(template)
        let branches = try #require(
            TemplateBranches(of: parameter, client, like: AppInstance(now: ShopFixture.start)))
        #expect(branches.cells(count).count == count)
        #expect(branches.cells(count) == branches.cells(count).sorted())
        #expect(abs(branches.all.reduce(0) { $0 + $1.share } - 1) < 1e-9)
    }
}
