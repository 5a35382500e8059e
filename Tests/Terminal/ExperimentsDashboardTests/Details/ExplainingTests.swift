import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Asking why", .inTurn)
struct ExplainingTests {
    private let keeper = AskableKeeper()

    private func names(_ effects: [Effect]) -> [String] {
        effects.compactMap { if case .explain(let request) = $0 { request.name } else { nil } }
    }

    @Test("only the key under the cursor is asked about, once, and only where the details are shown")
    func selected() throws {
        var fixture = ShopFixture.asking(size: CellSize(columns: 100, rows: 20))
        #expect(names(try fixture.press("j", "k")).isEmpty)
        #expect(names(try fixture.press("Enter")) == ["paywall_type"])
        #expect(names(fixture.pass(1)).isEmpty)
        #expect(names(try fixture.press("j")) == ["free_shipping_enabled"])
    }

    @Test("a source that does not explain is not asked")
    func unavailable() throws {
        var fixture = ShopFixture(size: CellSize(columns: 130, rows: 24))
        #expect(names(try fixture.press("j")).isEmpty)
    }

    @Test("the source's notes are aligned, and have their times in local time, as short as others")
    func notes() throws {
        let snapshot = Snapshot(
            entries: ShopFixture.entries, fetchedAt: ShopFixture.start,
            notes: [
                SourceNote(
                    title: "Published",
                    text: "by ann, at 2026-03-01T08:15:00Z, after 2026-02-27T10:00:00+01:00"),
                SourceNote(title: "Percentages", text: "assigned here"),
            ])
        var fixture = ShopFixture(size: CellSize(columns: 160, rows: 40), snapshot: snapshot)
        try fixture.press("Enter", "Enter")
        let screen = fixture.screen
        #expect(screen.contains("Published   by ann, at 08:15:00, after 2026-02-27 09:00:00"), "\(screen)")
        #expect(screen.contains("Percentages assigned here"))
    }

    @Test("after a change to the values the key is asked about again, and the old words stay until then")
    func again() throws {
        var fixture = ShopFixture.asking(keeper)
        try fixture.press("j", answeredBy: keeper)
        let before = fixture.state.source.explanation.lines(for: "free_shipping_enabled")
        #expect(before.count == 5)
        let effects = fixture.state.update(
            .service(.snapshotChanged(ShopFixture.snapshot.changing(["max_items": "3"]))),
            at: fixture.state.now)
        #expect(names(effects) == ["free_shipping_enabled"])
        #expect(fixture.state.source.explanation.lines(for: "free_shipping_enabled") == before)
    }

    @Test("an answer that comes after the cursor moved on is not shown")
    func late() throws {
        var fixture = ShopFixture.asking()
        guard case .explain(let first) = try fixture.press("j").last else {
            Issue.record("nothing was asked")
            return
        }
        try fixture.press("j")
        _ = fixture.state.update(.to(\.shown.source, .explained(first, [ExplanationLine("late")])))
        #expect(fixture.state.source.explanation.answer == nil)
    }

    @Test("another persona makes the explanation another one, even where no value changes")
    func persona() throws {
        var fixture = ShopFixture.asking(keeper)
        try fixture.press("j", "i", "Enter", "Backspace", answeredBy: keeper)
        fixture.type("8", answeredBy: keeper)
        try fixture.press("Enter", answeredBy: keeper)
        let lines = fixture.state.source.explanation.lines(for: "free_shipping_enabled")
        #expect(lines.contains { $0.text.contains("user_id = 8") })
    }
}
