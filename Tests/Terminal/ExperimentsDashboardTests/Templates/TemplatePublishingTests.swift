import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Publishing a template from the dashboard", .inTurn)
struct TemplatePublishingTests {
    private func edited(environment: String? = nil) async throws -> TemplateFixture {
        var fixture = try await TemplateFixture.opened(environment: environment)
        _ = try await fixture.run(
            fixture.state.update(
                .to(
                    \.templates, .edit(.setValue(key: "checkout_button_color", condition: nil, .text("mine")))
                )))
        _ = try await fixture.run(
            fixture.state.update(
                .to(\.templates, .edit(.setValue(key: "max_items", condition: nil, .text("4"))))))
        return fixture
    }

    @Test("shows what would change, and publishes after a yes")
    func straight() async throws {
        var fixture = try await edited()
        try await fixture.press("p")
        try Golden.expect(fixture.screen, named: "template-publish")
        #expect(try await fixture.published().parameter("max_items")?.defaultValue == .text("3"))
        let others = try await fixture.press("y")
        #expect(try await fixture.published().parameter("max_items")?.defaultValue == .text("4"))
        #expect(fixture.state.templates.words == nil)
        #expect(try fixture.workspace.store.read() == nil)
        #expect(others.contains { if case .fetch = $0 { true } else { false } })
        #expect(fixture.state.notices.notice?.text.hasPrefix("published") == true)
    }

    @Test("names the values that the app cannot read before it asks")
    func incorrect() async throws {
        var fixture = try await TemplateFixture.opened()
        _ = try await fixture.run(
            fixture.state.update(
                .to(\.templates, .edit(.setValue(key: "max_items", condition: nil, .text("1.5"))))))
        try await fixture.press("p")
        #expect(fixture.screen.contains("1 value will be incorrect in the app:"), "\(fixture.screen)")
        #expect(fixture.screen.contains("max_items: expected a whole number"))
    }

    @Test("begins as soon as the draft is saved, if it is asked for before")
    func whileSaving() async throws {
        var fixture = try await TemplateFixture.opened()
        fixture.isHeldBack = true
        _ = try await fixture.run(
            fixture.state.update(
                .to(\.templates, .edit(.setValue(key: "max_items", condition: nil, .text("4"))))))
        try await fixture.press("p")
        #expect(fixture.state.panels.first(PublishPanel<TemplateOrigin>.self) == nil)
        try await fixture.answerAll()
        #expect(fixture.state.panels.first(PublishPanel<TemplateOrigin>.self) != nil)
    }

    @Test("of an earlier version begins again after somebody else was first")
    func rollbackAgain() async throws {
        var fixture = try await TemplateFixture.opened()
        let base = try #require(fixture.state.templates.draft?.base)
        func changed(to value: String) throws -> RemoteConfigTemplate {
            var draft = TemplateDraft(base: base)
            try draft.make(.setValue(key: "max_items", condition: nil, .text(value)))
            return draft.template
        }
        let newer = PublishedTemplate(template: try changed(to: "5"), etag: "newer")
        fixture.isHeldBack = true
        _ = try await fixture.run(fixture.state.update(.to(\.templates, .publish(.rollback(to: 3)))))
        for event: TemplatePublication.Event in [
            .checked(base, TemplateCandidate(try changed(to: "2"))), .rehearsed, .consented(note: nil),
            .notSent(.conflict), .looked([newer]),
        ] {
            _ = try await fixture.run(fixture.state.update(.to(\.templates, .publishing(.event(event)))))
        }
        #expect(fixture.screen.contains("was published first, so nothing was published"), "\(fixture.screen)")
        try await fixture.press("r")
        guard case .checking? = fixture.state.templates.publishing.current?.stage else {
            Issue.record("it did not begin again: \(fixture.screen)")
            return
        }
    }

    @Test("publishes nothing after a no")
    func declined() async throws {
        var fixture = try await edited()
        try await fixture.press("p", "Escape")
        #expect(fixture.state.templates.publishing.current == nil)
        #expect(try await fixture.published().parameter("max_items")?.defaultValue == .text("3"))
        #expect(fixture.state.templates.words == "draft: 2 changes")
    }

    @Test("takes no letter that is typed to find something for a yes")
    func finding() async throws {
        var fixture = try await edited()
        try await fixture.press("p", "f", "y", "Esc")
        #expect(fixture.state.panels.first(PublishPanel<TemplateOrigin>.self) != nil)
        #expect(try await fixture.published().parameter("max_items")?.defaultValue == .text("3"))
    }

