import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("What is counted", .inTurn)
struct CountTests {
    private static let keys =
        ShopFixture.keys
        + (1...6).map { number in
            CatalogKey(name: "flow_\(number)", schema: ValueSchema(kind: .string, understandsBaseline: true))
        }

    @Test("the tab of experiments counts the rows that its screen lists")
    func experiments() throws {
        var fixture = ShopFixture(size: CellSize(columns: 120, rows: 24), keys: Self.keys)
        #expect(fixture.screen.contains("⁵Experiments 7"))
        try fixture.press("5")
        #expect(fixture.state.rowCount == 7)
        try fixture.press("/")
        fixture.type("flow_2")
        try fixture.press("Enter")
        #expect(fixture.screen.contains("1 of 7"))
        #expect(fixture.screen.contains("⁵Experiments 7"))
    }

    @Test("what a fetch changed stands above the time that it took", arguments: [50, 80, 120])
    func sparklines(columns: Int) throws {
        var fixture = ShopFixture(size: CellSize(columns: columns, rows: 24))
        for number in 0..<80 {
            if number % 9 == 4 {
                fixture.finishFetch(.failure(FetchFailure("no route")))
            } else {
                fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "\(number % 10)"])))
            }
        }
        fixture.pass(60)
        try fixture.press("6")
        let lines = fixture.screen.split(separator: "\n").map(String.init)
        func places(_ label: String, _ signs: String) -> [Int] {
            let line =
                lines.first { $0.contains(" " + label + " ") && ($0.contains("×") || $0.contains("▁")) } ?? ""
            return line.enumerated().filter { signs.contains($0.element) }.map(\.offset)
        }
        let took = places("took", "▁▂▃▄▅▆▇█×")
        let changed = places("max_items", "●+·│×").filter { $0 <= took.last ?? 0 }
        #expect(changed == took && took.count >= 8)
    }
}
