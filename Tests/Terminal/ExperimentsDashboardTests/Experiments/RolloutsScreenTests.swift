import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Rollouts on the screens", .inTurn)
struct RolloutsScreenTests {
    private static let sizes = [
        ("usual", CellSize(columns: 80, rows: 24)), ("wide", CellSize(columns: 120, rows: 36)),
        ("widest", CellSize(columns: 140, rows: 40)),
    ]

    @Test(
        "are rows with their steps as a bar and what they wait for, below the experiments", arguments: sizes)
    func list(_ size: (name: String, size: CellSize)) throws {
        // On a small screen, there is no room for both.
        let standings = size.size.columns < 120 ? [] : ExperimentsFixture.standings()
        let fixture = try RolloutsFixture.dashboard(size: size.size, standings: standings)
        let lines = fixture.screen.split(separator: "\n")
        for (name, bar) in zip(RolloutsFixture.names, ["▰▰▱▱", "▰▰▱▱", "▱▱▱▱"]) {
            #expect(lines.contains { $0.contains(name) && $0.contains(bar) }, "\(name)\n\(fixture.screen)")
        }
    }

    @Test("have their metrics and steps in the details, which take the whole screen", arguments: sizes)
    func details(_ size: (name: String, size: CellSize)) throws {
        var fixture = try RolloutsFixture.dashboard(size: size.size)
        try fixture.press("j", "Z")
        for words in ["crashes", "not yet known", "10%", "purchase", "0% → 1%, started", "2,411 users"] {
            #expect(fixture.screen.contains(words), "\(words)\n\(fixture.screen)")
        }
    }

    @Test("have a bar in ASCII on a terminal with nothing else")
    func plain() throws {
        let fixture = try RolloutsFixture.dashboard()
        let text = DashboardView.frame(of: fixture.state, theme: .plain).inASCII().text
        #expect(text.contains("##--"), "\(text)")
        #expect(fixture.screen.contains("▰▰▱▱"))
    }

    @Test("before the first look they are listed, and say that they are being read")
    func unread() throws {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 36)) { session in
            session.rollouts = RolloutsFixture.rollouts.map { rollout in
                DeclaredRollout(rollout) { RolloutsFixture.work(rollout) }
            }
        }
        try fixture.press("5")
        #expect(fixture.state.list.experiments.count(where: { $0.rollout != nil }) == 3)
        #expect(fixture.screen.contains("reading…"), "\(fixture.screen)")
        _ = fixture.state.update(
            .to(\.rollouts, .looked("Bigger cart", .failure(MessageError("the service is away")), done: nil)))
        #expect(fixture.screen.contains("the service is away"), "\(fixture.screen)")
        try fixture.press("(")
        #expect(fixture.state.panels.isEmpty)
    }

    @Test("the details of a key say which of them decides it, and what it waits for")
    func key() throws {
        var fixture = try RolloutsFixture.dashboard(size: CellSize(columns: 140, rows: 40))
        try fixture.press("1")
        fixture.state.position.item = "max_items"
        fixture.state.followItem()
        let words = fixture.screen.replacing("\n", with: " ")
        #expect(words.contains("decided by the rollout \"Bigger cart\""), "\(fixture.screen)")
    }

    @Test("a filter finds them by name and state", arguments: ["bigger", "taken", "rollout"])
    func filter(_ text: String) throws {
        var fixture = try RolloutsFixture.dashboard(standings: ExperimentsFixture.standings())
        try fixture.press("/")
        fixture.type(text)
        #expect(fixture.state.list.experiments.contains { $0.rollout != nil })
        #expect(!fixture.state.list.experiments.contains { $0.standing?.name == "Search" })
    }

    @Test(
        "are looked at at the start without making steps, then every five minutes, never twice at the same time"
    )
    func ticks() throws {
        func looks(_ effects: [ExperimentsDashboard.Effect]) -> [Bool] {
            effects.compactMap { if case .rollouts(.look(let makesSteps)) = $0 { makesSteps } else { nil } }
        }
        for isReadOnly in [false, true] {
            var options = DashboardOptions()
            options.isReadOnly = isReadOnly
            var fixture = try RolloutsFixture.dashboard(options: options)
            #expect(looks(fixture.pass(1)) == [false])
            #expect(looks(fixture.pass(RolloutSchedule.interval * 2)).isEmpty)
            _ = fixture.state.update(.to(\.rollouts, .finishedLooking), at: fixture.state.now)
            #expect(looks(fixture.pass(RolloutSchedule.interval - 2)).isEmpty)
            #expect(looks(fixture.pass(2)) == [!isReadOnly])
        }
    }

    @Test(
        "a step is announced with the bell and in the log, and the values are fetched",
        arguments: [false, true])
    func steps(_ isHarm: Bool) throws {
        var fixture = try RolloutsFixture.dashboard()
        let done = RolloutStep(
            sentence: isHarm ? "taken back from 5%" : "went on from 5% to 25%", isHarm: isHarm)
        let look = try RolloutsFixture.look(
            RolloutsFixture.work(RolloutsFixture.rollouts[0]), .present(percent: 25, .going), .safe)
        let effects = RolloutsFixture.tell(look, done: done, to: &fixture)
        let alerts = effects.compactMap { if case .alert(let alert) = $0 { alert.text } else { nil } }
        #expect(alerts == ["Bigger cart: \(done.sentence)"])
        #expect(effects.contains { if case .fetch(.manual) = $0 { true } else { false } })
        #expect(fixture.state.notices.notice?.text == "Bigger cart: \(done.sentence)")
        #expect(fixture.state.log.entries.last?.text == "Bigger cart: \(done.sentence)")
    }
}

