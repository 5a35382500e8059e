import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@Suite("Taking over parameters from another project", .inTurn)
struct TemplatePromotionTests {
    private static let staging = #"""
        {"conditions": [{"name": "ios", "expression": "device.os == 'ios'"}, {"name": "no", "expression": "device.country in ['NO']", "tagColor": "BLUE"}],
         "parameters": {
          "api_url": {"defaultValue": {"value": "staging"}, "valueType": "STRING"},
          "color": {"defaultValue": {"value": "red"}, "valueType": "STRING", "conditionalValues": {"no": {"value": "blue"}}},
          "rolled": {"defaultValue": {"value": "a"}, "valueType": "STRING", "conditionalValues": {"ios": {"rolloutValue": {"rolloutId": "r", "value": "b", "percent": 5}}}}},
         "parameterGroups": {"G": {"description": "d", "parameters": {"size": {"defaultValue": {"value": "1"}, "valueType": "NUMBER"}}}}}
        """#
    private static let production = #"""
        {"conditions": [{"name": "ios", "expression": "device.os == 'ios'"}],
         "parameters": {
          "api_url": {"defaultValue": {"value": "production"}, "valueType": "STRING"},
          "color": {"defaultValue": {"value": "green"}, "valueType": "STRING", "conditionalValues": {"ios": {"value": "x"}}},
          "mine": {"defaultValue": {"value": "1"}, "valueType": "STRING"}}}
        """#

    private func template(_ text: String) throws -> RemoteConfigTemplate {
        try RemoteConfigTemplate(parsing: Array(text.utf8))
    }

    @Test("brings conditions and groups along, and leaves what is kept, and what only the target has")
    func all() throws {
        let target = try template(Self.production)
        let promotion = try TemplatePromotion(
            from: try template(Self.staging), to: target, keeping: ["api_url"])
        var draft = TemplateDraft(base: PublishedTemplate(template: target, etag: "1"))
        for edit in promotion.edits { try draft.make(edit) }
        let result = draft.template
        #expect(draft.errors.isEmpty)
        #expect(result.conditions.map(\.name) == ["ios", "no"])
        #expect(result.condition("no")?.tagColor == "BLUE")
        #expect(result.parameter("api_url")?.defaultValue == .text("production"))
        #expect(result.parameter("color")?.defaultValue == .text("red"))
        #expect(result.parameter("color")?.conditionalValues.map(\.condition) == ["no"])
        #expect(result.parameter("size")?.group == "G")
        #expect(result.parameter("mine") != nil)
        #expect(result.parameter("rolled")?.conditionalValues.isEmpty == true)
        #expect(
            promotion.notes == [
                "api_url stays as it is, because `keep` names it",
                #"rolled: "b" for 5% (a rollout) stays behind; it belongs to one project"#,
            ])
        let again = try TemplatePromotion(from: try template(Self.staging), to: result, keeping: ["api_url"])
        #expect(again.edits.isEmpty)
    }

    @Test(
        "does not copy a key that is kept and that the target does not have, and names one that no template has"
    )
    func kept() throws {
        let promotion = try TemplatePromotion(
            from: try template(Self.staging), to: try template(Self.production), only: ["size"],
            keeping: ["size", "mine", "api_ulr"])
        #expect(promotion.edits.isEmpty)
        #expect(
            promotion.notes == [
                #"neither template has "api_ulr", which `keep` names; did you mean "api_url"?"#,
                "size is not copied, because `keep` names it",
            ])
    }

    @Test("says so if conditions have another order in the target")
    func order() throws {
        func ordered(_ first: String, _ second: String) throws -> RemoteConfigTemplate {
            try template(
                #"""
                {"conditions": [{"name": "\#(first)", "expression": "true"}, {"name": "\#(second)", "expression": "true"}],
                 "parameters": {"k": {"conditionalValues": {"a": {"value": "1"}, "b": {"value": "2"}}}}}
                """#)
        }
        let notes = try TemplatePromotion(from: try ordered("a", "b"), to: try ordered("b", "a")).notes
        #expect(
            notes == [#"the conditions stay in their order, "b", "a", and the first that is met decides"#])
        #expect(try TemplatePromotion(from: try ordered("a", "b"), to: try ordered("a", "b")).notes.isEmpty)
    }

    @Test("of one key takes nothing else, and names a key that the source does not have")
    func only() throws {
        let (source, target) = (try template(Self.staging), try template(Self.production))
        let promotion = try TemplatePromotion(from: source, to: target, only: ["size"])
        #expect(
            promotion.edits == [
                .addGroup(name: "G", description: "d"),
                .addParameter(key: "size", .text("1"), type: .number, group: "G"),
            ])
        let problem = #expect(throws: TemplateEditProblem.self) {
            try TemplatePromotion(from: source, to: target, only: ["colr"])
        }
        #expect(problem?.message.contains("colr") == true)
    }
}
