import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Stepping back in time", .inTurn)
struct TimeTravelTests {
    /// A shop in which max_items was 7, then 8, then 9.
    private func watched(size: CellSize = CellSize(columns: 100, rows: 20)) -> ShopFixture {
        var fixture = ShopFixture(size: size)
        for value in ["7", "8", "9"] {
            fixture.finishFetch(
                .success(fixture.state.history.timeline.newest.changing(["max_items": value])))
            fixture.pass(60)
        }
        return fixture
    }

    private func value(_ fixture: ShopFixture) -> String? { fixture.state.source.report.rows[3].valueText }

    @Test("[ goes back, ] forward, and the last step is now")
    func steps() throws {
        var fixture = watched()
        try fixture.press("[")
        #expect(value(fixture) == "8")
        #expect(fixture.screen.contains("PAST 09:01:00 version 14"))
        try fixture.press("[")
        #expect(value(fixture) == "7")
        try fixture.press("[")
        #expect(value(fixture) == "7")
        #expect(fixture.state.notices.notice?.text == "no older values are stored")
        try fixture.press("]", "]")
        #expect(value(fixture) == "9" && !fixture.state.history.isInThePast)
        #expect(!fixture.screen.contains("PAST"))
        try fixture.press("]")
        #expect(fixture.state.notices.notice?.text == "already at the current values")
    }

    @Test("a generation is marked with what its fetch changed")
    func marks() throws {
        var fixture = watched()
        fixture.finishFetch(.success(fixture.state.history.timeline.newest.changing(["price_factor": "2"])))
        try fixture.press("[")
        #expect(fixture.state.source.lastChanges == ["max_items": .changed])
    }

    @Test("what comes in the meantime is kept, and there when one is back")
    func meanwhile() throws {
        var fixture = watched()
        try fixture.press("[")
        fixture.finishFetch(.success(fixture.state.history.timeline.newest.changing(["max_items": "10"])))
        #expect(value(fixture) == "8")
        try fixture.press("Esc")
        #expect(value(fixture) == "10")
        try fixture.press("[")
        #expect(value(fixture) == "9")
    }

    @Test("overrides continue to be active in the past")
    func overrides() throws {
        var fixture = watched()
        try fixture.press("[")
        let overrides = OverrideSet(["max_items": Override(value: "3")])
        _ = fixture.state.update(
            .service(.overridesChanged(OverrideStoreState(overrides: overrides))), at: .now)
        #expect(value(fixture) == "3")
        #expect(fixture.state.source.report.rows[3].remoteText == "8")
    }

    @Test("while paused, one comes back to what was paused at")
    func paused() throws {
        var fixture = watched()
        try fixture.press("p")
        fixture.finishFetch(.success(fixture.state.history.timeline.newest.changing(["max_items": "10"])))
        try fixture.press("[")
        #expect(value(fixture) == "8")
        try fixture.press("Esc")
        #expect(value(fixture) == "9")
        try fixture.press("p")
        #expect(value(fixture) == "10")
    }

    @Test("the values as of a fetch are shown from the history")
    func fetch() throws {
        var fixture = watched()
        try fixture.press("6", "G")
        _ = fixture.state.update(.input(.key(KeyPress(":"))))
        fixture.type("view-fetch")
        try fixture.press("Enter", "1")
        #expect(value(fixture) == "7")
        #expect(fixture.screen.contains("PAST 09:00:00"))
    }

    @Test("an answer that is under way does not end in the present when one has gone back")
    func lateAnswer() throws {
        let keys = (0..<6000).map { CatalogKey(name: "key_\($0)", schema: ValueSchema(kind: .int)) }
        func snapshot(_ value: String) -> Snapshot {
            Snapshot(texts: Dictionary(uniqueKeysWithValues: keys.map { ($0.name, value) }), fetchedAt: .now)
        }
        func requests(_ effects: [Effect]) -> [ResolutionRequest] {
            effects.compactMap { if case .resolve(let request) = $0 { request } else { nil } }
        }
        var fixture = ShopFixture(keys: keys, snapshot: snapshot("1"))
        func answer(_ effects: [Effect]) throws -> [Effect] {
            let request = try #require(requests(effects).first)
            return fixture.state.update(.resolved(request.resolved()), at: ShopFixture.start)
        }
        _ = try answer(fixture.state.update(.service(.snapshotChanged(snapshot("2"))), at: ShopFixture.start))
        let late = fixture.state.update(.service(.snapshotChanged(snapshot("3"))), at: ShopFixture.start)
        _ = try answer(try fixture.press("["))
        #expect(fixture.state.source.report.rows[0].valueText == "1")
        let back = try fixture.press("]")
        // Its answer comes when one has left the past, for which it was not meant.
        let again = try answer(late)
        _ = try answer(back)
        _ = try answer(again)
        #expect(fixture.state.source.report.rows[0].valueText == "3")
        #expect(fixture.state.history.timeline.generations.count == 3)
    }
}
