import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore
@testable import ExperimentsDashboard

@Suite("The timeline of a key", .inTurn)
struct KeyTimelinePanelTests {
    private func value(_ text: String, daysAgo: Double, isFirst: Bool = false) -> KeptValue {
        KeptValue(
            moment: ValueMoment(
                at: ShopFixture.start - daysAgo * 86400, unchangedUntil: nil, version: "\(Int(40 - daysAgo))",
                notes: [SourceNote(title: "Published", text: "by ann, at noon")], program: "experiments watch"
            ),
            text: KeptText(text), isFirst: isFirst)
    }

    /// The timeline of max_items, read.
    private func opened(size: CellSize = CellSize(columns: 100, rows: 24)) throws -> ShopFixture {
        var fixture = ShopFixture(size: size, keepsFetches: true)
        fixture.finishFetch(.success(ShopFixture.snapshot))
        try fixture.press("g", "j", "j", "j")
        let name = try #require(fixture.state.selectedName)
        let effects = try fixture.press("w")
        guard case .readTimeline(let request) = effects.first else {
            Issue.record("nothing was read")
            return fixture
        }
        #expect(request.name == name)
        let step = OverrideStep(
            number: 1, kind: .edit, title: "override",
            origin: OverrideOrigin(author: "eve", program: "dashboard"),
            at: ShopFixture.start - 5 * 86400,
            changes: [
                .init(
                    name: name, before: Override(value: "99", setAt: ShopFixture.start - 9 * 86400),
                    after: nil)
            ])
        let timeline = KeyTimeline(
            name, request.key,
            values: [
                value("5", daysAgo: 30, isFirst: true), value("7", daysAgo: 12), value("5", daysAgo: 2),
            ],
            steps: [step], at: ShopFixture.start)
        _ = fixture.state.update(.timelineRead(timeline, problem: nil, source: nil))
        return fixture
    }

    @Test("What this dashboard saw is there immediately, what was kept once it is read")
    func reading() throws {
        var fixture = ShopFixture(keepsFetches: true)
        fixture.finishFetch(.success(ShopFixture.snapshot))
        try fixture.press("j", "w")
        #expect(fixture.screen.contains("reading the history"), "\(fixture.screen)")
        #expect(fixture.screen.contains("unchanged for at least"), "\(fixture.screen)")
        try #expect(!opened().screen.contains("reading what"))
    }

    @Test("A filter for stale keys reads once what was kept, and lists them when it is read")
    func staleFilter() throws {
        var fixture = ShopFixture(keepsFetches: true)
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "5"])))
        try fixture.press("/")
        fixture.type("is:stal")
        let effects = try fixture.press("e")
        #expect(fixture.state.rowCount == 0)
        #expect(!effects.contains { if case .readValueAges = $0 { true } else { false } })
        let key = CatalogKey(name: "max_items", schema: ValueSchema(kind: .int, defaultText: "5"))
        let ages = ValueAges(
            ["max_items": [value("5", daysAgo: 200)]], keys: [key], isSameForAll: true, at: ShopFixture.start)
        _ = fixture.state.update(.to(\.shown.source, .agesRead(.success(ages), source: nil)))
        #expect(fixture.state.rowCount == 1 && fixture.state.selectedName == "max_items")
        // Nothing is kept where there is no state: that is said instead of an empty list alone.
        var forgetful = ShopFixture()
        try forgetful.press("/")
        forgetful.type("is:stale")
        #expect(forgetful.state.notices.notice?.text.contains("no history of these values") == true)
    }

    @Test("Shows lane, values and overrides")
    func golden() throws {
        try Golden.expect(opened().screen, named: "key-timeline")
        try Golden.expect(
            opened(size: CellSize(columns: 44, rows: 12)).screen, named: "key-timeline-small")
    }

    @Test("Enter shows what a value changed, and what an override changed of the value below it")
    func differences() throws {
        var fixture = try opened()
        try fixture.press("g", "Enter")
        #expect(fixture.state.panels.top is DifferencePanel)
        let screen = fixture.screen
        #expect(screen.contains("7") && screen.contains("5"), "\(screen)")
        try fixture.press("Esc", "j", "Enter")
        #expect((fixture.state.panels.top as? DifferencePanel)?.request.new == "99")
        try fixture.press("Esc", "G", "Enter")
        #expect(fixture.state.panels.top is KeyTimelinePanel)
        #expect(fixture.state.notices.notice?.text == "no earlier value known")
    }

    @Test("n and N go from change to change, past overrides")
    func changes() throws {
        var fixture = try opened()
        func cursor() -> Int? { (fixture.state.panels.top as? KeyTimelinePanel)?.cursor }
        try fixture.press("n")
        #expect(cursor() == 2)
        try fixture.press("n", "n")
        #expect(cursor() == 3)
        try fixture.press("N", "N")
        #expect(cursor() == 0)
    }

    @Test("What is known fills the lane, - shows twice as much time, and + half")
    func span() throws {
        var fixture = try opened()
        #expect(fixture.screen.contains("the last 30 days"))
        #expect(fixture.screen.contains("══ 7 ══") && fixture.screen.contains("▐"), "\(fixture.screen)")
        try fixture.press("-")
        #expect(fixture.screen.contains("the last 60 days"))
        try fixture.press("+", "+")
        #expect(fixture.screen.contains("the last 15 days"))
        for _ in 0..<30 { try fixture.press("+") }
        #expect(fixture.screen.contains("the last 5 seconds"))
    }

    @Test("A filter leaves the overrides, y copies a value, and w closes")
    func filter() throws {
        var fixture = try opened()
        try fixture.press("/")
        fixture.type("override")
        try fixture.press("Enter")
        #expect((fixture.state.panels.top as? KeyTimelinePanel)?.count == 1)
        guard case .copy("99")? = try fixture.press("y").first else { return #expect(Bool(false)) }
        try fixture.press("Esc", "w")
        #expect(fixture.state.panels.isEmpty)
    }

    @Test("A fetch that changes the key reads it again, another does not")
    func following() throws {
        var fixture = try opened()
        func fetched(_ texts: [String: String?]) -> Int {
            let before = fixture.state.source.report.snapshot
            let after = before.changing(texts)
            _ = fixture.state.update(.service(.snapshotChanged(after)), at: fixture.state.now)
            let record = FetchRecord(
                id: 9, trigger: .scheduled, startedAt: fixture.state.now, duration: .zero,
                result: .success(FetchOutcome(status: .updated)), version: nil,
                difference: SnapshotDifference(from: before, to: after))
            let effects = fixture.state.update(.service(.fetchFinished(record)), at: fixture.state.now)
            return effects.count { if case .readTimeline = $0 { true } else { false } }
        }
        let name = try #require((fixture.state.panels.top as? KeyTimelinePanel)?.name)
        #expect(fetched(["something_else": "1"]) == 0)
        #expect(fetched([name: "12"]) == 1)
    }
}
