import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Screens", .inTurn)
struct ScreenTests {
    static let sizes = [
        ("wide", CellSize(columns: 130, rows: 24)), ("usual", CellSize(columns: 80, rows: 20)),
        ("tiny", CellSize(columns: 20, rows: 5)),
    ]

    @Test("each screen looks as recorded, in each size", arguments: Screen.allCases, sizes)
    func screen(_ screen: Screen, _ size: (name: String, size: CellSize)) throws {
        var fixture = ShopFixture(
            size: size.size, overrides: ShopFixture.overrides, environment: "production")
        fixture.finishFetch(.success(ShopFixture.snapshot))
        fixture.pass(4)
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8", "price_factor": nil])))
        fixture.pass(2)
        try fixture.press("\(screen.number)")
        try Golden.expect(fixture.screen, named: "\(screen.title.lowercased())-\(size.name)")
    }

    @Test("an empty dashboard says what to do", arguments: Screen.allCases)
    func empty(_ screen: Screen) throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 12), keys: [], snapshot: .empty)
        try fixture.press("\(screen.number)")
        try Golden.expect(fixture.screen, named: "empty-\(screen.title.lowercased())")
    }

    @Test("the details show everything about an overridden key")
    func overriddenDetails() throws {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 30), overrides: ShopFixture.overrides)
        try fixture.press("j", "j", "j")
        try Golden.expect(fixture.screen, named: "details-override")
    }

    @Test("the details put a caret under the character at fault")
    func incorrectDetails() throws {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 24))
        try fixture.press("3", "j")
        try Golden.expect(fixture.screen, named: "details-incorrect")
    }

    @Test("the details of a fetch show what it changed")
    func fetchDetails() throws {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 24))
        fixture.finishFetch(
            .success(
                ShopFixture.snapshot.changing(["max_items": "8", "paywall_type": nil, "brand_new": "1"])))
        try fixture.press("6")
        try Golden.expect(fixture.screen, named: "details-fetch")
    }

    @Test("a failed fetch keeps the values and says when the next try is")
    func failedFetch() throws {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 14))
        fixture.finishFetch(.success(ShopFixture.snapshot))
        fixture.pass(30)
        fixture.finishFetch(.failure(FetchFailure("connection refused by 127.0.0.1:9090")))
        fixture.pass(1)
        try Golden.expect(fixture.screen, named: "failed-fetch")
    }

    @Test("the help lists every key that is bound")
    func help() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 70))
        try fixture.press("?", "Tab")
        try Golden.expect(fixture.screen, named: "help")
    }

    @Test("the palette finds commands by words")
    func palette() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20))
        try fixture.press(":")
        fixture.type("over")
        try Golden.expect(fixture.screen, named: "palette")
    }

    @Test("the editor of a key with cases lists them")
    func caseEditor() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20))
        try fixture.press("o")
        try Golden.expect(fixture.screen, named: "editor-cases")
    }

    @Test("the editor of a number says why a text is refused")
    func numberEditor() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20))
        try fixture.press("j", "j", "j", "o")
        fixture.type("0")
        try fixture.press("Enter")
        try Golden.expect(fixture.screen, named: "editor-number-refused")
    }

    @Test("the filter shows how many rows are left")
    func filter() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20))
        try fixture.press("/")
        fixture.type("che !free")
        try Golden.expect(fixture.screen, named: "filter")
    }

    @Test("removing all overrides asks first")
    func confirmation() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20), overrides: ShopFixture.overrides)
        try fixture.press("D")
        try Golden.expect(fixture.screen, named: "confirmation")
    }

    @Test("a screen that is too small says how large it must be")
    func tooSmall() {
        let fixture = ShopFixture(size: CellSize(columns: 15, rows: 3))
        #expect(fixture.screen == "too small\n15x3\nneed 20x5")
    }

    @Test("no size of the terminal breaks any screen or overlay")
    func everySize() throws {
        for columns in [1, 5, 19, 20, 21, 33, 60, 80, 109, 110, 200, 500] {
            for rows in [1, 2, 4, 5, 6, 7, 8, 9, 10, 13, 24, 60, 200] {
                for keys in [
                    ["Enter"], ["?"], [":"], ["o"], ["j", "j", "j", "o"], ["D"], ["t"], ["/"], ["6"],
                ] {
                    var fixture = ShopFixture(
                        size: CellSize(columns: columns, rows: rows), overrides: ShopFixture.overrides)
                    for key in keys { try fixture.press(key) }
                    let frame = DashboardView.frame(of: fixture.state, theme: .plain)
                    #expect(frame.size == CellSize(columns: columns, rows: rows))
                }
            }
        }
    }
}
