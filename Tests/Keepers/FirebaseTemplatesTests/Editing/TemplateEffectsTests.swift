import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@Suite("An edit says all that it changes", .inTurn)
struct TemplateEffectsTests {
    private static let text = #"""
        {
          "conditions": [
            {"name": "first", "expression": "percent <= 50"}, {"name": "shared", "expression": "device.os == 'ios'"},
            {"name": "alone", "expression": "device.os == 'web'", "tagColor": "BLUE"}
          ],
          "parameters": {
            "color": {"defaultValue": {"value": "grey"}, "conditionalValues": {
              "first": {"value": "blue"}, "shared": {"value": "red"}}},
            "size": {"defaultValue": {"value": "1"}, "conditionalValues": {"shared": {"value": "2"}}},
            "button": {"conditionalValues": {"shared": {"experimentValue": {"experimentId": "44",
              "variantValue": [{"variantId": "0", "noChange": true}], "exposurePercent": 10}}}},
            "checkout": {"conditionalValues": {"shared": {"rolloutValue": {"rolloutId": "rollout_2", "value": "x",
              "percent": 10}}}}
          }
        }
        """#

    private func template() throws -> RemoteConfigTemplate {
        try RemoteConfigTemplate(parsing: Array(Self.text.utf8))
    }

    private static let studies = [#"experiment "44""#, #"rollout "rollout_2""#]

    @Test(
        "also of the parameters that a condition decides, and of the users in studies",
        arguments: [
            (
                TemplateEdit.setExpression(condition: "shared", "device.os == 'android'"),
                ["color, size, button, checkout"]
            ),
            (.setPercent(condition: "first", "20"), []),
            (.moveCondition(name: "first", index: 1), ["color"]),
            (.setExpression(condition: "alone", "true"), []),
            (.setColor(condition: "alone", .lime), []),
            (.setValue(key: "color", condition: "shared", .text("x")), []),
            (.setValue(key: "size", condition: nil, .text("3")), []),
        ])
    func effects(_ edit: TemplateEdit, _ keys: [String]) throws {
        let old = try template()
        let sentences = TemplateEffects.sentences(from: old, to: try old.applying(edit))
        #expect(sentences.filter { $0.contains(" decides ") }.count == keys.count, "\(sentences)")
        for list in keys { #expect(sentences.contains { $0.hasSuffix("decides \(list)") }, "\(sentences)") }
        let changesStudies = edit == .setExpression(condition: "shared", "device.os == 'android'")
        for study in Self.studies {
            #expect(sentences.contains { $0.hasSuffix("changes who is in \(study)") } == changesStudies)
        }
    }

    @Test("a rollout's percentage changes in every value of it, and nothing else")
    func rollout() throws {
        let old = try template()
        let new = try old.applying(.setRollout(id: "rollout_2", percent: "50"))
        #expect(new.parameter("checkout")?.value(when: "shared")?.rollout?.percent == 50)
        #expect(TemplateDifference(from: old, to: new).changes.map(\.subject) == [.parameter("checkout")])
        #expect(TemplateValidator().studies(endedBy: new, replacing: old).isEmpty)
        for percent in ["0", "101", "x"] {
            #expect(throws: TemplateEditProblem.self) {
                try old.applying(.setRollout(id: "rollout_2", percent: percent))
            }
        }
        let problem = #expect(throws: TemplateEditProblem.self) {
            try old.applying(.setRollout(id: "rollout_3", percent: "50"))
        }
        #expect(problem?.advice == #"did you mean "rollout_2"?"#)
    }

    @Test("a color is chosen, kept and removed", arguments: ConditionColor.allCases)
    func color(_ color: ConditionColor) throws {
        let old = try template()
        let new = try old.applying(.setColor(condition: "first", color))
        #expect(new.condition("first")?.tagColor == color.rawValue)
        #expect(new.condition("alone")?.tagColor == "BLUE")
        #expect(ConditionColor(words: color.words) == color)
        #expect(TemplateValidator().problems(of: new).allSatisfy { $0.severity == .warning })
        #expect(try new.applying(.setColor(condition: "first", nil)) == old)
    }

    @Test("edits that were made together are undone together, and stay together in the stored draft")
    func steps() throws {
        var draft = TemplateDraft(base: PublishedTemplate(template: try template(), etag: "1"))
        let together: [TemplateEdit] = [
            .allowEnding(StudyReference(.rollout, id: "rollout_2")), .removeParameter(key: "checkout"),
        ]
        try draft.make(.setValue(key: "size", condition: nil, .text("3")))
        try draft.make(together: together)
        draft = try TemplateDraft(parsing: JSONValue.object(draft.json).compactBytes)
        #expect(draft.undo() == together)
        #expect(draft.ending.isEmpty)
        #expect(draft.edits.count == 1)
        draft = try TemplateDraft(parsing: JSONValue.object(draft.json).compactBytes)
        #expect(draft.redo() == together)
    }

    @Test("edits that others prevent can be redone after a rebase")
    func rebase() throws {
        let base = PublishedTemplate(template: try template(), etag: "1")
        var draft = TemplateDraft(base: base)
        let edit = TemplateEdit.setValue(key: "size", condition: nil, .text("3"))
        try draft.make(edit)
        let theirs = try base.template.applying(.setValue(key: "size", condition: nil, .text("9")))
        var rebased = draft.rebased(on: PublishedTemplate(template: theirs, etag: "2")).draft
        #expect(rebased.edits.isEmpty)
        #expect(rebased.redo() == [edit])
        #expect(rebased.template.parameter("size")?.defaultValue == .text("3"))
    }
}
