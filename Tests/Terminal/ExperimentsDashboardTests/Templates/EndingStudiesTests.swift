import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Edits that would end a rollout or an experiment", .inTurn)
struct EndingStudiesTests {
    private static let text = #"""
        {"conditions": [{"name": "all", "expression": "true"}, {"name": "half", "expression": "true"}],
         "parameters": {
          "flow": {"defaultValue": {"value": "old"}, "conditionalValues": {
            "all": {"rolloutValue": {"rolloutId": "rollout_7", "value": "new", "percent": 12.5}}}},
          "color": {"defaultValue": {"value": "grey"}, "conditionalValues": {
            "half": {"experimentValue": {"experimentId": "7", "exposurePercent": 80, "variantValue": [
              {"variantId": "0", "noChange": true}, {"variantId": "1", "value": "green"}]}}}}}}
        """#
    private let rollout = StudyReference(.rollout, id: "rollout_7")

    @Test("the operator is asked, with what ends and what that means")
    func asked() async throws {
        var fixture = try await TemplateFixture.opened(Self.text)
        try await fixture.press("j", "D")
        try Golden.expect(fixture.screen, named: "template-ending")
        try await fixture.press("n")
        #expect(fixture.state.templates.words == nil)
        #expect(try fixture.workspace.store.read() == nil)
    }

    @Test("a yes allows it in the draft, and the publication names it again before it is sent")
    func allowed() async throws {
        var fixture = try await TemplateFixture.opened(Self.text)
        try await fixture.press("j", "D", "y")
        #expect(
            try fixture.workspace.store.read()?.edits
                == [.allowEnding(rollout), .removeValue(key: "flow", condition: "all")])
        try await fixture.press("p")
        #expect(fixture.screen.contains(#"This ends rollout "rollout_7""#), "\(fixture.screen)")
        try await fixture.press("y")
        #expect(try await fixture.published().studies.map(\.reference.id) == ["7"])
    }

    @Test(
        "a parameter is removed after two questions: whether to remove it, and whether to end the experiment")
    func parameter() async throws {
        var fixture = try await TemplateFixture.opened(Self.text)
        try await fixture.press("j", "j", "D", "y")
        #expect(fixture.screen.contains("End this experiment?"), "\(fixture.screen)")
        try await fixture.press("y")
        #expect(fixture.state.templates.draft?.template.parameter("color") == nil)
    }

    @Test("the name of a condition that is typed is taken after the question")
    func renaming() async throws {
        var fixture = try await TemplateFixture.opened(Self.text)
        try await fixture.press("j", "j", "j", "R")
        try await fixture.type("third")
        try await fixture.press("Enter")
        #expect(fixture.screen.contains("End this experiment?"), "\(fixture.screen)")
        try await fixture.press("y")
        #expect(fixture.state.templates.draft?.template.conditions.map(\.name) == ["all", "third"])
    }

    @Test("a rollout that ends while one edits leaves the other edits")
    func endedMeanwhile() async throws {
        var fixture = try await TemplateFixture.opened(Self.text)
        try await fixture.press("j", "D", "y", "Home", "Enter", "ctrl-u")
        try await fixture.type("older")
        try await fixture.press("Enter")
        try await fixture.othersPublish(.removeValue(key: "flow", condition: "all"))
        try await fixture.press("p", "t")
        #expect(
            fixture.state.templates.draft?.edits.last
                == .setValue(key: "flow", condition: nil, .text("older")))
        try await fixture.press("p", "y")
        #expect(try await fixture.published().parameter("flow")?.defaultValue == .text("older"))
    }
}
