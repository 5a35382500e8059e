import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import FirebaseTemplates
import Foundation
import TestSupport

@testable import ExperimentsDashboard

/// A shop with rollouts: one that goes on, one that waits, and one that was taken back.
enum RolloutsFixture {
    static let names = ["Bigger cart", "Red button", "New paywall"]

    static func rollout(_ name: String, key: String, to value: String) -> ProjectRollout {
        var rollout = ProjectRollout(
            name: name, key: key, to: value, source: "production", experiment: name, steps: [1, 5, 25, 100],
            guardrails: ["crashes"])
        rollout.users = 2000
        rollout.goal = "purchase"
        return rollout
    }

    static let rollouts = [
        rollout(names[0], key: "max_items", to: "20"),
        rollout(names[1], key: "checkout_button_color", to: "red"),
        rollout(names[2], key: "paywall_type", to: "modal"),
    ]

    /// The template of the rollout that goes on, at 5%.
    static let template = """
        {"conditions": [{"name": "Bigger cart", "expression": "percent('bigger-cart') <= 5", "tagColor": "GREEN"}],
         "parameters": {"max_items": {
           "defaultValue": {"value": "7"}, "conditionalValues": {"Bigger cart": {"value": "20"}}}}}
        """

    /// Returns the rollout with its template in a file.
    static func work(
        _ rollout: ProjectRollout, environment: String? = nil, path: String = "template.json"
    ) -> RolloutWork {
        RolloutWork(
            rollout, at: .file(path: path, shownAs: "template.json"), environment: environment,
            keys: ShopFixture.keys, results: ExperimentsFixture.Source(), lastExposure: { ShopFixture.start })
    }

    /// Returns a look at a rollout.
    ///
    /// - Parameter kind: what is known about its guardrail.
    static func look(
        _ work: RolloutWork, _ state: RolloutState, _ kind: RolloutEvidence.Finding.Kind, hours: Double = 30
    ) throws -> RolloutLook {
        let percent = state.percent ?? 0
        let changedAt = ShopFixture.start - hours * 3600
        let history = [
            RolloutRecord(
                percent: percent, at: changedAt, version: 12,
                words: "1% → \(RolloutWords.percent(percent)), 812 users"),
            RolloutRecord(percent: 1, at: changedAt - 86_400, version: 11, words: "0% → 1%, started"),
        ]
        let template = try RemoteConfigTemplate(parsing: Array(Self.template.utf8))
        let reading = RolloutReading(
            PublishedTemplate(template: template, etag: "1"), state, history: history, hasVersions: true,
            changedAt: changedAt)
        let guardrail = RolloutEvidence.Finding(
            "crashes", kind, range: "-8% to +4%", words: "crashes may be up to +31%; about 900 more users",
            usersLeft: kind == .open ? 900 : nil, margin: "10%")
        let goal = RolloutEvidence.Finding(
            "purchase", .notWorse, range: "-2% to +7%", words: "purchase is undecided")
        let evidence = RolloutEvidence(
            users: 2411, guardrails: [guardrail], goal: goal, lastExposure: ShopFixture.start)
        return RolloutLook(work, reading, .known(evidence), at: ShopFixture.start)
    }

    /// A dashboard on screen 5 that has looked at every rollout.
    static func dashboard(
        size: CellSize = CellSize(columns: 120, rows: 40), standings: [ExperimentStanding]? = nil,
        environment: String? = nil, path: String = "template.json", sources: [DashboardSource] = [],
        options: DashboardOptions = DashboardOptions()
    ) throws -> ShopFixture {
        var fixture = ShopFixture(size: size, sources: sources, options: options) { session in
            session.results = ExperimentsFixture.Source()
            session.rollouts = rollouts.map { rollout in DeclaredRollout(rollout) { work(rollout) } }
        }
        fixture.finishFetch(.success(ShopFixture.snapshot))
        try fixture.press("5")
        ExperimentsFixture.tell(standings ?? [], to: &fixture)
        let looks = [
            try look(
                work(rollouts[0], environment: environment, path: path), .present(percent: 5, .going), .safe),
            try look(work(rollouts[1]), .present(percent: 5, .going), .open, hours: 3),
            try look(work(rollouts[2]), .present(percent: 0, .takenBack), .harmful),
        ]
        for look in looks { tell(look, to: &fixture) }
        return fixture
    }

    @discardableResult
    static func tell(_ look: RolloutLook, done: RolloutStep? = nil, to fixture: inout ShopFixture) -> [Effect]
    {
        fixture.state.update(
            .to(\.rollouts, .looked(look.rollout.name, .success(look), done: done)), at: fixture.state.now)
    }
}
