import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Experiments and rollouts of a Firebase project on the screens", .inTurn)
struct StudiesScreenTests {
    private static let template = #"""
        {"conditions": [{"name": "checkout", "expression": "true"}, {"name": "uk", "expression": "true"}],
         "parameters": {
          "checkout_button_color": {"defaultValue": {"value": "grey"}, "conditionalValues": {
            "uk": {"value": "red"},
            "checkout": {"rolloutValue": {"rolloutId": "rollout_7", "value": "green", "percent": 12.5}}}},
          "max_items": {"defaultValue": {"value": "3"}, "conditionalValues": {
            "uk": {"experimentValue": {"experimentId": "9", "exposurePercent": 80, "variantValue": [
              {"variantId": "0", "noChange": true}, {"variantId": "1", "value": "6"}]}}}}}}
        """#
    private static let listed = #"""
        [{"name": "experiments/9", "state": "RUNNING", "startTime": "2026-02-12T09:00:00Z", "etag": "1",
          "definition": {"displayName": "More items", "description": "More in the cart sells more.",
           "objectives": {"activationEvent": {"event": "cart_opened"}, "eventObjectives": [
             {"customObjectiveDetails": {"event": "checkout", "countType": "NO_EVENT_USERS"}},
             {"isPrimary": true, "systemObjectiveDetails": {"objective": "total_revenue"}}]},
           "variants": [{"name": "Baseline", "weight": 1}, {"name": "Six", "weight": 1}, {"name": "Nine", "weight": 0}]}},
         {"name": "experiments/5", "state": "STOPPED", "startTime": "2026-01-01T09:00:00Z",
          "endTime": "2026-01-15T09:00:00Z", "definition": {"displayName": "Onboarding",
           "variants": [{"name": "Baseline", "weight": 1}, {"name": "Short", "weight": 1}]}},
         {"name": "rollouts/rollout_7", "state": "RUNNING", "startTime": "2026-02-03T09:00:00Z",
          "definition": {"displayName": "Green button", "controlVariant": {"name": "Control", "weight": 1},
           "enabledVariant": {"name": "Enabled", "weight": 1}}}]
        """#

    private static func studies(problem: String? = nil) throws -> ProjectStudies {
        let all = try JSONValue(parsing: listed).array ?? []
        return ProjectStudies(
            of: "project shop", try RemoteConfigTemplate(parsing: Array(template.utf8)),
            listed: all.compactMap(\.object).compactMap { json in
                Study(json["name"]?.string?.hasPrefix("rollouts") == true ? .rollout : .experiment, json)
            }, problem: problem)
    }

    private static func tell(_ studies: ProjectStudies, to fixture: inout ShopFixture) -> [Effect] {
        fixture.state.update(
            .to(\.templates, .answered(.studyDetails([], in: studies), .studies(studies), source: nil)),
            at: fixture.state.now)
    }

    private static func dashboard(
        _ size: CellSize, standings: [ExperimentStanding] = ExperimentsFixture.standings()
    ) throws -> ShopFixture {
        var fixture = try ExperimentsFixture.dashboard(size: size, standings: standings)
        _ = tell(try studies(), to: &fixture)
        return fixture
    }

    private static let sizes = [
        ("usual", CellSize(columns: 80, rows: 24)), ("wide", CellSize(columns: 120, rows: 36)),
        ("widest", CellSize(columns: 140, rows: 40)),
    ]

    @Test("stand below a rule, on the axis of the declared experiments", arguments: sizes)
    func list(_ size: (name: String, size: CellSize)) throws {
        var result = ExperimentsFixture.standing(
            "_exp_9", key: nil, users: [500, 502], rates: [10, 13], days: 14)
        result = ExperimentStanding(
            ExperimentPlan(
                try #require(try Self.studies().experiments.first), metrics: ExperimentsFixture.metrics,
                tally: result.tally.named(["a": "Baseline", "b": "Six"])),
            result.tally.named(["a": "Baseline", "b": "Six"]), at: ShopFixture.start)
        var fixture = try Self.dashboard(size.size, standings: ExperimentsFixture.standings() + [result])
        try Golden.expect(fixture.screen, named: "studies-\(size.name)")
        try fixture.press("j", "j", "j", "j")
        #expect(ExperimentRowList.selected(fixture.state)?.title == "More items")
        try Golden.expect(fixture.screen, named: "studies-results-\(size.name)")
    }

    @Test("without results, they are shown as they are, and the details say what they decide and for whom")
    func alone() throws {
        var fixture = try Self.dashboard(CellSize(columns: 120, rows: 36), standings: [])
        try Golden.expect(fixture.screen, named: "studies-alone")
        try fixture.press("j")
        try Golden.expect(fixture.screen, named: "studies-rollout")
    }

    @Test("an experiment that the project file declares has one row")
    func declared() throws {
        let standing = ExperimentsFixture.standing(
            "Items", key: "max_items", users: [9, 9], rates: [1, 1], days: 3)
        var fixture = try Self.dashboard(CellSize(columns: 120, rows: 36), standings: [standing])
        #expect(
            fixture.state.list.experiments.prefix(3).map(\.title) == ["Items", "Green button", "Onboarding"])
        try fixture.press("Home")
        #expect(fixture.screen.contains(#"experiment "More items", 80%"#), "\(fixture.screen)")
    }

    @Test("the details of a key say which of them decides it, and where")
    func key() throws {
        var fixture = try Self.dashboard(CellSize(columns: 140, rows: 40))
        try fixture.press("1", "j", "j")
        #expect(fixture.screen.contains(#"decided by rollout "Green button", 12.5%,"#))
        #expect(fixture.screen.contains(#"when "checkout", value 1 of 2"#), "\(fixture.screen)")
    }

    @Test("a filter finds them by name, state and key", arguments: ["green", "rollout", "checkout_button"])
    func filter(_ text: String) throws {
        var fixture = try Self.dashboard(CellSize(columns: 120, rows: 36))
        try fixture.press("/")
        fixture.type(text)
        #expect(fixture.state.list.experiments.contains { $0.title == "Green button" })
        #expect(!fixture.state.list.experiments.contains { $0.title == "Onboarding" })
    }

    @Test("are read after a fetch, again with another template or by hand, and not twice at a time")
    func reading() throws {
        var state = StudiesState()
        func record(_ version: String, _ trigger: FetchTrigger = .scheduled) -> FetchRecord {
            FetchRecord(
                id: 1, trigger: trigger, startedAt: ShopFixture.start, duration: .zero,
                result: .success(FetchOutcome(status: .unchanged)), version: version,
                difference: SnapshotDifference(from: .empty, to: .empty))
        }
        let now = ShopFixture.start
        #expect(state.fetched(record("1"), at: now).count == 1)
        #expect(state.fetched(record("2"), at: now).isEmpty)
        let studies = try Self.studies()
        guard
            case .template(.studyDetails(let references, _))? = state.take(studies, of: .studies(after: nil))
                .last
        else {
            Issue.record("nothing was asked for in full")
            return
        }
        #expect(references.map(\.id) == ["9", "5"])
        #expect(state.follow(studies.all.last).isEmpty)
        _ = state.take(studies, of: .studyDetails(references, in: studies))
        #expect(state.follow(studies.all.last).isEmpty)
        #expect(state.fetched(record("1"), at: now).isEmpty)
        #expect(state.fetched(record("2"), at: now).count == 1)
        _ = state.fail(RefusalReason("no"))
        #expect(state.fetched(record("2", .manual), at: now).count == 1)
        _ = state.fail(RefusalReason("no"))
        #expect(state.fetched(record("2"), at: now + 300).count == 1)
    }

    @Test("the one under the cursor is read in full if only a list is known of it, once")
    func details() throws {
        let studies = try Self.studies()
        var state = StudiesState()
        _ = state.take(studies, of: .studyDetails([], in: studies))
        #expect(state.follow(studies.all.first { $0.reference.kind == .rollout }).isEmpty)
        guard case .template(.studyDetails(let references, _))? = state.follow(studies.all.last).first else {
            Issue.record("nothing was asked for in full")
            return
        }
        #expect(references.map(\.id) == ["5"])
        _ = state.take(studies, of: .studyDetails(references, in: studies))
        #expect(state.follow(studies.all.last).isEmpty)
    }

    @Test("a project that does not list them is named once")
    func missing() throws {
        var fixture = try ExperimentsFixture.dashboard(size: CellSize(columns: 120, rows: 36), standings: [])
        _ = Self.tell(try Self.studies(problem: "experiments of project shop cannot be listed"), to: &fixture)
        #expect(fixture.state.notices.notice?.text == "experiments of project shop cannot be listed")
        fixture.pass(20)
        _ = Self.tell(try Self.studies(problem: "experiments of project shop cannot be listed"), to: &fixture)
        #expect(fixture.state.notices.notice == nil)
        #expect(fixture.screen.contains("Green button"))
    }
}

extension ExperimentTally {
    /// The same with other names of groups.
    fileprivate func named(_ names: [String: String]) -> ExperimentTally {
        var tally = self
        tally.days = days.map { day in
            var day = day
            day.users = Dictionary(uniqueKeysWithValues: day.users.map { (names[$0] ?? $0, $1) })
            day.totals = day.totals.mapValues { sums in
                Dictionary(uniqueKeysWithValues: sums.map { (names[$0] ?? $0, $1) })
            }
            return day
        }
        return tally
    }
}
