import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Screens of a source that can be asked", .inTurn)
struct AskingScreenTests {
    private let keeper = AskableKeeper()

    @Test("the details say why a key has its value, with a word for each verdict, and what the source says")
    func why() throws {
        var fixture = ShopFixture.asking(keeper)
        try fixture.press("j", "j", answeredBy: keeper)
        try Golden.expect(fixture.screen, named: "details-why")
    }

    @Test("the persona's editor lists what is known, what could be, and a line for more")
    func editor() throws {
        var fixture = ShopFixture.asking(keeper, size: CellSize(columns: 90, rows: 24))
        try fixture.press("i", "j", answeredBy: keeper)
        try Golden.expect(fixture.screen, named: "persona-editor")
    }

    @Test("what is typed and is no JSON is said to be none")
    func problem() throws {
        var fixture = ShopFixture.asking(keeper, size: CellSize(columns: 90, rows: 24))
        try fixture.press("i", "j", "Enter", answeredBy: keeper)
        fixture.type("{\"a\": ", answeredBy: keeper)
        try Golden.expect(fixture.screen, named: "persona-problem")
    }

    @Test("another persona is in the header, and what it changes is marked")
    func changed() throws {
        var fixture = ShopFixture.asking(keeper, size: CellSize(columns: 110, rows: 24))
        try fixture.press("i", "j", "Enter", answeredBy: keeper)
        fixture.type("gold", answeredBy: keeper)
        try fixture.press("Enter", "Esc", answeredBy: keeper)
        try Golden.expect(fixture.screen, named: "persona-changed")
    }

    @Test("on the smallest screen the persona can be edited, too")
    func tiny() throws {
        var fixture = ShopFixture.asking(keeper, size: CellSize(columns: 20, rows: 5))
        try fixture.press("i", "Enter", answeredBy: keeper)
        try Golden.expect(fixture.screen, named: "persona-tiny")
    }

    @Test("every size shows the persona's editor without harm")
    func everySize() throws {
        for columns in stride(from: 20, through: 120, by: 7) {
            for rows in 5...14 {
                for keys in [["i"], ["i", "Enter"], ["i", "a"]] {
                    var fixture = ShopFixture.asking(keeper, size: CellSize(columns: columns, rows: rows))
                    for key in keys { try fixture.press(key, answeredBy: keeper) }
                    #expect(!fixture.screen.isEmpty)
                }
            }
        }
    }
}
