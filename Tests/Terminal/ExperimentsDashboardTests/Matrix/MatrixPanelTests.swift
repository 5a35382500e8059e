import ExperimentsCore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Personas and sources, key by key", .inTurn)
struct MatrixPanelTests {
    private static let titles = ["as configured", "beta tester", "kiosk", "staff", "press", "newcomer"]

    /// What each column holds: more of them differ the further right they are.
    private static func column(_ place: Int) -> ValueMatrix.Column {
        var texts: [String: String?] = ["checkout_button_color": place.isMultiple(of: 2) ? "red" : "blue"]
        if place > 1 { texts["max_items"] = "\(place)" }
        if place > 2 { texts["price_factor"] = .some(nil) }
        if place == 4 { texts["paywall_type"] = "zzz" }
        return ValueMatrix.Column(title: titles[place], snapshot: ShopFixture.snapshot.changing(texts))
    }

    private func answer(_ columns: Int) -> MatrixAnswer {
        .success(
            ValueMatrix(
                (0..<columns).map(Self.column), keys: ShopFixture.keys, booleanPolicy: .strict,
                at: ShopFixture.start))
    }

    private func request(_ effects: [Effect]) throws -> MatrixRequest {
        try #require(
            effects.lazy.compactMap { if case .evaluateMatrix(let request) = $0 { request } else { nil } }
                .first)
    }

    private func opened(columns: Int = 3, size: CellSize = CellSize(columns: 100, rows: 20)) throws
        -> ShopFixture
    {
        var fixture = ShopFixture.asking(size: size)
        let request = try request(fixture.press("I"))
        #expect(fixture.screen.contains("evaluating…"))
        _ = fixture.state.update(.to(\.matrix, .evaluated(request, answer(columns))), at: ShopFixture.start)
        return fixture
    }

    private func panel(_ fixture: ShopFixture) throws -> MatrixPanel {
        try #require(fixture.state.panels.first(MatrixPanel.self))
    }

    @Test(
        "only what differs is shown, as many columns as fit",
        arguments: [
            ("usual", CellSize(columns: 100, rows: 14), 3), ("many", CellSize(columns: 80, rows: 12), 6),
            ("tiny", CellSize(columns: 20, rows: 5), 3),
            ("high", CellSize(columns: 140, rows: 40), 3),
        ])
    func screen(_ name: String, _ size: CellSize, _ columns: Int) throws {
        try Golden.expect(opened(columns: columns, size: size).screen, named: "value-matrix-\(name)")
    }

    @Test("a box has the value under the cursor, beside the one that it is compared with")
    func boxes() throws {
        var fixture = try opened(size: CellSize(columns: 140, rows: 40))
        #expect(fixture.screen.contains("─ beta tester ─") && !fixture.screen.contains("─ kiosk ─"))
        try fixture.press("j", "Right", "Right")
        #expect(fixture.screen.contains("─ kiosk ─") && !fixture.screen.contains("─ beta tester ─"))
    }

    @Test("the box of a value says what set it, and that the source cannot be reached now")
    func suppliers() throws {
        let entry = Snapshot.Entry(text: "red", supplier: "beta testers")
        let columns = [
            Self.column(0),
            ValueMatrix.Column(
                title: "beta tester",
                snapshot: Snapshot(entries: ["checkout_button_color": entry], fetchedAt: ShopFixture.start),
                problem: "no route to host"),
        ]
        var fixture = ShopFixture.asking(size: CellSize(columns: 140, rows: 40))
        let request = try request(fixture.press("I"))
        let matrix = ValueMatrix(
            columns, keys: ShopFixture.keys, booleanPolicy: .strict, at: ShopFixture.start)
        _ = fixture.state.update(.to(\.matrix, .evaluated(request, .success(matrix))), at: ShopFixture.start)
        try fixture.press("c", "/")
        fixture.type("button_color")
        try fixture.press("Enter", "Right")
        #expect(fixture.screen.contains("set by     beta testers"))
        #expect(fixture.screen.contains("│ no route to host"))
    }

    @Test("on a screen without room for frames, the rest below a short list describes the row")
    func lowScreen() throws {
        let fixture = try opened(size: CellSize(columns: 80, rows: 24))
        #expect(fixture.screen.contains("─ checkout_button_color ─"))
        let longer = try opened(size: CellSize(columns: 80, rows: 10))
        #expect(!longer.screen.contains("─ checkout_button_color ─"))
    }

    @Test("the cursor goes from column to column, and those that do not fit come into view")
    func columns() throws {
        var fixture = try opened(columns: 6, size: CellSize(columns: 60, rows: 12))
        #expect(fixture.screen.contains("as configured") && !fixture.screen.contains("newcomer"))
        try fixture.press("Right", "Right", "Right", "Right", "Right", "Right")
        #expect(fixture.screen.contains("› newcomer") && !fixture.screen.contains("as configured"))
        #expect(try panel(fixture).column == 5)
        try fixture.press("Left", "Left", "Left", "Left", "Left", "Left")
        #expect(fixture.screen.contains("› as configured"))
    }

    @Test("Enter shows what differs between the cell and the first column's")
    func difference() throws {
        var fixture = try opened()
        try fixture.press("Right", "Enter")
        let panel = try #require(fixture.state.panels.first(DifferencePanel.self))
        #expect(
            panel.request
                == DifferenceRequest(
                    "checkout_button_color", oldSide: "as configured", old: "red", newSide: "beta tester",
                    new: "blue"))
        try fixture.press("Esc")
        #expect(fixture.state.panels.first(MatrixPanel.self) != nil)
    }

    @Test("c shows the keys that do not differ, too, and a filter leaves what it asks for")
    func choosing() throws {
        var fixture = try opened()
        #expect(try panel(fixture).count == 2)
        try fixture.press("c")
        #expect(try panel(fixture).count == 8)
        try fixture.press("/")
        fixture.type("max")
        try fixture.press("Enter")
        #expect(try panel(fixture).selected?.name == "max_items")
        #expect(try panel(fixture).count == 1)
        try fixture.press("Esc", "Esc")
        #expect(fixture.state.panels.isEmpty)
    }

    @Test("a key that is overridden is marked")
    func overridden() throws {
        var fixture = try opened()
        #expect(!fixture.screen.contains("max_items *"))
        let state = OverrideStoreState(overrides: OverrideSet(["max_items": Override(value: "9")]))
        _ = fixture.state.update(.service(.overridesChanged(state)), at: ShopFixture.start)
        #expect(fixture.screen.contains("max_items *"))
    }

    @Test("r asks again, and of two answers the later one counts")
    func again() throws {
        var fixture = try opened()
        let number = try panel(fixture).number
        let second = try request(fixture.press("r"))
        #expect(second.number > number)
        #expect(try fixture.press("r").isEmpty)
        _ = fixture.state.update(.to(\.matrix, .evaluated(second, answer(6))), at: ShopFixture.start)
        #expect(try panel(fixture).matrix?.columns.count == 6)
        #expect(try !panel(fixture).isEvaluating)
    }

    @Test(
        "what the source holds by now is evaluated, again where it changed in the meantime; nothing is fetched for that"
    )
    func changing() throws {
        var fixture = try opened()
        let change = Message.service(
            .snapshotChanged(ShopFixture.snapshot.changing(["max_items": "9"])))
        let second = try request(fixture.state.update(change))
        #expect(!second.asksAnew)
        #expect(try panel(fixture).isEvaluating)
        #expect(
            !fixture.state.update(change).contains { if case .evaluateMatrix = $0 { true } else { false } })
        let third = try request(
            fixture.state.update(.to(\.matrix, .evaluated(second, answer(4))), at: ShopFixture.start + 6))
        #expect(try panel(fixture).matrix?.columns.count == 4)
        _ = fixture.state.update(.to(\.matrix, .evaluated(third, answer(5))), at: ShopFixture.start + 7)
        #expect(try !panel(fixture).isEvaluating && panel(fixture).matrix?.columns.count == 5)
    }

    @Test("Tab goes over to the sources, which say where there is only one")
    func axes() throws {
        var fixture = try opened()
        #expect(try fixture.press("Tab").isEmpty)
        #expect(fixture.screen.contains("only one source"))
        #expect(try request(fixture.press("Tab")).axis == .personas)
        #expect(fixture.state.panels.depth == 1)
    }

    @Test(
        "a source with the same values for all users is compared with others together; without others it is reported why not"
    )
    func alike() throws {
        var fixture = ShopFixture(sources: SourceTests.sources)
        #expect(try request(fixture.press("I")).axis == .sources)
        #expect(try fixture.press("Tab").isEmpty)
        #expect(fixture.screen.contains("has no per-user values"))
        var alone = ShopFixture()
        #expect(try alone.press("I").isEmpty)
        #expect(alone.state.notices.notice?.text.contains("no per-user values") == true)
    }

    @Test("what keeps it from being found out is reported")
    func failed() throws {
        var fixture = ShopFixture.asking()
        let request = try request(fixture.press("I"))
        _ = fixture.state.update(
            .to(\.matrix, .evaluated(request, .failure(MessageError("no personas")))), at: ShopFixture.start)
        #expect(fixture.screen.contains("no personas"))
    }
}
