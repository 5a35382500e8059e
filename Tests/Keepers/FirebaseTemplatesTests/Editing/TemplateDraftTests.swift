import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@Suite("A draft of a template", .inTurn)
struct TemplateDraftTests {
    private let red = TemplateEdit.setValue(key: "color", condition: nil, .text("red"))
    private let ten = TemplateEdit.setPercent(condition: "uk", "10")

    @Test("is undone step by step, and redone")
    func undo() throws {
        var draft = try SampleTemplate.draft(red, ten)
        let whole = draft.template
        #expect(draft.undo() == [ten])
        #expect(draft.undo() == [red])
        #expect(draft.undo() == nil)
        #expect(draft.isEmpty)
        #expect(draft.redo() == [red])
        #expect(draft.redo() == [ten])
        #expect(draft.redo() == nil)
        #expect(draft.template == whole)
    }

    @Test("forgets what was undone once another edit is made")
    func forgets() throws {
        var draft = try SampleTemplate.draft(red, ten)
        draft.undo()
        try draft.make(.describeParameter(key: "color", "Paint"))
        #expect(draft.undone.isEmpty)
        #expect(draft.edits.count == 2)
    }

    @Test("takes no edit that changes nothing for a step")
    func nothing() throws {
        var draft = try SampleTemplate.draft()
        #expect(try !draft.make(.setValue(key: "limit", condition: nil, .text("3"))))
        #expect(draft.edits.isEmpty)
    }

    @Test(
        "refuses an edit that would break a rule, and stays as it was",
        arguments: [
            (TemplateEdit.setValue(key: "limit", condition: nil, .text("many")), "expected a decimal number"),
            (.setExpression(condition: "uk", "device.os = 'ios'"), "cannot be read"),
            (.renameParameter(key: "color", to: "1st"), "has an invalid key"),
            (.addCondition(name: "a/b", expression: "true", index: nil), "characters that are not allowed"),
            (.describeParameter(key: "color", String(repeating: "x", count: 300)), "at most 256"),
            (
                .setValue(key: "color", condition: nil, .text(String(repeating: "x", count: 1_000_001))),
                "at most"
            ),
        ])
    func rules(_ edit: TemplateEdit, _ words: String) throws {
        var draft = try SampleTemplate.draft(red)
        let before = draft
        let problem = try #require(throws: TemplateEditProblem.self) { try draft.make(edit) }
        #expect(problem.message.contains(words), "\(problem)")
        #expect(draft == before)
    }

    @Test("may be made on a template that breaks rules already")
    func faulty() throws {
        let text =
            #"{"conditions": [{"name": "a", "expression": "?"}, {"name": "b", "expression": "true"}],"#
            + #""parameters": {"x": {"defaultValue": {"value": "1"}}}}"#
        var draft = TemplateDraft(base: try SampleTemplate.published(text))
        try draft.make(.moveCondition(name: "a", index: 1))
        #expect(draft.errors.isEmpty)
        #expect(draft.problems.filter { $0.severity == .warning && $0.rule == .expression }.count == 1)
        let problem = #expect(throws: TemplateEditProblem.self) {
            try draft.make(.setExpression(condition: "b", "?"))
        }
        #expect(problem?.message.contains("cannot be read") == true)
    }

    @Test("leaves to a running experiment what it uses")
    func experiment() throws {
        let text =
            #"{"conditions": [{"name": "a", "expression": "true"}], "parameters": {"x": {"conditionalValues": "#
            + #"{"a": {"experimentValue": {"experimentId": "e", "exposurePercent": 10}}}}}}"#
        var draft = TemplateDraft(base: try SampleTemplate.published(text))
        let problem = try #require(throws: TemplateEditProblem.self) {
            try draft.make(.setValue(key: "x", condition: "a", .text("1")))
        }
        #expect(problem.advice == "allow this with --end-experiment e")
    }

    @Test("is read back as it was kept, with what was undone")
    func kept() throws {
        var draft = try SampleTemplate.draft(red, ten, .addGroup(name: "G", description: nil))
        draft.undo()
        #expect(try TemplateDraft(parsing: JSONValue.object(draft.json).prettyBytes) == draft)
    }

    @Test(
        "that cannot be read back is refused with its place",
        arguments: [
            ("{", 1), ("[]", 1), (#"{"version": 2}"#, 1),
            ("{\"version\": 1,\n\"base\": {\"template\": {}},\n\"edits\": [{\"do\": \"dance\"}]}", 3),
            (
                "{\"version\": 1,\n\"base\": {\"template\": {}},\n\"edits\": [{\"do\": \"remove-parameter\"}]}",
                3
            ),
            (
                "{\"version\": 1,\n\"base\": {\"template\": {}},\n\"edits\": [{\"do\": \"remove-parameter\", \"key\": \"x\"}]}",
                3
            ),
        ])
    func unreadable(_ text: String, _ line: Int) throws {
        let problem = try #require(throws: TemplateProblem.self) {
            try TemplateDraft(parsing: Array(text.utf8))
        }
        #expect(problem.line == line, "\(problem)")
    }
}
