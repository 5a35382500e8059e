import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Editing a template in the dashboard", .inTurn)
struct TemplateEditingTests {
    private func lines(_ fixture: TemplateFixture, with text: String) -> [String] {
        fixture.screen.split(separator: "\n").map(String.init).filter { $0.contains(text) }
    }

    @Test("a source without a template says so")
    func unavailable() throws {
        var fixture = ShopFixture()
        try fixture.press("T")
        #expect(fixture.state.panels.isEmpty)
        #expect(fixture.state.notices.notice?.text.contains("has no template to edit") == true)
    }

    @Test("opens at the key under the cursor")
    func cursor() async throws {
        var fixture = try await TemplateFixture()
        try await fixture.press("j", "T")
        #expect(fixture.state.panels.first(TemplatePanel.self)?.selected?.item == .parameter("max_items"))
    }

    @Test("a template that cannot be read says why")
    func unreadable() async throws {
        var fixture = try await TemplateFixture()
        try fixture.folder.write("{", to: "template.json")
        try await fixture.press("T")
        #expect(fixture.screen.contains("template.json:1:1"), "\(fixture.screen)")
    }

    @Test("a value is checked while it is typed, set immediately, and kept")
    func value() async throws {
        var fixture = try await TemplateFixture.opened()
        try await fixture.press("j", "j", "j", "Enter")
        #expect(fixture.screen.contains("Default of max_items"))
        try await fixture.type("x")
        #expect(fixture.screen.contains("expected: a whole number (the project's key)"))
        try await fixture.press("Enter")
        #expect(fixture.state.panels.first(TemplateFieldPanel.self) != nil)
        try await fixture.press("ctrl-u")
        try await fixture.type("12")
        try await fixture.press("Enter")
        #expect(fixture.state.panels.first(TemplateFieldPanel.self) == nil)
        #expect(lines(fixture, with: "max_items").contains { $0.contains("12") })
        #expect(fixture.screen.contains("draft: 1 change"))
        #expect(
            try fixture.workspace.store.read()?.edits == [
                .setValue(key: "max_items", condition: nil, .text("12"))
            ])
    }

    @Test("no key sets a value that the template's type refuses")
    func refusedByType() async throws {
        var fixture = try await TemplateFixture.opened()
        try await fixture.press("j", "j", "j", "Enter", "ctrl-u")
        try await fixture.type("many")
        #expect(
            !fixture.screen.contains("ctrl-s") && !fixture.screen.contains("Enter set"), "\(fixture.screen)")
        try await fixture.press("Enter", "ctrl-s")
        #expect(fixture.state.templates.words == nil)
    }

    @Test("a value comes back from the operator's editor")
    func externalEditor() async throws {
        var fixture = try await TemplateFixture.opened()
        guard case .openEditor(let request)? = try await fixture.press("Enter", "ctrl-o").last else {
            Issue.record("no editor was opened")
            return
        }
        _ = fixture.state.update(.editorClosed(request, .success("mauve\n")), at: ShopFixture.start)
        #expect(fixture.state.panels.first(TemplateFieldPanel.self)?.field.text == "mauve")
    }

    @Test(
        "a long text names the key for the editor only where that key works",
        arguments: [("Enter", true), ("i", false)])
    func longText(key: String, opensEditor: Bool) async throws {
        var fixture = try await TemplateFixture.opened()
        try await fixture.press(key)
        _ = fixture.state.update(.input(.paste(String(repeating: "x", count: 900))))
        try await fixture.press("Home")
        #expect(fixture.screen.contains("…"))
        #expect(fixture.screen.contains("… ctrl-o shows all in $EDITOR") == opensEditor)
    }

    @Test("a value that the project's key refuses is set with a key of its own, and never with Enter")
    func doubt() async throws {
        var fixture = try await TemplateFixture.opened()
        try await fixture.press("j", "j", "j", "Enter", "ctrl-u")
        try await fixture.type("1.5")
        #expect(fixture.screen.contains("invalid for max_items in the project file"))
        #expect(fixture.screen.contains("ctrl-s sets it anyway"))
        try await fixture.press("Enter", "Enter", "Enter")
        #expect(fixture.state.templates.words == nil)
        try await fixture.press("ctrl-s")
        #expect(fixture.state.templates.words == "draft: 1 change")
        #expect(fixture.screen.contains("1 change, 1 incorrect in the app"))
    }

    @Test("an expression is checked while it is typed, with a caret under the place")
    func expression() async throws {
        var fixture = try await TemplateFixture.opened()
        try await fixture.press("Tab", "j", "Enter", "ctrl-u")
        try await fixture.type("device.os = 'ios'")
        try Golden.expect(fixture.screen, named: "template-expression")
        try await fixture.press("Enter")
        #expect(fixture.state.templates.words == nil)
        try await fixture.press("ctrl-u")
        try await fixture.type("device.os == 'ios'")
        #expect(fixture.screen.contains("not met by the persona"))
        try await fixture.press("Enter")
        #expect(fixture.state.templates.draft?.template.condition("beta")?.expression == "device.os == 'ios'")
    }

    @Test("a percentage goes up and down by keys, and is typed")
    func percent() async throws {
        var fixture = try await TemplateFixture.opened()
        func expression() -> String? { fixture.state.templates.draft?.template.condition("uk")?.expression }
        try await fixture.press("j", "+", "+", "-")
        #expect(expression()?.hasSuffix("percent('s') <= 21") == true)
        try await fixture.press("%", "ctrl-u")
        try await fixture.type("101")
        try await fixture.press("Enter")
        #expect(fixture.screen.contains("is not a percentage"))
        try await fixture.press("ctrl-u")
        try await fixture.type("7.5")
        try await fixture.press("Enter")
        #expect(expression()?.hasSuffix("percent('s') <= 7.5") == true)
    }

    @Test("conditions are put in another order")
    func order() async throws {
        var fixture = try await TemplateFixture.opened()
        try await fixture.press("Tab", "J", "J", "J", "K")
        #expect(fixture.state.templates.draft?.template.conditions.map(\.name) == ["beta", "uk", "half"])
        #expect(fixture.state.panels.first(TemplatePanel.self)?.selected?.item == .condition("uk"))
    }

    @Test("parameters, values and conditions are added, described, renamed and grouped")
    func adding() async throws {
        var fixture = try await TemplateFixture.opened()
        try await fixture.press("a")
        try await fixture.type("1st")
        try await fixture.press("Enter")
        #expect(fixture.screen.contains("has an invalid key"))
        try await fixture.press("ctrl-u")
        try await fixture.type("fresh")
        try await fixture.press("Enter")
        try await fixture.type("yes")
        try await fixture.press("Enter", "i")
        try await fixture.type("What is new")
        try await fixture.press("Enter", "c", "Enter", "ctrl-u")
        try await fixture.type("no")
        try await fixture.press("Enter", "M")
        try await fixture.type("Shop")
        try await fixture.press("Enter", "k", "R", "ctrl-u")
        try await fixture.type("new_name")
        try await fixture.press("Enter")
        let parameter = try #require(fixture.state.templates.draft?.template.parameter("new_name"))
        #expect(parameter.defaultValue == .text("yes"))
        #expect(parameter.description == "What is new")
        #expect(parameter.value(when: "uk") == .text("no"))
        #expect(parameter.group == "Shop")
    }

    @Test("what takes other values along is deleted after a question")
    func deletion() async throws {
        var fixture = try await TemplateFixture.opened()
        try await fixture.press("D")
        #expect(fixture.screen.contains("Remove the parameter checkout_button_color with 2 "))
        try await fixture.press("n")
        #expect(fixture.state.templates.words == nil)
        try await fixture.press("j", "D")
        #expect(
            fixture.state.templates.draft?.template.parameter("checkout_button_color")?.conditionalValues
                .count == 1)
        try await fixture.press("Tab", "g", "D", "y")
        #expect(fixture.state.templates.draft?.template.condition("uk") == nil)
    }

    @Test(
        "edits are undone and done again, here and in the file, and the whole draft is thrown away after a question"
    )
    func undo() async throws {
        var fixture = try await TemplateFixture.opened()
        try await fixture.press("j", "+", "+", "U")
        #expect(try fixture.workspace.store.read()?.edits.count == 1)
        try await fixture.press("ctrl-y")
        #expect(try fixture.workspace.store.read()?.edits.count == 2)
        try await fixture.press("X", "y")
        #expect(try fixture.workspace.store.read() == nil)
        #expect(fixture.state.templates.words == nil)
    }

    @Test("many quick edits are on screen before the first is kept, and none is lost")
    func ahead() async throws {
        var fixture = try await TemplateFixture.opened()
        fixture.isHeldBack = true
        try await fixture.press("j", "+", "+", "+", "+")
        #expect(fixture.state.templates.draft?.edits.count == 4)
        try await fixture.answerAll()
        #expect(fixture.state.templates.draft?.edits.count == 4)
        #expect(try fixture.workspace.store.read() == fixture.state.templates.draft)
    }

    @Test("if the draft cannot be kept, that is reported in the place of what is not so")
    func notKept() async throws {
        var fixture = try await TemplateFixture.opened()
        try fixture.folder.write("{", to: ".experiments/drafts/shop.json")
        try await fixture.press("j", "+")
        #expect(fixture.state.notices.notice?.text.contains("shop.json") == true)
        #expect(
            fixture.state.templates.problem?.lines.joined().contains(
                "move the file away to start a new draft") == true)
        #expect(fixture.state.templates.draft == nil)
    }

    @Test("a dashboard that is read-only changes nothing")
    func readOnly() async throws {
        var fixture = try await TemplateFixture.opened(isReadOnly: true)
        try await fixture.press("Enter", "j", "+", "D", "U", "X")
        #expect(fixture.state.templates.draft?.edits.isEmpty == true)
        #expect(fixture.state.notices.notice?.text.hasPrefix("read-only") == true)
    }

    @Test("rows are filtered and found by key, value and description")
    func filter() async throws {
        var fixture = try await TemplateFixture.opened()
        try await fixture.press("/")
        try await fixture.type("button looks")
        try await fixture.press("Enter")
        #expect(fixture.state.panels.first(TemplatePanel.self)?.count == 1)
        try await fixture.press("Escape")
        #expect(fixture.state.panels.first(TemplatePanel.self)?.count == 7)
    }

    @Test(
        "the screens",
        arguments: [
            ("usual", CellSize(columns: 110, rows: 26)), ("narrow", CellSize(columns: 60, rows: 16)),
            ("tiny", CellSize(columns: 20, rows: 5)),
        ])
    func screens(_ name: String, _ size: CellSize) async throws {
        var fixture = try await TemplateFixture.opened(size: size, environment: "production")
        try await fixture.press("j", "+")
        try Golden.expect(fixture.screen, named: "template-\(name)")
        try await fixture.press("Tab")
        try Golden.expect(fixture.screen, named: "template-conditions-\(name)")
    }
}
