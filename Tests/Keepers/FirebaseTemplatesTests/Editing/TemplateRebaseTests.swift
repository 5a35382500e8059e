import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@Suite("A draft on a template that others changed", .inTurn)
struct TemplateRebaseTests {
    private func others(_ edits: TemplateEdit...) throws -> PublishedTemplate {
        var template = try SampleTemplate.published().template
        for edit in edits { template = try template.applying(edit) }
        return PublishedTemplate(template: template, etag: "etag-13")
    }

    private let mine = TemplateEdit.setValue(key: "color", condition: nil, .text("mine"))

    @Test("keeps the edits of what others did not change")
    func independent() throws {
        let rebase = try SampleTemplate.draft(mine, .setPercent(condition: "uk", "50")).rebased(
            on: others(
                .setValue(key: "color", condition: "uk", .text("theirs")),
                .setExpression(condition: "uk", "device.country in ['GB', 'IE'] && percent('s') <= 20")))
        #expect(rebase.conflicts.isEmpty)
        #expect(rebase.draft.base.etag == "etag-13")
        #expect(rebase.draft.template.parameter("color")?.defaultValue == .text("mine"))
        #expect(rebase.draft.template.parameter("color")?.value(when: "uk") == .text("theirs"))
        #expect(
            rebase.draft.template.condition("uk")?.expression
                == "device.country in ['GB', 'IE'] && percent('s') <= 50")
    }

    @Test("keeps theirs if both changed the same, and reports both")
    func conflict() throws {
        let rebase = try SampleTemplate.draft(mine, .describeParameter(key: "limit", "Most")).rebased(
            on: others(.setValue(key: "color", condition: nil, .text("theirs"))))
        let conflict = try #require(rebase.conflicts.first)
        #expect(conflict.edit == mine)
        #expect(conflict.reason == "someone else changed the same")
        #expect(conflict.mine?.contains("mine") == true)
        #expect(conflict.theirs?.contains("theirs") == true)
        #expect(rebase.draft.edits == [.describeParameter(key: "limit", "Most")])
        #expect(rebase.draft.template.parameter("color")?.defaultValue == .text("theirs"))
    }

    @Test("drops what others did as well")
    func fulfilled() throws {
        let rebase = try SampleTemplate.draft(mine).rebased(on: others(mine))
        #expect(rebase.fulfilled == [mine])
        #expect(rebase.draft.isEmpty)
        #expect(rebase.conflicts.isEmpty)
    }

    @Test("says why an edit can no longer be made")
    func gone() throws {
        let rebase = try SampleTemplate.draft(
            .setValue(key: "limit", condition: "beta", .text("1")),
            .moveParameter(key: "limit", group: "Shop")
        ).rebased(on: others(.removeCondition(name: "beta")))
        #expect(rebase.conflicts.map(\.reason) == ["the template has no condition \"beta\""])
        #expect(rebase.draft.edits.count == 1)
    }

    @Test("finds under its old name what the draft renamed")
    func renamed() throws {
        let rebase = try SampleTemplate.draft(
            .renameParameter(key: "color", to: "paint"),
            .setValue(key: "paint", condition: nil, .text("mine"))
        ).rebased(on: others(.setValue(key: "color", condition: nil, .text("theirs"))))
        #expect(rebase.conflicts.count == 1)
        #expect(rebase.draft.template.parameter("paint")?.defaultValue == .text("theirs"))
    }

    @Test("does not remove a condition under which others set a value")
    func removal() throws {
        let rebase = try SampleTemplate.draft(.removeCondition(name: "beta")).rebased(
            on: others(.setValue(key: "limit", condition: "beta", .text("7"))))
        #expect(rebase.conflicts.count == 1)
        #expect(rebase.draft.template.parameter("limit")?.value(when: "beta") == .text("7"))
    }
}
