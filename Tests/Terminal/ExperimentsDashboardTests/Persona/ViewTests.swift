import ExperimentsCore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("A view changes nothing that is kept about the source", .inTurn)
struct ViewTests {
    /// What is kept about the source: the times and the signs of changes, the history, and the stale keys.
    private struct Kept: Equatable {
        let changedAt: [String: Date]
        let lastChanges: ExactDictionary<ChangeKind>
        let generations: [Int]
        let values: [String?]
        let fetches: [Int]
        let isStale: [Int]

        init(_ state: DashboardState) {
            changedAt = state.source.changedAt.arrivals
            lastChanges = state.source.lastChanges
            let timeline = state.history.timeline
            generations = timeline.generations.map(\.id)
            values = ShopFixture.keys.flatMap { timeline.values(of: $0.name).map { $0.entry?.text } }
            fetches = state.history.fetches.records.map { $0.difference.count }
            var list = state.list.keys
            isStale = list.matches(of: Filter("is:stale"), in: state.content)
        }
    }

    /// A way to look at other values, and the way back.
    enum Way: String, CaseIterable, Sendable {
        case persona, draft, source, timeTravel
    }

    private static let sources = [DashboardSource(name: "production"), DashboardSource(name: "staging")]
    private static let other = ShopFixture.snapshot.changing(["max_items": "3", "price_factor": nil])

    private static func opened(_ name: String, _ snapshot: Snapshot) -> Message {
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(snapshot), now: { ShopFixture.start })
        return .sourceOpened(OpenedSource(name: name, service: service, keys: ShopFixture.keys))
    }

    /// A dashboard whose source has changed once.
    private static func dashboard() -> ShopFixture {
        var fixture = ShopFixture(sources: sources)
        fixture.finishFetch(.success(ShopFixture.snapshot))
        fixture.pass(4)
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        fixture.pass(4)
        return fixture
    }

    private static func look(_ way: Way, _ fixture: inout ShopFixture) throws {
        switch way {
        case .persona, .draft:
            _ = fixture.state.update(.viewed(other, source: "production"), at: fixture.state.now)
        case .source: _ = fixture.state.update(opened("staging", other), at: fixture.state.now)
        case .timeTravel: try fixture.press("[")
        }
    }

    private static func lookBack(_ way: Way, _ fixture: inout ShopFixture) throws {
        let own = ShopFixture.snapshot.changing(["max_items": "8"])
        switch way {
        case .persona, .draft:
            _ = fixture.state.update(.viewed(nil, source: "production"), at: fixture.state.now)
        case .source: _ = fixture.state.update(opened("production", own), at: fixture.state.now)
        case .timeTravel: try fixture.press("]")
        }
    }

    private func value(_ fixture: ShopFixture) -> String? {
        fixture.state.source.report.rows.first { $0.name == "max_items" }?.valueText
    }

    @Test("after the way back everything is as before", arguments: Way.allCases)
    func wayBack(_ way: Way) throws {
        var fixture = Self.dashboard()
        let before = Kept(fixture.state)
        #expect(before.lastChanges == ["max_items": .changed])
        try Self.look(way, &fixture)
        fixture.pass(3)
        #expect(value(fixture) != "8")
        try Self.lookBack(way, &fixture)
        #expect(value(fixture) == "8")
        let after = Kept(fixture.state)
        #expect(after.changedAt == before.changedAt)
        #expect(after.lastChanges == before.lastChanges)
        #expect(after.generations == before.generations)
        #expect(after.values == before.values)
        #expect(after.isStale == before.isStale)
        if way != .source { #expect(after.fetches == before.fetches) }
    }

    @Test(
        "while other values are looked at, nothing that is kept changes",
        arguments: [Way.persona, .draft, .timeTravel])
    func meanwhile(_ way: Way) throws {
        var fixture = Self.dashboard()
        let before = Kept(fixture.state)
        try Self.look(way, &fixture)
        fixture.pass(3)
        let during = Kept(fixture.state)
        #expect(during.changedAt == before.changedAt && during.values == before.values)
        #expect(during.isStale == before.isStale)
        if way != .timeTravel { #expect(during.lastChanges == before.lastChanges) }
    }

    @Test("a change of the source during a view is recorded, and shown after it")
    func changeDuringView() throws {
        var fixture = Self.dashboard()
        try Self.look(.persona, &fixture)
        fixture.pass(2)
        let time = fixture.state.now
        let own = ShopFixture.snapshot.changing(["max_items": "9"])
        _ = fixture.state.update(.sourceEvent(source: "production", .snapshotChanged(own)), at: time)
        #expect(value(fixture) == "3")
        fixture.pass(5)
        try Self.lookBack(.persona, &fixture)
        #expect(value(fixture) == "9" && fixture.state.source.changedAt.arrivals["max_items"] == time)
    }

    @Test("a change of the source while another is shown is recorded when it is shown again")
    func changeDuringAnotherSource() throws {
        var fixture = Self.dashboard()
        try Self.look(.source, &fixture)
        fixture.pass(30)
        let own = ShopFixture.snapshot.changing(["max_items": "9"])
        _ = fixture.state.update(Self.opened("production", own), at: fixture.state.now)
        #expect(
            fixture.state.history.timeline.values(of: "max_items").map { $0.entry?.text } == ["9", "8", "7"])
        #expect(fixture.state.source.lastChanges == ["max_items": .changed])
    }

    @Test("earlier values are not those of another user, so time travel waits for the end of the view")
    func timeTravel() throws {
        var fixture = Self.dashboard()
        try Self.look(.persona, &fixture)
        try fixture.press("[")
        #expect(!fixture.state.history.isInThePast)
        #expect(fixture.state.notices.notice?.text.contains("default user") == true)
        try Self.lookBack(.persona, &fixture)
        try fixture.press("[")
        #expect(fixture.state.history.isInThePast)
    }

    @Test("a saved persona is named in the header on every width", arguments: [60, 80, 100, 120, 160])
    func named(columns: Int) throws {
        let keeper = AskableKeeper()
        var fixture = ShopFixture.asking(keeper, size: CellSize(columns: columns, rows: 24))
        let persona = SourcePersona(fields: ["user_id": 7, "plan": "gold"])
        keeper.setPersona(persona)
        _ = fixture.state.update(.to(\.shown.source, .ask(as: persona, named: "norwegian")))
        _ = fixture.state.update(.viewed(keeper.snapshot, source: nil))
        let header = fixture.screen.split(separator: "\n").first ?? ""
        #expect(header.contains(" as norwegian "))
        _ = fixture.state.update(.to(\.shown.source, .use(SourcePersona(fields: ["user_id": 8]))))
        #expect(fixture.state.source.persona?.words == "as norwegian, edited")
    }
}
