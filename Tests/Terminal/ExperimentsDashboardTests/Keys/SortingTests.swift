import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Choosing the column to sort by", .inTurn)
struct SortingTests {
    @Test("{ and } go through the columns on screen, with the order of declaration between the ends")
    func steps() throws {
        var fixture = ShopFixture()
        var columns: [KeyOrder.Column] = []
        for _ in 0..<5 {
            try fixture.press("}")
            columns.append(fixture.state.list.sort.column)
        }
        #expect(columns == [.status, .key, .value, .type, .declared])
        try fixture.press("{")
        #expect(fixture.state.list.sort.column == .type)
        #expect(fixture.screen.contains("type ▲"))
    }

    @Test("the direction is kept, and said")
    func direction() throws {
        var fixture = ShopFixture()
        try fixture.press("S", "}", "}")
        #expect(fixture.state.list.sort == KeyOrder(.key, isReversed: true))
        #expect(fixture.screen.contains("key ▼"))
        #expect(fixture.state.list.keys.name(at: 0, of: fixture.state.source.report) == "price_factor")
        try fixture.press("{", "{")
        #expect(fixture.screen.contains("in declared order, reversed"))
    }

    @Test(
        "every column that says something else of each key is offered, the order of declaration and of names first",
        arguments: [
            (Screen.keys, "declared key status value source type changed"),
            (.missing, "declared key value expected type"),
            (.incorrect, "declared key value reason type"),
            (.overrides, "declared key status value upstream author expires note"),
            (.experiments, ""), (.history, ""),
        ])
    func orders(of screen: Screen, offered: String) throws {
        var fixture = ShopFixture(size: CellSize(columns: 50, rows: 20))
        try fixture.press(String(screen.number))
        #expect(fixture.state.screen.list.orders(fixture.state).joined(separator: " ") == offered)
    }

    @Test("columns that there is no room for are passed over")
    func narrow() throws {
        var fixture = ShopFixture(size: CellSize(columns: 24, rows: 20))
        var columns: Set<KeyOrder.Column> = []
        for _ in 0..<10 {
            try fixture.press("}")
            columns.insert(fixture.state.list.sort.column)
        }
        #expect(!columns.contains(.type) && !columns.contains(.changed))
        #expect(columns.isSuperset(of: [.declared, .status, .key, .value]))
        fixture.state.list.sort = KeyOrder(.type)
        try fixture.press("}")
        #expect(fixture.state.list.sort.column == .declared)
    }

    @Test("on screens that are not sorted, it is reported why")
    func elsewhere() throws {
        var fixture = ShopFixture()
        try fixture.press("6", "}")
        #expect(fixture.screen.contains("only lists of keys and apps can be sorted"))
    }
}