    @Test("is left by the key that is bound to quitting, but not while that letter is typed")
    func quitting() async throws {
        var fixture = try await edited()
        fixture.state.project.keyMap = KeyMap.standard(changing: ["quit": ["ü"]]).map
        try await fixture.press("p", "q", "f", "ü")
        #expect(fixture.state.panels.first(PublishPanel<TemplateOrigin>.self)?.typedField?.text == "ü")
        try await fixture.press("Esc", "ü")
        #expect(fixture.state.panels.first(PublishPanel<TemplateOrigin>.self) == nil)
        #expect(fixture.state.templates.publishing.current == nil)
        #expect(try await fixture.published().parameter("max_items")?.defaultValue == .text("3"))
    }

    @Test("requires the exact name in production")
    func production() async throws {
        var fixture = try await edited(environment: "production")
        try await fixture.press("p")
        try await fixture.type("y")
        try await fixture.press("Enter")
        #expect(fixture.screen.contains("does not match"))
        #expect(try await fixture.published().parameter("max_items")?.defaultValue == .text("3"))
        try await fixture.press("ctrl-u")
        try await fixture.type("template.json")
        try await fixture.press("Enter")
        #expect(try await fixture.published().parameter("max_items")?.defaultValue == .text("4"))
    }

    @Test("shows theirs beside yours in a conflict, takes over what still applies, and reviews it again")
    func conflict() async throws {
        var fixture = try await edited()
        try await fixture.othersPublish(
            .setValue(key: "checkout_button_color", condition: nil, .text("theirs")),
            .removeCondition(name: "half"))
        try await fixture.press("p")
        try Golden.expect(fixture.screen, named: "template-conflict")
        try await fixture.press("t")
        #expect(
            fixture.state.templates.draft?.edits == [.setValue(key: "max_items", condition: nil, .text("4"))])
        // The review is open again.
        #expect(fixture.screen.contains("y publishes it"), "\(fixture.screen)")
        try await fixture.press("y")
        let published = try await fixture.published()
        #expect(published.parameter("checkout_button_color")?.defaultValue == .text("theirs"))
        #expect(published.parameter("max_items")?.defaultValue == .text("4"))
    }

    @Test("says why it was refused, and keeps the draft")
    func refused() async throws {
        var fixture = try await edited()
        fixture.isHeldBack = true
        try await fixture.press("p")
        let reason = RefusalReason("the account may not", advice: "it needs the role Remote Config Admin")
        try await fixture.tell(.personas, .publication(.notChecked(reason)))
        #expect(fixture.screen.contains("the account may not; it needs the role Remote Config Admin"))
        try await fixture.press("Escape")
        #expect(fixture.state.templates.words == "draft: 2 changes")
    }

    @Test("asks again what is published where no one knows")
    func unknown() async throws {
        var fixture = try await edited()
        try await fixture.press("p")
        fixture.isHeldBack = true
        try await fixture.press("y")
        let lost = RefusalReason("the connection broke")
        try await fixture.tell(.personas, .publication(.notSent(.unknown(lost))))
        #expect(fixture.screen.contains("checking what is published"))
        try await fixture.tell(.personas, .publication(.notLooked(RefusalReason("offline"))))
        #expect(fixture.screen.contains("it is unknown whether it was published"))
        fixture.isHeldBack = false
        try await fixture.press("r")
        #expect(fixture.screen.contains("nothing was published"), "\(fixture.screen)")
    }

    @Test("the cursor in the versions begins on the one before the current, which has a sign")
    func versions() async throws {
        let fixture = try await TemplateFixture.opened()
        func version(_ number: Int) -> TemplateVersion {
            var json = JSONObject()
            json["versionNumber"] = .string(String(number))
            return TemplateVersion(json)
        }
        var panel = TemplateVersionsPanel()
        panel.show([version(7), version(6)])
        #expect(panel.selected == 1)
        #expect(panel.texts(fixture.state) == ["version 7  (current)", "version 6"])
        panel.show([version(1)])
        #expect(panel.selected == 0)
    }

    @Test("has nothing to publish without a draft")
    func nothing() async throws {
        var fixture = try await TemplateFixture.opened()
        try await fixture.press("p")
        #expect(fixture.screen.contains("nothing to publish"))
        try await fixture.press("v")
        #expect(fixture.state.panels.first(TemplateVersionsPanel.self) == nil)
    }
}
