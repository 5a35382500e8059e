import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@Suite("The changes of a rollout to a template", .inTurn)
struct RolloutChangeTests {
    private let rollout = RolloutDecisionTests.rollout()

    private static let text = """
        {
          "conditions": [{"name": "uk", "expression": "device.country in ['GB'] && percent <= 10", "tagColor": "LIME"}],
          "parameters": {
            "checkout_flow": {
              "defaultValue": {"value": "classic"}, "conditionalValues": {"uk": {"value": "two_page"}},
              "description": "The pages before payment", "valueType": "STRING", "unknownMember": 1
            }
          },
          "parameterGroups": {"Trial": {"parameters": {"trial_days": {"defaultValue": {"value": "7"}}}}}
        }
        """

    private func template() throws -> RemoteConfigTemplate {
        try RemoteConfigTemplate(parsing: Array(Self.text.utf8))
    }

    /// Returns the template after actions.
    private func template(after actions: RolloutAction...) throws -> RemoteConfigTemplate {
        try actions.reduce(try template()) { template, action in
            try rollout.changes(action, from: RolloutState(of: rollout, in: template)).applied(to: template)
        }
    }

    @Test("the start adds one condition with the first share, and changes nothing else")
    func start() throws {
        let started = try template(after: .start)
        #expect(RolloutState(of: rollout, in: started) == .present(percent: 1, .going))
        let condition = try #require(started.conditions.last)
        #expect(condition.name == "Checkout")
        #expect(condition.expression == "percent('checkout') <= 1")
        #expect(started.parameter("checkout_flow")?.value(when: "Checkout") == .text("one_page"))
        #expect(started.parameter("checkout_flow")?.value(when: "uk") == .text("two_page"))
        var rest = try started.applying(.removeCondition(name: "Checkout"))
        #expect(try rest == template())
        rest = try template(after: .start, .step(to: 5), .step(to: 25), .back)
        #expect(try rest.applying(.removeCondition(name: "Checkout")) == template())
    }

    @Test("users who have the new value keep it while the share grows")
    func growth() throws {
        let ids = (0..<2000).map { "installation-\($0)" }
        func users(_ template: RemoteConfigTemplate) -> Set<String> {
            let client = ClientTemplate(template)
            return Set(
                ids.filter { id in
                    var instance = AppInstance(now: RolloutDecisionTests.now)
                    instance.installationID = id
                    return client.evaluate(for: instance)["checkout_flow"]?.text == "one_page"
                })
        }
        let first = users(try template(after: .start, .step(to: 5)))
        let second = users(try template(after: .start, .step(to: 5), .step(to: 25)))
        #expect((50..<170).contains(first.count))
        #expect((380..<620).contains(second.count))
        #expect(first.isSubset(of: second))
    }

    @Test("the end makes the new value the default, and removes the condition")
    func finish() throws {
        let finished = try template(after: .start, .step(to: 100), .finish)
        #expect(RolloutState(of: rollout, in: finished) == .complete)
        #expect(finished.parameter("checkout_flow")?.defaultValue == .text("one_page"))
        #expect(finished.conditions.map(\.name) == ["uk"])
        #expect(throws: RefusalReason.self) { try template(after: .start, .finish) }
    }

    @Test("a stop keeps the share, and a start goes on with it; after back, it starts again")
    func stop() throws {
        func state(_ actions: RolloutAction...) throws -> RolloutState {
            RolloutState(
                of: rollout,
                in: try actions.reduce(try template()) { template, action in
                    try rollout.changes(action, from: RolloutState(of: rollout, in: template)).applied(
                        to: template)
                })
        }
        #expect(try state(.start, .step(to: 5), .stop) == .present(percent: 5, .stopped))
        #expect(try state(.start, .step(to: 5), .stop, .start) == .present(percent: 5, .going))
        #expect(try state(.start, .step(to: 5), .back) == .present(percent: 0, .takenBack))
        #expect(try state(.start, .step(to: 5), .back, .start) == .present(percent: 1, .going))
    }

    @Test("after back, the split says that nobody has the new value")
    func nobody() throws {
        let back = try template(after: .start, .back).applying(.removeCondition(name: "uk"))
        let split = try #require(ClientTemplate(back).splits(of: ["checkout_flow"], users: 0).first)
        let share = split.arms.first { $0.value == "one_page" }?.intended
        #expect(share == 0)
    }

