import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Values as a draft would make them", .inTurn)
struct TemplatePreviewTests {
    private func value(_ name: String, _ fixture: TemplateFixture) -> String? {
        fixture.state.source.report.snapshot.entries[name]?.text
    }

    private func edited() async throws -> TemplateFixture {
        var fixture = try await TemplateFixture.opened()
        _ = try await fixture.run(
            fixture.state.update(
                .to(
                    \.templates,
                    .edit(.setValue(key: "checkout_button_color", condition: "beta", .text("pink"))))))
        _ = try await fixture.run(
            fixture.state.update(
                .to(\.templates, .edit(.setValue(key: "max_items", condition: nil, .text("99"))))))
        return fixture
    }

    @Test("are on every screen, and marked, until they are put away")
    func toggled() async throws {
        var fixture = try await edited()
        let before = value("max_items", fixture)
        try await fixture.press("t", "Escape")
        try Golden.expect(fixture.screen, named: "template-preview")
        #expect(fixture.screen.contains("draft: 2 changes"))
        try await fixture.press("T", "t")
        #expect(value("max_items", fixture) == before)
        #expect(fixture.state.templates.changedNames.isEmpty)
    }

    @Test("follow further edits, and the persona")
    func following() async throws {
        var fixture = try await edited()
        try await fixture.press("t")
        let other = SourcePersona(fields: ["app.version": "2.1"])
        fixture.keeper.setPersona(other)
        fixture.state.source.persona?.current = other
        _ = fixture.state.update(.service(.snapshotChanged(fixture.keeper.snapshot)), at: fixture.state.now)
        _ = fixture.state.update(.to(\.shown.source, .personaSet(changedCount: 1)), at: fixture.state.now)
        #expect(value("checkout_button_color", fixture) == "pink")
        #expect(fixture.state.templates.changedNames == ["checkout_button_color", "max_items"])
        _ = try await fixture.run(
            fixture.state.update(
                .to(
                    \.templates,
                    .edit(.setValue(key: "checkout_button_color", condition: "beta", .text("teal"))))))
        #expect(value("checkout_button_color", fixture) == "teal")
    }

    @Test("end with the draft")
    func discarded() async throws {
        var fixture = try await edited()
        let fetched = fixture.keeper.persona
        try await fixture.press("t", "X", "y")
        #expect(!fixture.state.templates.isPreviewed)
        #expect(fixture.keeper.draft == nil)
        #expect(fixture.keeper.persona == fetched)
    }

    @Test("need a draft")
    func nothing() async throws {
        var fixture = try await TemplateFixture.opened()
        try await fixture.press("t")
        #expect(fixture.state.notices.notice?.text == "no draft to preview")
    }

    @Test("a draft that was kept is reported when the dashboard is opened")
    func recalled() async throws {
        var fixture = try await TemplateFixture()
        try await fixture.workspace.change(.make([.setValue(key: "max_items", condition: nil, .text("4"))]))
        _ = try await fixture.run([.template(.recall)])
        #expect(fixture.screen.contains("draft: 1 change"))
    }
}
