import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The help", .inTurn)
struct HelpTests {
    private func text(_ fixture: ShopFixture) throws -> String {
        let help = try #require(fixture.state.panels.first(HelpPanel.self))
        return help.lines(fixture.state).map { line in line.map(\.text).joined() }.joined(separator: "\n")
    }

    @Test("begins with the keys of the screen that is shown", arguments: Screen.allCases)
    func screenFirst(screen: Screen) throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 40))
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        fixture.state.show(screen)
        try fixture.press("?")
        #expect(try text(fixture).hasPrefix("\(screen.title) (this screen)"))
        #expect(try text(fixture).contains("Compare this fetch with another") == (screen == .history))
    }

    @Test("lists what works here, and all commands after Tab, also those without a key")
    func all() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 40), overrides: ShopFixture.overrides)
        try fixture.press("?")
        #expect(try !text(fixture).contains(Command.ringBroken.title))
        #expect(try text(fixture).contains("have no key: : runs them"))
        try fixture.press("Tab")
        for command in Command.all {
            let title = command.title.split(separator: " ").prefix(3).joined(separator: " ")
            #expect(try text(fixture).contains(title), "\(command)")
        }
        #expect(try text(fixture).contains(":serve "))
    }

    @Test("/ looks through it, and the space bar pages down rather than closing it")
    func keys() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 14))
        try fixture.press("?")
        let before = fixture.screen
        try fixture.press("space")
        #expect(fixture.state.panels.top is HelpPanel && fixture.screen != before)
        try fixture.press("/")
        fixture.type("theme")
        #expect(fixture.screen.contains("find theme"))
    }

    @Test("has the only scroll bar on the screen")
    func scrollBar() throws {
        let keys = (0..<60).map { CatalogKey(name: "key_\($0)", schema: ValueSchema(kind: .int)) }
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 20), keys: keys)
        func columns() -> Set<Int> {
            Set(
                fixture.screen.split(separator: "\n").compactMap { line in
                    Array(line).lastIndex { $0 == "▐" || $0 == "┃" }
                })
        }
        let ofList = columns()
        #expect(ofList.count == 1)
        try fixture.press("?")
        #expect(columns().count == 1 && columns() != ofList)
    }
}
