import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Columns as wide as what is in them", .inTurn)
struct ColumnFittingTests {
    /// A dashboard on keys with values of these lengths.
    private func fixture(_ size: CellSize, names: Int = 12, values: [Int]) -> ShopFixture {
        let keys = values.indices.map { place in
            let number = String(place)
            let name = "k" + String(repeating: "e", count: max(0, names - 1 - number.count)) + number
            return CatalogKey(name: name, schema: ValueSchema(kind: .string))
        }
        let texts = zip(keys, values).map { ($0.name, String(repeating: "v", count: $1)) }
        let snapshot = Snapshot(texts: Dictionary(texts) { $1 }, fetchedAt: ShopFixture.start)
        return ShopFixture(size: size, keys: keys, snapshot: snapshot)
    }

    private func width(_ title: String, _ state: DashboardState) -> Int? {
        KeyColumns(state).columns.plan(width: state.layout.list.columns - 2).columns
            .first { $0.column.title == title }?.width
    }

    @Test("short keys leave what they do not need to long values, and short values to long keys")
    func sharing() throws {
        let values = fixture(CellSize(columns: 100, rows: 20), values: [45, 3])
        #expect(width("value", values.state) ?? 0 >= 45)
        let names = fixture(CellSize(columns: 109, rows: 20), names: 60, values: [4, 4])
        #expect(width("key", names.state) ?? 0 >= 60)
    }

    @Test("a column in which nothing stands is left out, and comes with a change")
    func blank() throws {
        var fixture = fixture(CellSize(columns: 120, rows: 20), values: [45, 3])
        #expect(width("changed", fixture.state) == nil)
        fixture.finishFetch(.success(fixture.state.source.report.snapshot.changing(["keeeeeeeeee1": "w"])))
        #expect(width("changed", fixture.state) != nil)
    }

    @Test("a column of equal cells is omitted, unless the rows are sorted by it")
    func alike() throws {
        var fixture = fixture(CellSize(columns: 120, rows: 20), values: [4, 3, 5])
        #expect(width("type", fixture.state) == nil && width("key", fixture.state) != nil)
        fixture.state.list.sort = KeyOrder(.type)
        fixture.state.rebuildListing()
        #expect(width("type", fixture.state) != nil)
    }

    @Test("a list of very many is measured all over, and its columns stay while it is scrolled")
    func scrolling() throws {
        var long = fixture(CellSize(columns: 100, rows: 20), values: (0..<3000).map { $0 > 1000 ? 40 : 3 })
        let width = width("value", long.state)
        #expect(width ?? 0 >= 40)
        for key in ["G", "g", "ctrl-d"] {
            try long.press(key)
            #expect(self.width("value", long.state) == width)
        }
    }

    @Test("columns stay as wide while rows are filtered")
    func filtering() throws {
        var state = fixture(CellSize(columns: 100, rows: 20), values: [3, 48])
        #expect(state.state.list.widths["value"] == 48)
        try state.press("/")
        state.type("ke0")
        #expect(state.state.rowCount == 1 && state.state.list.widths["value"] == 48)
    }

    @Test("only some rows of very many are looked at", arguments: [0, 1, 64, 128, 129, 100_000])
    func sample(count: Int) {
        let rows = ColumnSample.rows(of: count)
        #expect(rows.count <= 128 && Set(rows).count == rows.count)
        #expect(rows.allSatisfy { (0..<count).contains($0) })
        if count <= 128 { #expect(rows == Array(0..<count)) }
        if count > 1000 { #expect(rows.last ?? 0 > count * 9 / 10) }
    }
}
