import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("History of fetches", .inTurn)
struct HistoryTests {
    private func watched() -> ShopFixture {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 30))
        for (name, value) in [
            ("max_items", "8"), ("price_factor", "2"), ("max_items", "9"), ("login_screen", nil),
        ] {
            fixture.finishFetch(.success(fixture.state.history.timeline.newest.changing([name: value])))
            fixture.pass(60)
        }
        return fixture
    }

    @Test("the filter leaves the fetches that changed a key, brought a value or ended in some way")
    func filter() throws {
        var fixture = watched()
        fixture.finishFetch(.failure(FetchFailure("no network")))
        try fixture.press("6")
        for (filter, count) in [
            ("key:max_items", 2), ("value:Hi", 1), ("failed", 1), ("!failed", 4), ("price", 1),
            ("changed:<90s", 2),
        ] {
            _ = fixture.state.update(.to(\.list, .filter(filter)))
            #expect(fixture.state.rowCount == count, "\(filter)")
        }
    }

    @Test("the fetches that changed the key under the cursor are one command away")
    func historyOfKey() throws {
        var fixture = watched()
        try fixture.press("j", "j", "j", ":")
        fixture.type("changed this key")
        try fixture.press("Enter")
        #expect(fixture.state.screen == .history && fixture.state.rowCount == 2)
    }

    @Test("any two fetches are compared, in either order of choosing them")
    func compare() throws {
        var fixture = watched()
        try fixture.press("6", "d", "G")
        #expect(fixture.screen.contains("fetch 1 → fetch 4"))
        #expect(fixture.screen.contains("differs    3 keys"))
        let lines = DetailLines(fixture.state, width: 60).lines.map { $0.map(\.text).joined() }
        #expect(
            lines.dropFirst().prefix(8) == [
                "- login_screen", "  " + #"{"label": {"text": "Hi", }}"#, "~ max_items  +1", "  8", "  9",
                "~ price_factor  +1.05",
                "  0.95", "  2",
            ])
        try fixture.press("Esc")
        #expect(!fixture.screen.contains("fetch 1 → fetch 4"))
    }

    @Test("the details of a key list its earlier values, with the shown one marked")
    func valuesOfKey() throws {
        var fixture = watched()
        try fixture.press("j", "j", "j", "[", "[")
        let lines = DetailLines(fixture.state, width: 60).lines.map { $0.map(\.text).joined() }
        #expect(lines.suffix(4) == ["  ▁▄▇", "  09:02:00 9", "› 09:00:00 8", "  09:00:00 7"])
    }

    @Test("all changes of a large fetch are reported, also those that its record leaves out")
    func largeFetch() throws {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 30))
        let texts = Dictionary(
            uniqueKeysWithValues: (0..<300).map { ("name_\(1000 + $0)", String?.some("x")) })
        fixture.finishFetch(.success(fixture.state.history.timeline.newest.changing(texts)))
        try fixture.press("6")
        let names = DetailLines(fixture.state, width: 60).lines.filter { $0.first?.text == "+ " }
        #expect(names.count == 300)
        _ = fixture.state.update(.to(\.list, .filter("key:name_1299")))
        #expect(fixture.state.rowCount == 1)
    }

    /// Ends a fetch to which the source answered that nothing changed.
    private static func finishUnchanged(_ fixture: inout ShopFixture) {
        fixture.pass(60)
        let record = FetchRecord(
            id: fixture.state.history.fetches.records.count + 1, trigger: .scheduled,
            startedAt: fixture.state.now,
            duration: .milliseconds(3), result: .success(FetchOutcome(status: .unchanged)), version: "2",
            difference: SnapshotDifference(changes: [:]))
        _ = fixture.state.update(.service(.fetchFinished(record)), at: fixture.state.now)
    }

    /// A fetch that changes a key, three that change nothing, and one more that changes another key.
    private func quiet() throws -> ShopFixture {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 36))
        fixture.finishFetch(.success(fixture.state.history.timeline.newest.changing(["max_items": "8"])))
        for _ in 0..<3 { Self.finishUnchanged(&fixture) }
        fixture.finishFetch(.success(fixture.state.history.timeline.newest.changing(["price_factor": "2"])))
        try fixture.press("6")
        return fixture
    }

    @Test("fetches in a row that changed nothing are one row, and a filter lists each of them")
    func folds() throws {
        var fixture = try quiet()
        #expect(fixture.state.rowCount == 3 && fixture.screen.contains("3 unchanged"), "\(fixture.screen)")
        try fixture.press("j")
        #expect(fixture.screen.contains("3 fetches without changes"), "\(fixture.screen)")
        _ = fixture.state.update(.to(\.list, .filter("unchanged")))
        #expect(fixture.state.rowCount == 3 && !fixture.screen.contains("3 unchanged"))
    }

    @Test("below a fetch that changed nothing stands the last one that did", arguments: [24, 36])
    func lastChange(rows: Int) throws {
        var fixture = ShopFixture(size: CellSize(columns: 160, rows: rows))
        fixture.finishFetch(.success(ShopFixture.snapshot))
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        try fixture.press("6")
        #expect(!fixture.screen.contains("Last change"), "\(fixture.screen)")
        try fixture.press("G")
        #expect(fixture.screen.contains("changed    unknown; this is the first fetch"), "\(fixture.screen)")
        Self.finishUnchanged(&fixture)
        try fixture.press("g")
        #expect(fixture.screen.contains("changed    nothing"), "\(fixture.screen)")
        #expect(
            fixture.screen.contains("Last change") && fixture.screen.contains("~ max_items"),
            "\(fixture.screen)")
    }

    @Test("the cursor stays on folded fetches while more are added to them")
    func foldsFurther() throws {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 36))
        for _ in 0..<3 { Self.finishUnchanged(&fixture) }
        try fixture.press("6")
        let item = fixture.state.itemName(fixture.state.position.cursor)
        Self.finishUnchanged(&fixture)
        #expect(fixture.state.itemName(fixture.state.position.cursor) == item)
        #expect(fixture.screen.contains("4 unchanged"), "\(fixture.screen)")
    }

    @Test("a file has each fetch in a row of its own")
    func exports() throws {
        #expect(FetchList().table(try quiet().state).rows.count == 5)
    }

    @Test("a line for each key shows in which fetch it changed, the newest at the right, a few far apart")
    func map() throws {
        let fixture = try quiet()
        let lines = FetchList.map(fixture.state, width: 60, keys: 5).map { $0.map(\.text).joined() }
        #expect(
            lines.prefix(2) == ["price_factor        ·     ●     ", "max_items     ●     ·     │     "],
            "\(lines)")
        #expect(lines.last?.hasPrefix("took") == true)
        let few = FetchList.map(fixture.state, width: 60, keys: 1).map { $0.map(\.text).joined() }
        #expect(few.first == "… and 2 more", "\(few)")
    }

    @Test("bars are as high as their numbers, failures are crosses, and the newest are at the right")
    func sparkline() {
        func text(_ numbers: [Double?], _ columns: Int = 10) -> String {
            Span.sparkline(numbers, columns: columns).map(\.text).joined()
        }
        #expect(text([0, 1, 4, nil, 8]) == "▁▂▄×▇")
        #expect(text([0, 0]) == "▁▁")
        #expect(text([1, 1000]) == "▂▇")
        #expect(text([1, 2, 4, 8], 2) == "▄▇")
        #expect(text([], 0).isEmpty)
    }

    @Test("failures are reported in words, with when it is tried again and why then")
    func retries() throws {
        var fixture = ShopFixture()
        fixture.finishFetch(.failure(FetchFailure("no network")))
        #expect(TimeText.retries(fixture.state) == "the last fetch failed; next try in 30s at 09:00:30")
        fixture.pass(30)
        fixture.finishFetch(.failure(FetchFailure("no network")))
        #expect(
            TimeText.retries(fixture.state)
                == "the last 2 fetches failed; next try in 1m at 09:01:30: the wait doubles with each failure, up to 5m"
        )
        fixture.finishFetch(.failure(FetchFailure("busy", retryAt: fixture.state.now + 600)))
        #expect(
            TimeText.retries(fixture.state)?.hasSuffix("in 10m at 09:10:30, as requested by the source")
                == true)
        try fixture.press("p")
        #expect(TimeText.retries(fixture.state) == "the last 3 fetches failed; no retry while paused")
        fixture.finishFetch(.success(ShopFixture.snapshot))
        #expect(TimeText.retries(fixture.state) == nil)
    }
}