@Suite("Changing rollouts from the dashboard", .inTurn)
struct RolloutsChangingTests {
    /// A dashboard whose first rollout has its template in a file.
    private func opened(environment: String? = nil) throws -> (fixture: ShopFixture, folder: TemporaryFolder)
    {
        let folder = try TemporaryFolder()
        try folder.write(RolloutsFixture.template, to: "template.json")
        return (
            try RolloutsFixture.dashboard(environment: environment, path: folder.path("template.json")),
            folder
        )
    }

    /// Answers the requests of a publication, as the program does.
    ///
    /// - Returns: all effects.
    private func answer(
        _ effects: [ExperimentsDashboard.Effect], in folder: TemporaryFolder, _ fixture: inout ShopFixture
    ) async throws -> [ExperimentsDashboard.Effect] {
        var all = effects
        var rest = effects
        while let request = Self.request(rest) {
            let event = await TemplateOrigin.file(path: folder.path("template.json")).answer(request)
            rest = fixture.state.update(
                .to(
                    \.templates,
                    .answered(.publication(request), .publication(event), source: fixture.state.source.name)),
                at: fixture.state.now)
            all += rest
        }
        return all
    }

    private static func request(_ effects: [ExperimentsDashboard.Effect]) -> TemplatePublication.Request? {
        for case .template(.publication(let request)) in effects { return request }
        return nil
    }

    @Test(
        "a change is reviewed and published after a yes, and stored with the events",
        arguments: [")", "|", "("])
    func publishing(_ key: String) async throws {
        var (fixture, folder) = try opened()
        _ = try await answer(try fixture.press(key), in: folder, &fixture)
        #expect(try folder.text(of: "template.json") == RolloutsFixture.template)
        #expect(fixture.screen.contains("rollout \"Bigger cart\""), "\(fixture.screen)")
        let effects = try await answer(try fixture.press("y"), in: folder, &fixture)
        let text = try folder.text(of: "template.json")
        let expected = [")": "<= 25", "|": "ORANGE", "(": "<= 0"][key] ?? ""
        #expect(text.contains(expected), "\(text)")
        let kept = effects.compactMap { if case .rollouts(.keep(let name, _, _)) = $0 { name } else { nil } }
        #expect(kept == ["Bigger cart"])
        #expect(effects.contains { if case .rollouts(.look(false)) = $0 { true } else { false } })
    }

    @Test("in production, the name must be typed")
    func production() async throws {
        var (fixture, folder) = try opened(environment: "production")
        _ = try await answer(try fixture.press("("), in: folder, &fixture)
        _ = try await answer(try fixture.press("y"), in: folder, &fixture)
        #expect(try folder.text(of: "template.json") == RolloutsFixture.template)
        try fixture.press("ctrl-u")
        fixture.type("template.json")
        _ = try await answer(try fixture.press("Enter"), in: folder, &fixture)
        #expect(try folder.text(of: "template.json").contains("<= 0"))
    }

    @Test("what is not possible says why, and opens nothing")
    func refusals() throws {
        var fixture = try RolloutsFixture.dashboard(standings: ExperimentsFixture.standings())
        func refusal(_ key: String) throws -> String {
            try fixture.press(key)
            #expect(fixture.state.panels.isEmpty)
            return fixture.state.notices.notice?.text ?? ""
        }
        try fixture.press("g")
        #expect(try refusal(")") == "only for a rollout, on screen 5 (Experiments)")
        try fixture.press("j", "j", "j", "j", "j")
        #expect(ExperimentRowList.selected(fixture.state)?.name == "Red button")
        #expect(try refusal(")").contains("Red button holds at 5%"))
        try fixture.press("j")
        #expect(try refusal("(").contains("New paywall was taken back"))
        #expect(try refusal("|").contains("New paywall was taken back"))
    }

    @Test("a read-only dashboard changes none, and neither does one on another source")
    func otherSource() throws {
        var options = DashboardOptions()
        options.isReadOnly = true
        var fixture = try RolloutsFixture.dashboard(options: options)
        try fixture.press("(")
        #expect(fixture.state.notices.notice?.text == "read-only: cannot change rollouts")
        var other = try RolloutsFixture.dashboard(sources: [DashboardSource(name: "staging")])
        try other.press("(")
        #expect(other.state.notices.notice?.text.contains("switch to source production first") == true)
    }
}