    /// Edits by hand, after a step to 5%.
    static let edits: [[TemplateEdit]] = [
        [.setPercent(condition: "Checkout", "7")],
        [.setExpression(condition: "Checkout", "percent('other') <= 5")],
        [.setExpression(condition: "Checkout", "percent('checkout') <= 5 && device.country in ['GB']")],
        [.setExpression(condition: "Checkout", "percent('checkout') > 5")],
        [.setExpression(condition: "Checkout", "percent('checkout') <= 0")],
        [.setExpression(condition: "Checkout", "true")],
        [.setColor(condition: "Checkout", .blue)],
        [.setColor(condition: "Checkout", nil)],
        [.setColor(condition: "Checkout", .pink)],
        [.setValue(key: "checkout_flow", condition: "Checkout", .text("two_page"))],
        [.setValue(key: "checkout_flow", condition: "Checkout", .inAppDefault)],
        [.removeValue(key: "checkout_flow", condition: "Checkout")],
        [.setValue(key: "trial_days", condition: "Checkout", .text("14"))],
    ]

    @Test("an edit by hand is noticed, and prevents every change but back", arguments: edits)
    func edited(_ edits: [TemplateEdit]) throws {
        let before = try template(after: .start, .step(to: 5))
        let edited = try edits.reduce(before) { try $0.applying($1) }
        let state = RolloutState(of: rollout, in: edited)
        switch state {
        case .edited, .withoutValue: break
        default: throw RolloutTestProblem("not noticed: \(state)")
        }
        #expect(throws: RefusalReason.self) {
            try rollout.changes(.step(to: 25), from: .present(percent: 5, .going)).applied(to: edited)
        }
        if case .withoutValue = state {
            #expect(try rollout.changes(.back, from: state).applied(to: edited) == edited)
        }
        let back = try rollout.changes(.back, from: state).applied(to: edited)
        let value = back.parameter("checkout_flow")?.value(when: "Checkout")
        let isOff = back.conditions.first { $0.name == "Checkout" }?.expression == "percent('checkout') <= 0"
        #expect(value == nil || isOff)
        #expect(try rollout.changes(.back, from: state).applied(to: back) == back)
    }

    @Test("if someone has added another key to the condition, back removes only the value of the rollout")
    func otherKey() throws {
        let edited = try template(after: .start, .step(to: 5))
            .applying(.setValue(key: "trial_days", condition: "Checkout", .text("14")))
        let back = try rollout.changes(.back, from: .absent).applied(to: edited)
        #expect(back.parameter("checkout_flow")?.value(when: "Checkout") == nil)
        #expect(back.parameter("trial_days")?.value(when: "Checkout") == .text("14"))
        #expect(back.conditions == edited.conditions)
    }

    @Test("a condition of someone else with the same name is never changed")
    func foreign() throws {
        let foreign = try template().applying(
            .addCondition(name: "Checkout", expression: "device.os == 'ios'", index: nil, color: "BLUE"))
        #expect(RolloutState(of: rollout, in: foreign) == .withoutValue)
        #expect(try rollout.changes(.back, from: .absent).applied(to: foreign) == foreign)
        #expect(throws: RefusalReason.self) {
            try rollout.changes(.start, from: .absent).applied(to: foreign)
        }
    }

    @Test("a condition that someone has renamed is noticed, and back takes its value back, too")
    func renamed() throws {
        let started = try template(after: .start, .step(to: 5))
        let renamed = try started.applying(.renameCondition(name: "Checkout", to: "New checkout"))
        #expect(RolloutState(of: rollout, in: renamed) == .edited("it was renamed to \"New checkout\""))
        for action in [RolloutAction.start, .step(to: 25), .stop, .finish] {
            #expect(throws: RefusalReason.self) {
                try rollout.changes(action, from: .absent).applied(to: renamed)
            }
        }
        let back = try rollout.changes(.back, from: .absent).applied(to: renamed)
        #expect(back.conditions.map(\.expression).last == "percent('checkout') <= 0")
        #expect(back.conditions.map(\.name) == ["uk", "New checkout"])
        // No one has the value, so it can start again.
        #expect(RolloutState(of: rollout, in: back) == .absent)
    }

    /// Changes to the project file while the rollout is at 5%.
    static let declarations: [@Sendable (inout ProjectRollout) -> Void] = [
        { $0.value = "two_page" }, { $0.steps = [10, 100] }, { $0.steps = [1, 100] },
    ]

    @Test(
        "a changed declaration is noticed, and after back it starts with what the file says now",
        arguments: declarations)
    func redeclared(_ change: @Sendable (inout ProjectRollout) -> Void) throws {
        var changed = rollout
        change(&changed)
        let started = try template(after: .start, .step(to: 5))
        let state = RolloutState(of: changed, in: started)
        guard case .edited = state else { throw RolloutTestProblem("not noticed: \(state)") }
        let back = try changed.changes(.back, from: state).applied(to: started)
        #expect(RolloutState(of: changed, in: back) == .present(percent: 0, .takenBack))
        let again = try changed.changes(.start, from: .present(percent: 0, .takenBack)).applied(to: back)
        #expect(RolloutState(of: changed, in: again) == .present(percent: changed.steps[0], .going))
        #expect(again.parameter("checkout_flow")?.value(when: "Checkout") == .text(changed.value))
    }

    @Test(
        "every share that a project can declare is read again",
        arguments: [0.000001, 0.1, 33.333, 99.999999, 100])
    func shares(_ percent: Double) throws {
        var rollout = rollout
        rollout.steps = [percent]
        let started = try rollout.changes(.start, from: .absent).applied(to: try template())
        #expect(RolloutState(of: rollout, in: started) == .present(percent: percent, .going))
    }

    @Test("the order of conditions is no part of it, and back works wherever its condition is")
    func reordered() throws {
        let moved = try template(after: .start, .step(to: 5)).applying(
            .moveCondition(name: "Checkout", index: 0))
        #expect(RolloutState(of: rollout, in: moved) == .present(percent: 5, .going))
        let back = try rollout.changes(.back, from: .absent).applied(to: moved)
        #expect(back.conditions.map(\.name) == ["Checkout", "uk"])
        #expect(RolloutState(of: rollout, in: back) == .present(percent: 0, .takenBack))
    }

    @Test("blanks in the expression are no change")
    func blanks() throws {
        let started = try template(after: .start)
        let edited = try started.applying(.setExpression(condition: "Checkout", "percent('checkout')<=1"))
        #expect(RolloutState(of: rollout, in: edited) == .present(percent: 1, .going))
    }

    @Test("a change that was made already changes nothing, and one that someone else prevents is refused")
    func once() throws {
        let five = try template(after: .start, .step(to: 5))
        let step = rollout.changes(.step(to: 25), from: .present(percent: 5, .going))
        let twentyFive = try step.applied(to: five)
        #expect(try step.applied(to: twentyFive) == twentyFive)
        let back = try rollout.changes(.back, from: .absent).applied(to: twentyFive)
        #expect(throws: RefusalReason.self) { try step.applied(to: back) }
        #expect(try rollout.changes(.back, from: .absent).applied(to: back) == back)
    }

    @Test("without the parameter there is nothing to start, and without a condition nothing to take back")
    func missing() throws {
        let empty = RemoteConfigTemplate()
        #expect(throws: RefusalReason.self) { try rollout.changes(.start, from: .absent).applied(to: empty) }
        #expect(throws: RefusalReason.self) {
            try rollout.changes(.back, from: .absent).applied(to: try template())
        }
    }

    /// Descriptions of versions, and the shares in them.
    static let descriptions: [(String, Double?)] = [
        ("Checkout: 5% → 25%, 2,411 users, crashes safe (-8% to +4%)", 25), ("Checkout: 5%, stopped", 5),
        ("Checkout: 0%, taken back", 0), ("Checkout: 0% → 0.5%, started", 0.5), ("Checkout", nil),
        ("Checkout 2: 5%, stopped", nil), ("Checkout: see below", nil), ("", nil),
    ]

    @Test("the share is read from the newest own description", arguments: descriptions)
    func record(_ description: String, _ percent: Double?) {
        var json = JSONObject()
        json["description"] = .string(description)
        json["versionNumber"] = "8"
        var other = JSONObject()
        other["description"] = "Longer trial"
        let versions = [TemplateVersion(other), TemplateVersion(json)]
        #expect(RolloutRecord.all(of: rollout, in: versions).first?.percent == percent)
    }

    @Test("every description can be read again, however long the reason is")
    func description() {
        let reason = String(repeating: "crashes safe, ", count: 60)
        let note = rollout.note(.step(to: 25), from: .present(percent: 5, .going), because: reason)
        #expect(note.count <= 250)
        var json = JSONObject()
        json["description"] = .string(note)
        #expect(RolloutRecord.all(of: rollout, in: [TemplateVersion(json)]).first?.percent == 25)
    }
}

/// A problem of a test.
struct RolloutTestProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
